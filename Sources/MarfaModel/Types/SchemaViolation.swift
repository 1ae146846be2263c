/// One value that does not fit its type.
public struct SchemaViolation: Hashable, Sendable {
  /// Words for what is wrong with a value.
  public enum Code: String, Hashable, Sendable {
    /// It must be there.
    case missingRequiredField = "missing_required_field"
    /// It is of another kind.
    case wrongType = "wrong_type"
    /// A string that is not of the format.
    case invalidFormat = "invalid_format"
    /// Not one of the allowed strings.
    case notAllowed = "not_allowed"
    /// The type has no such field, and is in strict mode.
    case unknownProperty = "unknown_property"
  }

  /// Where it is, such as `due_at` or `authors[2]`.
  public var field: String
  /// What is wrong.
  public var code: Code
  /// What was expected: a kind, a format, or the allowed strings with commas.
  public var expected: String?

  /// What is wrong with a field, and what was expected if that helps.
  public init(field: String, code: Code, expected: String? = nil) {
    self.field = field
    self.code = code
    self.expected = expected
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "field": .string(field), "code": .string(code.rawValue),
    ]
    if let expected { members["expected"] = .string(expected) }
    return .object(members)
  }
}

extension ValidationError {
  /// The error `invalid_properties` with its violations under `details.fields`, or nil for none.
  public init?(violations: [SchemaViolation], of type: String) {
    guard let first = violations.first else { return nil }
    self.init(
      code: ErrorCode.invalidProperties,
      message: "The properties do not fit \(type): \(first.field) (\(first.code.rawValue)).",
      status: 400,
      details: ["type": .string(type), "fields": .array(violations.map(\.json))])
  }
}
