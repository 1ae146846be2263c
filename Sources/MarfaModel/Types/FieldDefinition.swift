/// What a property of a type may hold.
///
/// ```swift
/// let rating = FieldDefinition(.string, searchable: false, enumValues: ["good", "best"])
/// ```
public struct FieldDefinition: Codable, Hashable, Sendable {
  /// The kinds of JSON that a property may hold.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// Text.
    case string
    /// Any number.
    case number
    /// A number without a fraction.
    case integer
    /// True or false.
    case boolean
    /// A list.
    case array
    /// Members by name.
    case object
  }

  /// The kind of value.
  public var type: Kind
  /// What it means, for a person.
  public var description: String?
  /// A further rule for a string: `url`, `datetime`, `bcp47` or `blob`; others are not
  /// checked.
  public var format: String?
  /// Whether full-text search looks at it; only strings are searched.
  public var searchable: Bool?
  /// The only strings that are allowed.
  public var enumValues: [String]?
  /// The kind of an array's elements.
  public var itemsType: Kind?
  /// Whether it must be there; used by properties of edges.
  public var required: Bool?

  /// A field of a type; what is nil is not said, and may be anything.
  public init(
    _ type: Kind, description: String? = nil, format: String? = nil, searchable: Bool? = nil,
    enumValues: [String]? = nil, itemsType: Kind? = nil, required: Bool? = nil
  ) {
    self.type = type
    self.description = description
    self.format = format
    self.searchable = searchable
    self.enumValues = enumValues
    self.itemsType = itemsType
    self.required = required
  }

  /// Whether full-text search looks at the field.
  public var isSearched: Bool {
    type == .string && searchable != false
  }

  enum CodingKeys: String, CodingKey {
    case type, description, format, searchable, required
    case enumValues = "enum_values"
    case itemsType = "items_type"
  }
}
