import GRDB

/// A row whose columns are read by position.
protocol PositionalRow {
  /// A text that is not NULL.
  func text(_ column: Int) -> String
  /// A number that is not NULL.
  func integer(_ column: Int) -> Int64
  /// A text, or nil for NULL.
  func optionalText(_ column: Int) -> String?
  /// A number, or nil for NULL.
  func optionalInteger(_ column: Int) -> Int64?
  /// A number with a fraction, or nil for NULL.
  func optionalReal(_ column: Int) -> Double?
}

extension PositionalRow {
  /// Whether a number is not 0.
  func flag(_ column: Int) -> Bool { integer(column) != 0 }

  /// A time in milliseconds.
  func time(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }
}

extension Row: PositionalRow {
  func text(_ column: Int) -> String { self[column] }
  func integer(_ column: Int) -> Int64 { self[column] }
  func optionalText(_ column: Int) -> String? { self[column] }
  func optionalInteger(_ column: Int) -> Int64? { self[column] }
  func optionalReal(_ column: Int) -> Double? { self[column] }
}

/// The row that a statement has reached: read at once, without what `Row` checks of each column.
struct StatementRow: PositionalRow {
  let statement: SQLiteStatement

  func text(_ column: Int) -> String {
    String(sqliteStatement: statement, index: CInt(column))
  }

  func integer(_ column: Int) -> Int64 {
    Int64(sqliteStatement: statement, index: CInt(column))
  }

  func optionalText(_ column: Int) -> String? {
    String.fromStatement(statement, atUncheckedIndex: CInt(column))
  }

  func optionalInteger(_ column: Int) -> Int64? {
    Int64.fromStatement(statement, atUncheckedIndex: CInt(column))
  }

  func optionalReal(_ column: Int) -> Double? {
    Double.fromStatement(statement, atUncheckedIndex: CInt(column))
  }
}

/// The rows of a statement, one after the other; a reader must read them to the end.
final class StatementRows: DatabaseCursor {
  typealias Element = StatementRow

  let _statement: Statement
  var _isDone = false

  /// Starts a statement.
  init(_ statement: Statement, arguments: StatementArguments = []) throws {
    _statement = statement
    try statement.setArguments(arguments)
  }

  func _element(sqliteStatement: SQLiteStatement) -> StatementRow {
    StatementRow(statement: sqliteStatement)
  }
}
