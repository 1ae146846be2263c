extension Edge: JSONCodable {
  /// The names on the wire.
  public static let memberNames = [
    "id", "source_id", "target_id", "edge_type", "properties", "created_at", "updated_at",
    "tenant_id",
  ]

  /// Reads an edge.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    self.init(
      id: try members.string("id"), sourceId: try members.string("source_id"),
      targetId: try members.string("target_id"), edgeType: try members.string("edge_type"),
      properties: try members.object("properties"),
      createdAt: try members.string("created_at"), updatedAt: try members.string("updated_at"),
      tenantId: try members.optionalString("tenant_id"))
  }

  /// Writes the edge.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("id", id, &writer)
    object.member("source_id", sourceId, &writer)
    object.member("target_id", targetId, &writer)
    object.member("edge_type", edgeType, &writer)
    object.member("properties", properties, &writer)
    object.member("created_at", createdAt, &writer)
    object.member("updated_at", updatedAt, &writer)
    object.member("tenant_id", tenantId, &writer)
    object.end(&writer)
  }
}

extension HydratedEdges: JSONCodable {
  /// The names on the wire.
  public static let memberNames = ["edges", "has_more", "next_cursor"]

  /// Reads a page of edges.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    guard let edges = try members.list("edges", of: Edge.self) else {
      throw JSONMembers.error("edges")
    }
    guard let hasMore = members.members["has_more"]?.boolValue else {
      throw JSONMembers.error("has_more")
    }
    self.init(
      edges: edges, hasMore: hasMore, nextCursor: try members.optionalString("next_cursor"))
  }

  /// Writes the page.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("edges", edges, &writer)
    object.member("has_more", hasMore, &writer)
    object.member("next_cursor", nextCursor, &writer)
    object.end(&writer)
  }
}
