import MarfaModel

/// One row of `edge` with the ids and types of its ends.
public struct EdgeRow: Hashable, Sendable {
  /// The number by which rows refer to each other; 0 before the row is written.
  var key: Int64
  var id: String
  var sourceId: String
  var targetId: String
  var type: String
  /// Milliseconds since 1970.
  var createdAt: Int64
  var updatedAt: Int64
  /// JSON.
  var properties: String
  var sourceType: String
  var targetType: String

  /// The row as the model's value.
  func edge() throws -> Edge {
    Edge(
      id: id, sourceId: sourceId, targetId: targetId, edgeType: type,
      properties: try StoredJSON.object(properties),
      createdAt: Timestamp(milliseconds: createdAt).iso8601,
      updatedAt: Timestamp(milliseconds: updatedAt).iso8601)
  }
}

extension EdgeRow {
  /// About how many bytes the edge has as JSON.
  var size: Int { properties.utf8.count + 320 }
}
