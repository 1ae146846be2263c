import GRDB
import Synchronization

/// Notices what each commit of the store's writer touches, row by row and column by column.
///
/// SQLite names the row of a change but not its columns; those come from the statement that is
/// about to run, which GRDB announces through `observes(eventsOfKind:)` before each execution.
/// Statements announced without an event in between are taken together, so a change may name too
/// many columns, never too few. All callbacks run on the writer's queue. A commit of another
/// process is announced without rows, and then everything may have changed.
final class ChangeFeed: TransactionObserver, ChangeSource {
  private struct State {
    /// What the present transaction has touched so far.
    var transaction = StoreChange()
    /// What is committed and not taken yet.
    var mailbox: StoreChange?
    /// The number of the newest commit that touched anything a query may read.
    var sequence: UInt64 = 0
    /// The columns that the statement about to run writes, by table.
    var announced: [StoreTable: Set<String>] = [:]
    var isAnnouncing = false
  }

  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  /// Hears nothing until it is added to the writer, which keeps it weakly.
  init() {
    // One waiting signal is enough: its receiver empties the mailbox.
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit {
    signal.finish()
  }

  var sequence: UInt64 { state.withLock { $0.sequence } }

  func take() -> StoreChange? {
    state.withLock { state in
      defer { state.mailbox = nil }
      return state.mailbox
    }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
    guard let table = StoreTable(rawValue: eventKind.tableName) else { return false }
    guard case .update(_, let columns) = eventKind else { return true }
    state.withLock { state in
      if !state.isAnnouncing {
        state.announced = [:]
        state.isAnnouncing = true
      }
      // Mostly the only one: the statement's own set is then shared, and nothing is hashed.
      if state.announced[table] == nil {
        state.announced[table] = columns
      } else {
        state.announced[table]?.formUnion(columns)
      }
    }
    return true
  }

  func databaseDidChange() {
    state.withLock { $0.transaction.isEverything = true }
  }

  func databaseDidChange(with event: DatabaseEvent) {
    guard let table = StoreTable(rawValue: event.tableName) else { return }
    let (kind, key) = (event.kind, event.rowID)
    state.withLock { state in
      state.isAnnouncing = false
      var row = StoreChange.Row()
      switch kind {
      case .insert: row.isInserted = true
      case .delete: row.isDeleted = true
      case .update: row.columns = state.announced[table] ?? []
      }
      state.transaction.record(row, key: key, in: table)
    }
  }

  func databaseDidCommit(_ db: Database) {
    let isWorthTelling = state.withLock { state in
      var change = state.transaction
      state.transaction = StoreChange()
      guard change.isEverything || !change.tables.isEmpty else { return false }
      state.sequence += 1
      change.sequence = state.sequence
      if state.mailbox == nil { state.mailbox = change } else { state.mailbox?.merge(change) }
      return true
    }
    if isWorthTelling { signal.yield() }
  }

  func databaseDidRollback(_ db: Database) {
    state.withLock { $0.transaction = StoreChange() }
  }
}
