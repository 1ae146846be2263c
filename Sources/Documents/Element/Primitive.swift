/// A value without parts: replaced as a whole, the latest write wins.
public enum Primitive: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int32)
  case long(Int64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  /// Milliseconds since 1970-01-01 00:00 UTC.
  case date(milliseconds: Int64)

  /// The smaller of the two integers that holds a number.
  public init(_ number: Int) {
    self = Int32(exactly: number).map { .integer($0) } ?? .long(Int64(number))
  }

  /// The value as JSON text; bytes as an array of numbers, a number that JSON lacks as null.
  public var json: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .long(let value): String(value)
    case .double(let value): value.isFinite ? String(value) : "null"
    case .string(let value): value.jsonQuoted
    case .bytes(let value): "[" + value.map { String($0) }.joined(separator: ",") + "]"
    case .date(let milliseconds): String(milliseconds)
    }
  }
}
