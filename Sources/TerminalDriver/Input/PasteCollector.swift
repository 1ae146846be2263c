/// Collects the text of a bracketed paste until its end marker `ESC [ 201 ~`.
struct PasteCollector: Sendable {
  private static let end = Array("\u{1b}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  enum Result {
    /// The paste goes on.
    case incomplete
    /// As much text as one event may hold is there; the paste goes on.
    case part(String)
    /// The paste is complete.
    case complete(String)
  }

  /// Takes bytes up to the next escape, and says how many; the last one before the limit is left
  /// to `accept(_:)`.
  mutating func takePlain(_ next: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard matched == 0 else { return 0 }
    let room = next.prefix(max(0, limit - bytes.count - 1))
    let plain = room[..<(room.firstIndex(of: Self.end[0]) ?? room.endIndex)]
    bytes += plain
    return plain.count
  }

  mutating func accept(_ byte: UInt8) -> Result {
    if byte == Self.end[matched] {
      matched += 1
      guard matched == Self.end.count else { return .incomplete }
      matched = 0
      return .complete(takeText(bytes.count))
    }
    if matched > 0 {
      bytes += Self.end[..<matched]
      matched = 0
      if byte == Self.end[0] {
        matched = 1
        return .incomplete
      }
    }
    bytes.append(byte)
    return bytes.count >= limit ? takePart() : .incomplete
  }

  /// Takes all but an unfinished character or line break at the end.
  private mutating func takePart() -> Result {
    var count = bytes.count
    if bytes[count - 1] == 0x0d {
      count -= 1
    } else {
      var back = 0
      while back < 3, bytes[count - 1] & 0xc0 == 0x80 {
        count -= 1
        back += 1
      }
      count = bytes[count - 1] >= 0xc0 ? count - 1 : bytes.count
    }
    let text = takeText(count)
    return text.isEmpty ? .incomplete : .part(text)
  }

  /// Terminals send line breaks as carriage returns; a text has line feeds.
  private mutating func takeText(_ count: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var isAfterReturn = false
    for byte in bytes[..<count] {
      if byte == 0x0d {
        text.append(0x0a)
      } else if byte != 0x0a || !isAfterReturn {
        text.append(byte)
      }
      isAfterReturn = byte == 0x0d
    }
    bytes.removeFirst(count)
    return String(decoding: text, as: UTF8.self)
  }
}
