import MarfaModel

/// A list that may be very long, written out where it is made: what keeps it copies one text, and
/// nobody waits for a hundred thousand elements to be written or read in the writer's turn.
struct LongList<Element: LosslessStringConvertible & Codable & Hashable & Sendable>: Sendable {
  private static var comma: UInt8 { UInt8(ascii: ",") }

  /// The elements, none of which has a comma.
  let elements: [Element]
  private let text: String

  /// Writes out a list.
  init(_ elements: [Element]) {
    self.elements = elements
    var bytes: [UInt8] = []
    for element in elements {
      if !bytes.isEmpty { bytes.append(Self.comma) }
      bytes += element.description.utf8
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}

extension LongList: Hashable {
  static func == (left: LongList, right: LongList) -> Bool { left.elements == right.elements }

  func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension LongList: Codable {
  /// Reads a list, also one that an older build kept as elements.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      self.init(try container.decode([Element].self))
      return
    }
    self.init(
      try text.utf8.split(separator: Self.comma).map { part in
        guard let element = Element(String(decoding: part, as: UTF8.self)) else {
          throw StoreFailure(.broken, "a kept list has an element that is none")
        }
        return element
      })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
