import GRDB
import MarfaModel

/// One row of `edge` with the ids and types of its ends.
struct EdgeRow {
  var key: Int64
  var id: String
  var sourceID: String
  var targetID: String
  var type: String
  /// Milliseconds since 1970.
  var createdAt: Int64
  var updatedAt: Int64
  /// JSON.
  var properties: String
  var sourceType: String
  var targetType: String

  /// The columns that `init(_:)` reads, in its order.
  static let columns = """
    edge.key, edge.id, source.id, target.id, edge.type, edge.created_at, edge.updated_at,
    edge.properties, source.type, target.type
    """
  /// The tables of `columns`.
  static let tables = """
    edge JOIN item AS source ON source.key = edge.source
      JOIN item AS target ON target.key = edge.target
    """

  /// Reads a row that starts with `columns`.
  init(_ row: Row) {
    key = row[0]
    id = row[1]
    sourceID = row[2]
    targetID = row[3]
    type = row[4]
    createdAt = row[5]
    updatedAt = row[6]
    properties = row[7]
    sourceType = row[8]
    targetType = row[9]
  }

  /// The row as the model's value.
  func edge() throws -> Edge {
    Edge(
      id: id, sourceID: sourceID, targetID: targetID, edgeType: type,
      properties: try StoredJSON.object(properties),
      createdAt: Timestamp(milliseconds: createdAt).iso8601,
      updatedAt: Timestamp(milliseconds: updatedAt).iso8601)
  }

  /// Writes the edge as the API does.
  func write(to writer: inout JSONWriter) {
    writer.raw("{\"id\":")
    writer.write(id)
    writer.member("source_id", sourceID)
    writer.member("target_id", targetID)
    writer.member("edge_type", type)
    writer.raw(",\"properties\":")
    writer.raw(properties)
    writer.time("created_at", createdAt)
    writer.time("updated_at", updatedAt)
    writer.raw("}")
  }

  /// The edge as a text on one line.
  var json: String {
    var writer = JSONWriter(capacity: properties.utf8.count + 320)
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Who may see the edge: its type and both ends must be readable.
  func isReadable(by scope: ReadScope) -> Bool {
    scope.access.mayRead(edgeType: type) && scope.mayRead(type: sourceType)
      && scope.mayRead(type: targetType)
  }
}

extension Database {
  /// The edges that a condition finds, oldest first.
  func edgeRows(_ condition: String, _ arguments: StatementArguments) throws -> [EdgeRow] {
    try rows(
      "SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables) WHERE \(condition) ORDER BY edge.key",
      arguments
    ).map(EdgeRow.init)
  }
}
