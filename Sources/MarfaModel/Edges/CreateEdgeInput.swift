/// What is given to create an edge.
public struct CreateEdgeInput: Codable, Hashable, Sendable {
  /// The id to use; only in bulk requests and in local mode.
  public var id: String?
  /// The item that it starts from.
  public var sourceID: String
  /// The item that it points to.
  public var targetID: String
  /// The name of the edge's type.
  public var edgeType: String
  /// Values of the edge itself.
  public var properties: [String: JSONValue]?

  /// Creates an input.
  public init(
    id: String? = nil, sourceID: String, targetID: String, edgeType: String,
    properties: [String: JSONValue]? = nil
  ) {
    self.id = id
    self.sourceID = sourceID
    self.targetID = targetID
    self.edgeType = edgeType
    self.properties = properties
  }

  enum CodingKeys: String, CodingKey {
    case id
    case sourceID = "source_id"
    case targetID = "target_id"
    case edgeType = "edge_type"
    case properties
  }
}
