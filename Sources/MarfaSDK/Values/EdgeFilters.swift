/// Which edges a list holds; all conditions hold together.
public struct EdgeFilters: Hashable, Sendable {
  /// The item that the edges start from.
  public var sourceID: String?
  /// The item that the edges point to.
  public var targetID: String?
  /// The edges' types; all when empty.
  public var edgeTypes: [String]
  /// How many at most; all when nil.
  public var limit: Int?
  /// Where a page starts, as the page before said.
  public var cursor: String?

  /// Creates filters.
  public init(
    sourceID: String? = nil, targetID: String? = nil, edgeTypes: [String] = [],
    limit: Int? = nil, cursor: String? = nil
  ) {
    self.sourceID = sourceID
    self.targetID = targetID
    self.edgeTypes = edgeTypes
    self.limit = limit
    self.cursor = cursor
  }
}
