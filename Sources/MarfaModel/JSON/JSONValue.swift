/// Any JSON value (RFC 8259).
///
/// ```swift
/// let recipe: JSONValue = ["title": "Rye", "tags": ["bread"], "loaves": 2]
/// let title = recipe.objectValue?["title"]?.stringValue
/// ```
public enum JSONValue: Hashable, Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction or exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number; always finite.
  case number(Double)
  /// A string.
  case string(String)
  /// An ordered list.
  case array([JSONValue])
  /// Members by name; their order is not kept.
  case object([String: JSONValue])

  /// The string, when this is one.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }
  /// The truth value, when this is one.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
  /// The whole number, when this is one.
  public var integerValue: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }
  /// The number, whole or not.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }
  /// The list, when this is one.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }
  /// The members, when this is an object.
  public var objectValue: [String: JSONValue]? {
    if case .object(let value) = self { value } else { nil }
  }
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A number without a fraction.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number that may have a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A list, in order.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; the last of equal names wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
  /// Takes each part as it is.
  public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: Codable {
  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      // Each attempt that fails only means that the value is of another kind.
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the JSON value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
