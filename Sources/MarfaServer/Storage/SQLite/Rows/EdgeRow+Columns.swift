import GRDB
import MarfaModel

extension EdgeRow {
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
    sourceId = row[2]
    targetId = row[3]
    type = row[4]
    createdAt = row[5]
    updatedAt = row[6]
    properties = row[7]
    sourceType = row[8]
    targetType = row[9]
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
