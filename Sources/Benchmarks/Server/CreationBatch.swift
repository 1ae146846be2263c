import MarfaModel

/// A batch of creations that is sent again and again, each time with new ids.
///
/// To make the next one is hardly more than to write the ids: what is measured is the server, and
/// on two cores the device that sends takes nothing from it.
final class CreationBatch {
  private static let ids = ItemIdGenerator()

  /// How many notes a batch has.
  let count: Int
  /// How many notes were sent.
  private(set) var sent = 0
  private var bytes: [UInt8]
  /// Where the ids are, two places for each note.
  private let places: [Int]

  /// - Parameters:
  ///   - device: Who sends it.
  ///   - count: How many notes it has.
  ///   - words: How many words each has.
  init(_ device: SyncDevice, count: Int, words: Int) {
    let (bytes, ids) = device.creations(count, words: words)
    self.count = count
    self.bytes = bytes
    var places: [Int] = []
    for id in ids {
      for _ in 0..<2 {
        guard let place = Self.place(of: id, in: bytes, after: places.last ?? 0) else {
          preconditionFailure("The batch must have each id twice.")
        }
        places.append(place)
      }
    }
    self.places = places
  }

  /// The bytes of the next request.
  func next() -> [UInt8] {
    for index in 0..<count {
      let id = Self.ids.nextId().utf8
      for place in places[index * 2..<index * 2 + 2] {
        bytes.replaceSubrange(place..<place + id.count, with: id)
      }
    }
    sent += count
    return bytes
  }

  private static func place(of id: String, in bytes: [UInt8], after place: Int) -> Int? {
    let id = Array(id.utf8)
    return ((place + 1)...(bytes.count - id.count)).first { start in
      bytes[start] == id[0] && bytes[start..<start + id.count].elementsEqual(id)
    }
  }
}
