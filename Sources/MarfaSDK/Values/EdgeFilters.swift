/// Which edges a list holds; all conditions hold together.
///
/// ```swift
/// let links = try await client.edges.list(
///   EdgeFilters(sourceId: note.id, edgeTypes: ["references"], limit: 50))
/// show(links.data.count)
/// ```
public struct EdgeFilters: Hashable, Sendable {
  /// The item that the edges start from.
  public var sourceId: String?
  /// The item that the edges point to.
  public var targetId: String?
  /// The edges' types; all when empty.
  public var edgeTypes: [String]
  /// How many at most; all when nil.
  public var limit: Int?
  /// Where a page starts, as the page before said.
  public var cursor: String?

  /// Takes each part as it is.
  public init(
    sourceId: String? = nil, targetId: String? = nil, edgeTypes: [String] = [],
    limit: Int? = nil, cursor: String? = nil
  ) {
    self.sourceId = sourceId
    self.targetId = targetId
    self.edgeTypes = edgeTypes
    self.limit = limit
    self.cursor = cursor
  }
}
