import GRDB
import GRDBSQLite
import MarfaModel

/// The end of a query's time on one connection.
///
/// SQLite asks now and then whether to go on, and breaks off when the time is over
/// (<https://www.sqlite.org/c3ref/progress_handler.html>).
struct QueryDeadline {
  /// The time of a query was over.
  struct Over: Error {
    /// How long it was.
    let time: Duration

    /// What the client is answered.
    var refusal: ValidationError {
      let milliseconds =
        time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
      return ValidationError(
        message: "The query takes longer than \(milliseconds) ms; narrow it.",
        details: ["limit_milliseconds": .integer(milliseconds)])
    }
  }

  /// How many steps of SQLite's machine are made between two looks at the clock.
  private static let steps: Int32 = 5_000

  /// Runs work on a connection for as long as it may take.
  ///
  /// - Parameters:
  ///   - time: How long; nil for as long as it takes.
  ///   - db: The connection; it has no other progress handler meanwhile.
  ///   - work: The queries.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw; `Over` when its time was over.
  static func run<Value>(
    _ time: Duration?, on db: Database, _ work: (Database) throws -> Value
  ) throws -> Value {
    guard let time else { return try work(db) }
    let watch = Watch(end: ContinuousClock.now + time)
    let connection = db.sqliteConnection
    sqlite3_progress_handler(
      connection, steps,
      { context in
        guard let context else { return 0 }
        let watch = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue()
        watch.isOver = watch.isOver || ContinuousClock.now >= watch.end
        return watch.isOver ? 1 : 0
      }, Unmanaged.passUnretained(watch).toOpaque())
    defer {
      sqlite3_progress_handler(connection, 0, nil, nil)
      withExtendedLifetime(watch) {}
    }
    do {
      return try work(db)
    } catch let error as DatabaseError where watch.isOver && error.resultCode == .SQLITE_INTERRUPT {
      throw Over(time: time)
    }
  }

  /// A class, because SQLite keeps a pointer to it; used by the connection's thread alone.
  private final class Watch {
    let end: ContinuousClock.Instant
    var isOver = false

    init(end: ContinuousClock.Instant) { self.end = end }
  }
}
