import GRDB
import Glibc
import MarfaServer
import Synchronization

/// A disk that is full when a test says so, for the database and for blobs.
final class LimitedDisk: Sendable {
  private let full = Mutex(false)

  /// Whether nothing more can be written.
  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  /// Makes each commit fail as SQLite does on such a disk.
  var hooks: StoreHooks {
    var hooks = StoreHooks()
    hooks.prepare = { [self] db in
      db.add(transactionObserver: CommitRefusal(disk: self), extent: .databaseLifetime)
    }
    return hooks
  }

  /// Makes each write of a blob fail with ENOSPC.
  var write: OpenFile.Write {
    { [self] descriptor, bytes in
      guard isFull else { return OpenFile.systemWrite(descriptor, bytes) }
      errno = ENOSPC
      return -1
    }
  }

  private final class CommitRefusal: TransactionObserver {
    private let disk: LimitedDisk

    init(disk: LimitedDisk) {
      self.disk = disk
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {}
    func databaseDidRollback(_ db: Database) {}

    func databaseWillCommit() throws {
      if disk.isFull { throw DatabaseError(resultCode: .SQLITE_FULL) }
    }
  }
}
