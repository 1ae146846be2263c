/// Reads one string of a JSON text; the fast road is a string without escapes.
struct JSONStringScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int

  init(bytes: UnsafeBufferPointer<UInt8>, position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func scan() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    skipPlain()
    guard position < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, offset: position) }
    if bytes[position] == UInt8(ascii: "\"") {
      let text = try decode(UnsafeBufferPointer(rebasing: bytes[start..<position]), start)
      position += 1
      return text
    }
    return try scanEscaped(from: start)
  }

  /// Moves to the next quote, backslash or control character, 32 and then eight bytes at a time.
  private mutating func skipPlain() {
    var position = Self.endOfPlainBlocks(bytes, from: position)
    defer { self.position = position }
    let raw = UnsafeRawBufferPointer(bytes)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= bytes.count {
      let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // The zero-byte test of "Bit Twiddling Hacks"; a byte below 32 is tested the same way.
      let found =
        (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
        | (word &- ones &* 0x20) & ~word
      if found & highs != 0 { break }
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { return }
      position += 1
    }
  }

  /// The end of the last of the blocks of 32 bytes in which no byte ends a run of plain characters.
  ///
  /// The inner loop has no branch and a fixed length, so that the compiler makes vectors of it.
  private static func endOfPlainBlocks(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var position = start
    while bytes.count - position >= 32 {
      let block = base + position
      var stops: UInt8 = 0
      for index in 0..<32 {
        let byte = block[index]
        stops |= (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0) | (byte < 0x20 ? 1 : 0)
      }
      if stops != 0 { break }
      position += 32
    }
    return position
  }

  private mutating func scanEscaped(from start: Int) throws(JSONSyntaxError) -> String {
    var buffer = [UInt8]()
    buffer.reserveCapacity((position - start) * 2 + 32)
    var run = start
    while true {
      skipPlain()
      guard position < bytes.count else {
        throw JSONSyntaxError(.unexpectedEnd, offset: position)
      }
      buffer.append(contentsOf: bytes[run..<position])
      switch bytes[position] {
      case 0x22:
        let end = position
        position += 1
        guard let text = buffer.withUnsafeBufferPointer(Self.validated) else {
          throw invalidUnicode(start, end)
        }
        return text
      case 0x5C: try scanEscape(into: &buffer)
      default: throw JSONSyntaxError(.controlCharacter, offset: position)
      }
      run = position
    }
  }

  private mutating func scanEscape(into buffer: inout [UInt8]) throws(JSONSyntaxError) {
    let start = position
    position += 1
    guard position < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, offset: position) }
    let escape = bytes[position]
    position += 1
    switch escape {
    case 0x22, 0x5C, 0x2F: buffer.append(escape)
    case UInt8(ascii: "n"): buffer.append(10)
    case UInt8(ascii: "t"): buffer.append(9)
    case UInt8(ascii: "r"): buffer.append(13)
    case UInt8(ascii: "b"): buffer.append(8)
    case UInt8(ascii: "f"): buffer.append(12)
    case UInt8(ascii: "u"):
      let scalar = try scanScalar(start)
      buffer.append(contentsOf: String(scalar).utf8)
    default: throw JSONSyntaxError(.invalidEscape, offset: start)
    }
  }

  /// Reads four hexadecimal digits, and the second half of a surrogate pair after a first.
  private mutating func scanScalar(_ start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let unit = try scanUnit(start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(UInt16(unit)), position + 1 < bytes.count,
      bytes[position] == 0x5C, bytes[position + 1] == UInt8(ascii: "u")
    else { throw JSONSyntaxError(.invalidUnicode, offset: start) }
    position += 2
    let second = try scanUnit(start)
    guard UTF16.isTrailSurrogate(UInt16(second)),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw JSONSyntaxError(.invalidUnicode, offset: start) }
    return scalar
  }

  private mutating func scanUnit(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
    guard position + 4 <= bytes.count else {
      throw JSONSyntaxError(.unexpectedEnd, offset: bytes.count)
    }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      let byte = bytes[position]
      let lower = byte | 32
      switch (byte, lower) {
      case (48...57, _): unit = unit << 4 | UInt32(byte - 48)
      case (_, 97...102): unit = unit << 4 | UInt32(lower - 87)
      default: throw JSONSyntaxError(.invalidEscape, offset: start)
      }
      position += 1
    }
    return unit
  }

  private func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int
  ) throws(JSONSyntaxError) -> String {
    if position < bytes.count, bytes[position] < 0x20 {
      throw JSONSyntaxError(.controlCharacter, offset: position)
    }
    guard let decoded = Self.validated(text) else { throw invalidUnicode(start, position) }
    return decoded
  }

  /// The bytes as text, or nil when they are not UTF-8.
  ///
  /// `String(validating:as:)` looks its generic types up again each time, which costs more than the
  /// check of a short string.
  private static func validated(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      return nil
    }
  }

  /// The place of the first bad byte; only looked for when there is one.
  private func invalidUnicode(_ start: Int, _ end: Int) -> JSONSyntaxError {
    var offset = start
    var decoder = UTF8()
    var iterator = bytes[start..<end].makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return JSONSyntaxError(.invalidUnicode, offset: offset)
      }
    }
  }
}
