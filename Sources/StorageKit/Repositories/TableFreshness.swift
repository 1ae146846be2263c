import GRDB
import Synchronization

/// Knows whether what was read from a table is still what the table holds.
///
/// Listens to every commit of the writer connection. Changes by this repository are announced
/// by it and leave its caches alone; any other change of the table (raw SQL, another repository,
/// another process once it has been noticed) raises the generation, which makes every cached
/// entity of before invalid at once.
///
/// The methods of `TransactionObserver` run on the writer's queue; counters are read from any
/// thread.
final class TableFreshness: TransactionObserver, Sendable {
  /// A moment in the table's life; nothing is written between two equal tokens.
  struct Token: Hashable, Sendable {
    /// Raised by each commit of somebody else.
    fileprivate(set) var generation = 0
    /// Raised before and after each commit of this repository.
    fileprivate(set) var ownWrites = 0
  }

  private struct State {
    var token = Token()
    var changedRows = 0
    /// How many rows this repository is writing, or `nil` for somebody else's transaction.
    var expectedRows: Int?
  }

  private let table: String
  private let state = Mutex(State())
  private let onForeignChange: @Sendable (Database) -> Void

  init(table: String, onForeignChange: @escaping @Sendable (Database) -> Void) {
    self.table = table.lowercased()
    self.onForeignChange = onForeignChange
  }

  /// The present moment.
  var token: Token { state.withLock { $0.token } }

  /// Runs a transaction that writes a limited number of rows of the table.
  ///
  /// - Parameters:
  ///   - rows: The most rows that the change writes; more, by cascades, count as foreign.
  ///   - db: The writer connection, outside of any transaction.
  ///   - change: The change.
  /// - Returns: What the change returned, and the moment after the commit.
  /// - Throws: What the change throws, and nothing is written then.
  func performOwnWrite<T>(
    rows: Int, in db: Database, _ change: (Database) throws -> T
  ) throws -> (value: T, token: Token) {
    state.withLock {
      $0.token.ownWrites += 1
      $0.expectedRows = rows
    }
    defer { state.withLock { $0.expectedRows = nil } }
    var value: T?
    try db.inTransaction(.immediate) {
      value = try change(db)
      return .commit
    }
    guard let value else { throw DatabaseError(message: "The transaction did not run.") }
    let token = state.withLock { state in
      state.token.ownWrites += 1
      return state.token
    }
    return (value, token)
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    eventKind.tableName.lowercased() == table
  }

  func databaseDidChange() {
    state.withLock { $0.changedRows = Int.max }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    let isForeign = state.withLock { state in
      if state.changedRows < Int.max { state.changedRows += 1 }
      return state.expectedRows == nil
    }
    // One row is enough to know; the rest of a bulk write costs nothing.
    if isForeign { stopObservingDatabaseChangesUntilNextTransaction() }
  }

  func databaseDidCommit(_ db: Database) {
    let isForeign = state.withLock { state in
      defer { state.changedRows = 0 }
      guard state.changedRows > state.expectedRows ?? 0 else { return false }
      state.token.generation += 1
      return true
    }
    if isForeign { onForeignChange(db) }
  }

  func databaseDidRollback(_ db: Database) {
    state.withLock { $0.changedRows = 0 }
  }
}

extension DatabaseEventKind {
  /// The name of the table that the event is about.
  fileprivate var tableName: String {
    switch self {
    case .insert(let name), .delete(let name), .update(let name, _): name
    }
  }
}
