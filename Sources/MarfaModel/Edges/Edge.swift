/// A directed, typed link between two items.
///
/// Only the properties of an edge can change.
public struct Edge: Hashable, Sendable, Identifiable {
  /// The edge's id.
  public var id: String
  /// The item that it starts from.
  public var sourceId: String
  /// The item that it points to.
  public var targetId: String
  /// The name of the edge's type, such as `references`.
  public var edgeType: String
  /// Values of the edge itself.
  public var properties: [String: JSONValue]
  /// When it was made, ISO 8601.
  public var createdAt: String
  /// When its properties last changed, ISO 8601.
  public var updatedAt: String
  /// The space that it belongs to.
  public var tenantId: String?

  /// An edge with all its fields, as a server sends it.
  public init(
    id: String, sourceId: String, targetId: String, edgeType: String,
    properties: [String: JSONValue] = [:], createdAt: String, updatedAt: String,
    tenantId: String? = nil
  ) {
    self.id = id
    self.sourceId = sourceId
    self.targetId = targetId
    self.edgeType = edgeType
    self.properties = properties
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.tenantId = tenantId
  }
}

/// The first edges of one type that were sent with an item.
public struct HydratedEdges: Hashable, Sendable {
  /// The edges, oldest first.
  public var edges: [Edge]
  /// Whether there are more than these.
  public var hasMore: Bool
  /// Where the next page starts.
  public var nextCursor: String?

  /// The first edges of one type, and how to read on.
  public init(edges: [Edge], hasMore: Bool = false, nextCursor: String? = nil) {
    self.edges = edges
    self.hasMore = hasMore
    self.nextCursor = nextCursor
  }
}
