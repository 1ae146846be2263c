import GRDB
import MarfaModel

/// Conditions that hold together, with their arguments.
struct Conditions {
  private(set) var sql: [String] = []
  private(set) var arguments: StatementArguments = []

  /// Adds a condition.
  mutating func add(_ condition: String, _ values: StatementArguments = []) {
    sql.append(condition)
    arguments += values
  }

  /// Adds that a column is one of some names; nil adds nothing.
  mutating func add(_ column: String, in names: Set<String>?) {
    guard let names else { return }
    if names.count == 1 {
      add("\(column) = ?", StatementArguments(names))
    } else {
      add("\(column) IN (\(placeholders(names.count)))", StatementArguments(names.sorted()))
    }
  }

  /// The conditions joined, or `1` when there are none.
  var clause: String { sql.isEmpty ? "1" : sql.joined(separator: " AND ") }
}
