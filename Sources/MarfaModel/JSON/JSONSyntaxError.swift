/// What is wrong with a JSON text, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kinds of mistakes.
  public enum Reason: String, Hashable, Sendable {
    /// The text ends too early.
    case unexpectedEnd
    /// A byte that cannot be here.
    case unexpectedByte
    /// Something follows the value.
    case trailingContent
    /// A number that RFC 8259 does not allow, or that no finite double is near.
    case invalidNumber
    /// A whole number of more than 64 bits, where none may be rounded.
    case wideInteger
    /// A backslash followed by something wrong.
    case invalidEscape
    /// A control character within a string.
    case controlCharacter
    /// Bytes that are not UTF-8, or half of a surrogate pair.
    case invalidUnicode
    /// Too many values within values.
    case tooDeep
  }

  /// What is wrong.
  public var reason: Reason
  /// Where, in bytes from the start.
  public var offset: Int

  /// What is wrong at an offset in UTF-8 bytes.
  public init(_ reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
