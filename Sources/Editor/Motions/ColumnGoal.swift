/// The column that vertical motions aim for.
struct ColumnGoal: Hashable, Sendable {
  /// Columns from the line's start; `Int.max` for its end.
  var line: Int
  /// Columns from the row's start; `Int.max` for its end.
  var row: Int
}
