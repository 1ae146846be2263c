import GRDB
import MarfaModel

/// Short forms for statements that are prepared once and kept.
extension Database {
  /// Runs a statement.
  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The first row.
  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Every row.
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first column of the first row.
  func value<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = [], as type: Value.Type = Value.self
  ) throws -> Value? {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first column of every row.
  func values<Value: DatabaseValueConvertible>(
    _ sql: String, _ arguments: StatementArguments = [], as type: Value.Type = Value.self
  ) throws -> [Value] {
    try Value.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }
}

extension Database {
  /// A statement for a list's filters.
  ///
  /// Kept for the next time unless its text follows what a client wrote: SQLite connections keep
  /// their statements for ever.
  func statement(_ sql: String, for filters: ListFilters) throws -> Statement {
    let ends = filters.edge.count + filters.backref.count
    let isCommon = filters.filter == nil && filters.tags.count <= 4 && ends <= 4
    return isCommon ? try cachedStatement(sql: sql) : try makeStatement(sql: sql)
  }
}

/// As many question marks as there are values, separated by commas.
func placeholders(_ count: Int) -> String {
  repeatElement("?", count: count).joined(separator: ", ")
}
