import GRDB
import GRDBSQLite
import Synchronization

/// Copies the write-ahead log into the database's file as `CheckpointPlan` says.
final class Checkpoints: Sendable {
  /// How many copies were made since the store was opened.
  struct Counts: Sendable {
    var beside = 0
    var byWriter = 0
  }

  private struct State {
    var plan = CheckpointPlan()
    /// Copies next to the writer; made when the first is due.
    var connection: DatabaseQueue?
    var isClosed = false
    var counts = Counts()
  }

  private let path: String
  private let state = Mutex(State())
  /// How many pages the log has.
  private let pages = Atomic(0)

  /// - Parameter path: The database's file.
  init(path: String) { self.path = path }

  /// The number of copies so far.
  var counts: Counts { state.withLock { $0.counts } }

  /// Takes over from SQLite, which would copy within the writer's commits.
  ///
  /// - Parameter writer: The one connection that writes; it must not outlive this.
  func takeOver(_ writer: Database) {
    // <https://www.sqlite.org/c3ref/wal_hook.html>
    sqlite3_wal_hook(
      writer.sqliteConnection,
      { context, _, _, pages in
        guard let context else { return SQLITE_OK }
        Unmanaged<Checkpoints>.fromOpaque(context).takeUnretainedValue().pages
          .store(Int(pages), ordering: .relaxed)
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// To be called after each commit, on the writer's queue and outside a transaction.
  func committed(_ writer: Database) {
    let pages = pages.load(ordering: .relaxed)
    switch state.withLock({ $0.plan.committed(pages: pages) }) {
    case .nothing: break
    case .beside: copyBeside()
    case .byWriter:
      // A failure changes nothing: the log grows on, and a later copy tries again.
      _ = try? Self.copy(writer)
      state.withLock { state in
        state.counts.byWriter += 1
        state.plan.finished(pages: pages)
      }
    }
  }

  /// Waits for a copy that is being made; none is made later.
  func close() {
    let connection = state.withLock { state in
      state.isClosed = true
      defer { state.connection = nil }
      return state.connection
    }
    // The connection closes itself when it is busy no longer.
    try? connection?.close()
  }

  private func copyBeside() {
    guard let connection = connection() else { return copied(nil) }
    connection.asyncWriteWithoutTransaction { [self] db in
      // What is not copied now is copied after a later commit.
      copied(try? Self.copy(db))
    }
  }

  private func copied(_ copied: Int?) {
    let pages = pages.load(ordering: .relaxed)
    let step = state.withLock { state in
      if copied != nil { state.counts.beside += 1 }
      return state.plan.copied(copied, pages: pages)
    }
    if step == .beside { copyBeside() }
  }

  private func connection() -> DatabaseQueue? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      if state.connection == nil {
        var configuration = Configuration()
        configuration.label = "marfa-server-checkpoints"
        // Without a connection the log grows until the next try, and nothing is lost.
        state.connection = try? DatabaseQueue(path: path, configuration: configuration)
      }
      return state.connection
    }
  }

  /// - Returns: How many pages of the log are in the file.
  private static func copy(_ db: Database) throws -> Int {
    let row = try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(PASSIVE)")
    return row.map { $0[2] } ?? 0
  }
}
