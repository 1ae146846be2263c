import GRDB
import GRDBSQLite
import Synchronization

/// Counts steps of SQLite's machine, which do not depend on the clock or the load.
final class StepCounter: Sendable {
  private let steps = Atomic(0)

  /// The steps since this was last called, to the nearest 10 of each statement.
  func take() -> Int { steps.exchange(0, ordering: .relaxed) }

  /// See <https://www.sqlite.org/c3ref/progress_handler.html>.
  func watch(_ db: Database) {
    // The counter outlives the connections of its test.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      db.sqliteConnection, 10,
      { context in
        guard let context else { return 0 }
        Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().steps
          .add(10, ordering: .relaxed)
        return 0
      }, context)
  }
}
