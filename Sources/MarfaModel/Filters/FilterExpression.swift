/// An expression of the filter grammar.
///
/// `term := path op value`, joined by `and`, `or`, `not` and parentheses; `not` binds tightest,
/// then `and`. `in` takes a list in parentheses, `exists` takes nothing, or `true` or `false`.
///
/// ```swift
/// let filter = try FilterExpression(parsing: #"properties.title eq "Rye""#)
/// ```
public indirect enum FilterExpression: Hashable, Sendable {
  /// What a term looks at.
  public enum Path: Hashable, Sendable {
    /// A field of every item, by its wire name.
    case system(String)
    /// The tags.
    case tags
    /// A property.
    case property(String)
    /// Targets of outgoing edges of a type.
    case edge(String)
    /// Sources of incoming edges of a type.
    case backref(String)
  }

  /// How a term compares.
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    /// Equal.
    case equal = "eq"
    /// Not equal, or absent.
    case notEqual = "ne"
    /// Greater.
    case greater = "gt"
    /// Greater or equal.
    case greaterOrEqual = "ge"
    /// Less.
    case less = "lt"
    /// Less or equal.
    case lessOrEqual = "le"
    /// A string holds another, or a list an element; case matters.
    case contains
    /// A string starts with another; case matters.
    case startsWith = "startswith"
  }

  /// A path compared to a value.
  case comparison(Path, Comparison, JSONValue)
  /// A path equal to one of the values.
  case isOneOf(Path, [JSONValue])
  /// A path that has a value.
  case exists(Path)
  /// Both.
  case and(FilterExpression, FilterExpression)
  /// Either.
  case or(FilterExpression, FilterExpression)
  /// Not.
  case not(FilterExpression)

  /// System fields that a filter may name.
  public static let systemFields: Set<String> = [
    "id", "type", "state", "tier", "version", "schema_version", "source", "source_id", "device",
    "capture_latitude", "capture_longitude", "timestamp", "created_at", "updated_at",
  ]
}
