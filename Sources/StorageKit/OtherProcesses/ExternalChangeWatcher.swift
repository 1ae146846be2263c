import Dispatch
import Foundation
import GRDB
import Logging
import Synchronization

/// Notices commits of other processes on the same file, without polling.
///
/// ```swift
/// let watcher = try ExternalChangeWatcher(pool: pool) { refresh() }
/// ```
///
/// On each such commit the observations of this process fetch again, as if the change had been
/// made here, and the handler is called. A commit of this process's writer is not reported: the
/// version is read on that very connection, for which SQLite does not count its own commits
/// (<https://www.sqlite.org/pragma.html#pragma_data_version>).
///
/// The watcher works as long as it is referenced. All its state lives on one serial queue.
public final class ExternalChangeWatcher: Sendable {
  private let core: Core
  private let events: DirectoryEvents

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - pool: The open database.
  ///   - region: What observations treat as changed; by default everything.
  ///   - onChange: Called after the observations were notified, on the watcher's queue.
  /// - Throws: ``StorageError``: `.cannotOpen` when the folder cannot be watched.
  public init(
    pool: DatabasePool,
    region: any DatabaseRegionConvertible = DatabaseRegion.fullDatabase,
    onChange: @escaping @Sendable () -> Void = {}
  ) throws(StorageError) {
    let core = try Core(pool: pool, region: region, onChange: onChange)
    self.core = core
    let file = URL(filePath: pool.path).resolvingSymlinksInPath()
    let log = file.lastPathComponent + "-wal"
    events = try DirectoryEvents(path: file.deletingLastPathComponent().path, queue: core.queue) {
      [weak core] names in
      if names?.contains(log) ?? true { core?.take(.fileTouched) }
    }
  }
}

/// Performs the probe's actions; its state belongs to its queue, the lock serves the compiler.
private final class Core: Sendable {
  let queue = DispatchQueue(label: "StorageKit.other-processes")
  private let pool: DatabasePool
  private let region: any DatabaseRegionConvertible
  private let onChange: @Sendable () -> Void
  private let probe: Mutex<ExternalChangeProbe>

  init(
    pool: DatabasePool, region: any DatabaseRegionConvertible,
    onChange: @escaping @Sendable () -> Void
  ) throws(StorageError) {
    self.pool = pool
    self.region = region
    self.onChange = onChange
    let version = try StorageError.wrapping("reading the data version") {
      try pool.writeWithoutTransaction(Self.version)
    }
    probe = Mutex(ExternalChangeProbe(version: version))
  }

  func take(_ event: ExternalChangeProbe.Event) {
    for action in probe.withLock({ $0.on(event) }) { perform(action) }
  }

  private func perform(_ action: ExternalChangeProbe.Action) {
    switch action {
    case .read:
      readVersion()
    case .wait(let milliseconds, let number):
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
        self?.take(.waited(number))
      }
    case .notify:
      notify()
    }
  }

  private func readVersion() {
    pool.asyncWriteWithoutTransaction { [self] db in
      let version = Result { try Self.version(db) }
      queue.async { self.finishReading(version) }
    }
  }

  private func finishReading(_ version: Result<Int, any Error>) {
    switch version {
    case .success(let version):
      take(.read(version: version))
    case .failure(let error):
      Self.report(error)
      take(.failedToRead)
    }
  }

  private func notify() {
    pool.asyncWriteWithoutTransaction { [self] db in
      do {
        // Deferred and empty: it takes no lock, so the other process is not disturbed.
        try db.inTransaction(.deferred) {
          try db.notifyChanges(in: region)
          return .commit
        }
      } catch {
        Self.report(error)
      }
      queue.async { self.onChange() }
    }
  }

  private static func version(_ db: Database) throws -> Int {
    try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
  }

  private static func report(_ error: any Error) {
    Logger(label: "StorageKit").warning(
      "Other processes' commits could not be looked for", metadata: ["error": "\(error)"])
  }
}
