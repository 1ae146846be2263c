/// What one question may cost, and its answer may weigh.
public struct ReadLimits: Codable, Hashable, Sendable {
  /// Bytes of a page, which ends with `has_more` then.
  public var pageBytes = 4 << 20
  /// Conditions of a filter expression.
  public var filterConditions = 32
  /// Those of them that may be about edges, each of which looks at other items.
  public var filterEdgeConditions = 8
  /// Values that the lists of a filter expression have together.
  public var filterValues = 1_000

  /// The standard limits.
  public init() {}
}
