/// What is given to create an edge.
///
/// ```swift
/// let link = CreateEdgeInput(sourceId: "a", targetId: "b", edgeType: "about")
/// ```
public struct CreateEdgeInput: Codable, Hashable, Sendable {
  /// The id to use; only in bulk requests and in local mode.
  public var id: String?
  /// The item that it starts from.
  public var sourceId: String
  /// The item that it points to.
  public var targetId: String
  /// The name of the edge's type.
  public var edgeType: String
  /// Values of the edge itself.
  public var properties: [String: JSONValue]?

  /// Two items by their ids, and the type of the edge between them.
  public init(
    id: String? = nil, sourceId: String, targetId: String, edgeType: String,
    properties: [String: JSONValue]? = nil
  ) {
    self.id = id
    self.sourceId = sourceId
    self.targetId = targetId
    self.edgeType = edgeType
    self.properties = properties
  }

  enum CodingKeys: String, CodingKey {
    case id
    case sourceId = "source_id"
    case targetId = "target_id"
    case edgeType = "edge_type"
    case properties
  }
}
