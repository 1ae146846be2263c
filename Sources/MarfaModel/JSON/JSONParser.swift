/// A strict reader of JSON texts (RFC 8259) over UTF-8 bytes.
///
/// Of equal member names the last wins. A number without fraction and exponent that fits 64 bits
/// becomes an integer, any other a finite double.
///
/// ```swift
/// let value = try JSONParser.parse(Array(#"{"title": "Rye", "loaves": 2}"#.utf8))
/// let loaves = value.objectValue?["loaves"]?.integerValue
/// ```
public struct JSONParser {
  /// How deep values may be within values by default.
  public static let standardDepth = 128

  /// What becomes of a whole number, written without fraction and exponent, of more than 64 bits.
  ///
  /// A reader may bound the precision of numbers (RFC 8259, section 6).
  public enum WideIntegers: Sendable {
    /// It becomes the double that is nearest, and loses digits.
    case rounded
    /// The text is refused, unless the double's shortest form has the same digits.
    case refused
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0
  private let maximumDepth: Int
  private let wideIntegers: WideIntegers

  /// Reads one JSON text; spaces around it are allowed.
  ///
  /// - Parameters:
  ///   - text: The text's UTF-8 bytes; a byte order mark is not allowed.
  ///   - maximumDepth: How deep values may be within values.
  /// - Returns: The value.
  /// - Throws: `JSONSyntaxError` with the byte offset.
  public static func parse(
    _ text: some Sequence<UInt8>, maximumDepth: Int = standardDepth
  ) throws(JSONSyntaxError) -> JSONValue {
    try parse(text, maximumDepth: maximumDepth, wideIntegers: .rounded)
  }

  /// Reads one JSON text, and says what becomes of whole numbers that no 64 bits hold.
  ///
  /// - Parameters:
  ///   - text: The text's UTF-8 bytes; a byte order mark is not allowed.
  ///   - maximumDepth: How deep values may be within values.
  ///   - wideIntegers: Whether they lose digits or are refused.
  /// - Returns: The value.
  /// - Throws: `JSONSyntaxError` with the byte offset.
  public static func parse(
    _ text: some Sequence<UInt8>, maximumDepth: Int = standardDepth, wideIntegers: WideIntegers
  ) throws(JSONSyntaxError) -> JSONValue {
    let result = text.withContiguousStorageIfAvailable { buffer in
      Result { () throws(JSONSyntaxError) in
        var parser = JSONParser(
          bytes: buffer, maximumDepth: maximumDepth, wideIntegers: wideIntegers)
        return try parser.parse()
      }
    }
    if let result { return try result.get() }
    return try parse(Array(text), maximumDepth: maximumDepth, wideIntegers: wideIntegers)
  }

  private init(
    bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, wideIntegers: WideIntegers
  ) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.wideIntegers = wideIntegers
  }

  private mutating func parse() throws(JSONSyntaxError) -> JSONValue {
    let value = try value()
    skipSpaces()
    guard position == bytes.count else { throw JSONSyntaxError(.trailingContent, offset: position) }
    return value
  }

  // MARK: - Values

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpaces()
    guard position < bytes.count else { throw JSONSyntaxError(.unexpectedEnd, offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), 48...57: return try number()
    default: throw JSONSyntaxError(.unexpectedByte, offset: position)
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONValue {
    try enter()
    skipSpaces()
    if skip(UInt8(ascii: "}")) {
      depth -= 1
      return .object([:])
    }
    // The first sizes of a growing dictionary are 1, 2 and 3.
    var members = [String: JSONValue](minimumCapacity: 6)
    while true {
      skipSpaces()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        throw unexpected()
      }
      let name = try string()
      skipSpaces()
      guard skip(UInt8(ascii: ":")) else { throw unexpected() }
      members[name] = try value()
      skipSpaces()
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "}")) else { throw unexpected() }
      depth -= 1
      return .object(members)
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    skipSpaces()
    if skip(UInt8(ascii: "]")) {
      depth -= 1
      return .array(elements)
    }
    while true {
      elements.append(try value())
      skipSpaces()
      if skip(UInt8(ascii: ",")) { continue }
      guard skip(UInt8(ascii: "]")) else { throw unexpected() }
      depth -= 1
      return .array(elements)
    }
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= maximumDepth else { throw JSONSyntaxError(.tooDeep, offset: position) }
    position += 1
  }

  private mutating func literal(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for index in 0..<word.utf8CodeUnitCount {
      guard position < bytes.count, bytes[position] == word.utf8Start[index] else {
        throw unexpected()
      }
      position += 1
    }
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    var scanner = JSONNumberScanner(
      bytes: bytes, position: position, wideIntegers: wideIntegers)
    let value = try scanner.scan()
    position = scanner.position
    return value
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    var scanner = JSONStringScanner(bytes: bytes, position: position)
    let value = try scanner.scan()
    position = scanner.position
    return value
  }

  // MARK: - Bytes

  @inline(__always)
  private mutating func skipSpaces() {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return }
      position += 1
    }
  }

  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private func unexpected() -> JSONSyntaxError {
    JSONSyntaxError(
      position < bytes.count ? .unexpectedByte : .unexpectedEnd, offset: position)
  }
}
