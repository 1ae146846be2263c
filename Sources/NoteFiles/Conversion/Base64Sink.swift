import MarfaSDK

/// Writes a file from base64, piece by piece (RFC 4648, section 4).
struct Base64Sink {
  /// Why the text is no base64.
  struct Failure: Error, Hashable {}

  private let sink: FileSink
  private var digest = MediaDigest()
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var isAtEnd = false
  private var bytes: [UInt8] = []
  /// How many bytes were written.
  private(set) var count: Int64 = 0

  /// Begins a file.
  init(_ path: String) throws { sink = try FileSink(path: path) }

  /// Takes the next characters; blanks are passed over.
  ///
  /// - Throws: `Failure`, or the file system's error.
  mutating func take(_ text: String) throws {
    for byte in text.utf8 {
      if byte == 0x20 || (9...13).contains(byte) { continue }
      if byte == UInt8(ascii: "=") {
        isAtEnd = true
        continue
      }
      guard !isAtEnd, let value = Self.value(of: byte) else { throw Failure() }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
      }
    }
    if bytes.count >= 1 << 16 { try flush() }
  }

  private mutating func flush() throws {
    digest.update(bytes)
    count += Int64(bytes.count)
    try sink.write(bytes)
    bytes = []
  }

  /// Ends the file; answers the MD5 of its bytes.
  mutating func finish() throws -> String {
    try flush()
    try sink.finish(.leaveToSystem)
    return digest.text
  }

  /// Gives the file up.
  func discard() { sink.discard() }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - 71)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte + 4)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
