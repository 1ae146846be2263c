/// Checks properties against the fields of a type.
///
/// ```swift
/// let ofNote = CoreTypes.registry["core.note"]
/// let violations = ofNote.map { SchemaValidator($0).violations(in: ["body": 7]) } ?? []
/// ```
public struct SchemaValidator: Sendable {
  /// What becomes of properties that the type does not know.
  public enum UnknownProperties: Hashable, Sendable {
    /// They are kept.
    case kept
    /// They are violations: strict mode.
    case refused
  }

  private let fields: [String: FieldDefinition]
  private let required: Set<String>
  private let unknown: UnknownProperties

  /// Checks items against a type and its ancestors.
  public init(_ type: TypeRegistry.ResolvedType, unknown: UnknownProperties = .kept) {
    self.init(fields: type.fields, required: type.required, unknown: unknown)
  }

  /// Validates some fields.
  init(
    fields: [String: FieldDefinition], required: Set<String>, unknown: UnknownProperties
  ) {
    self.fields = fields
    self.required = required
    self.unknown = unknown
  }

  /// What is wrong with the properties, sorted by field; empty when they fit.
  ///
  /// A property that is `null` counts as absent.
  public func violations(in properties: [String: JSONValue]) -> [SchemaViolation] {
    var found: [SchemaViolation] = []
    for name in required where properties[name]?.isNull ?? true {
      found.append(SchemaViolation(field: name, code: .missingRequiredField))
    }
    for (name, value) in properties {
      if let field = fields[name] {
        check(value, field, name, &found)
      } else if unknown == .refused {
        found.append(SchemaViolation(field: name, code: .unknownProperty))
      }
    }
    return found.sorted { $0.field < $1.field }
  }

  private func check(
    _ value: JSONValue, _ field: FieldDefinition, _ path: String,
    _ found: inout [SchemaViolation]
  ) {
    guard !value.isNull else { return }
    guard value.isKind(field.type) else {
      found.append(
        SchemaViolation(field: path, code: .wrongType, expected: field.type.rawValue))
      return
    }
    if let allowed = field.enumValues, let text = value.stringValue, !allowed.contains(text) {
      let expected = allowed.joined(separator: ", ")
      found.append(SchemaViolation(field: path, code: .notAllowed, expected: expected))
    }
    if let name = field.format, let text = value.stringValue,
      let format = StringFormat(rawValue: name), !format.accepts(text)
    {
      found.append(SchemaViolation(field: path, code: .invalidFormat, expected: name))
    }
    guard let kind = field.itemsType, let elements = value.arrayValue else { return }
    for (index, element) in elements.enumerated() where !element.isKind(kind) {
      found.append(
        SchemaViolation(
          field: "\(path)[\(index)]", code: .wrongType, expected: kind.rawValue))
    }
  }
}

extension JSONValue {
  /// Whether the value is of a schema's kind; 2.0 counts as an integer.
  public func isKind(_ kind: FieldDefinition.Kind) -> Bool {
    switch (kind, self) {
    case (.string, .string), (.boolean, .bool), (.array, .array), (.object, .object),
      (.number, .integer), (.number, .number), (.integer, .integer):
      true
    case (.integer, .number(let value)): value.rounded() == value
    default: false
    }
  }
}
