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
  /// A statement for a list's conditions.
  ///
  /// Kept for the next time unless its text follows what a client wrote: SQLite connections keep
  /// their statements until they are closed.
  func statement(_ sql: String, isKept: Bool) throws -> Statement {
    isKept ? try cachedStatement(sql: sql) : try makeStatement(sql: sql)
  }
}

extension ItemSelection {
  /// Whether lists with the same conditions are usual, so that their statement is kept.
  var isCommon: Bool { filter == nil && tags.count <= 4 && neighbours.count <= 4 }
}

/// As many question marks as there are values, separated by commas.
func placeholders(_ count: Int) -> String {
  repeatElement("?", count: count).joined(separator: ", ")
}
