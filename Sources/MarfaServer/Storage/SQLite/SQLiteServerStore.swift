import Foundation
import GRDB
import MarfaModel

/// The server's store in one SQLite file, for one process at a time.
///
/// Readers see a snapshot and never wait for the writer (WAL); writes that arrive together share
/// one synced commit.
public final class SQLiteServerStore: ServerStore {
  let pool: DatabasePool
  /// The index of words.
  let words: WordsFile
  /// For reads of a few rows.
  let lookups: LookupConnections
  let commits: GroupCommit
  let checkpoints: Checkpoints
  let environment: StoreEnvironment
  /// Bounds how many atomic bulk requests are prepared and not written yet.
  public let bulkTurns = BulkTurns()
  /// Lets one at a time bring the index of words up to date.
  public let wordTurns = BulkTurns(1)
  /// How long a search waits for the index of words.
  public let searchPatience: Duration?
  /// How long a query may take; nil without an end.
  let queryTime: Duration?
  /// How long a read of a few rows may take; nil without a limit.
  let glanceTime: Duration?
  /// Held until the store is closed; nil for a tool next to a server.
  let lock: DirectoryLock?

  /// Opens the store of a data directory, which is made when it is not there.
  ///
  /// - Parameters:
  ///   - directory: Where `marfa-server.sqlite` and `server.lock` are.
  ///   - clock: Gives the time.
  ///   - ids: Makes ids of items, edges and snapshots.
  ///   - onEvents: Is given the events of each commit, in the order of the log, after the commit
  ///     is durable and before its requests are answered. It must return at once.
  /// - Throws: `StoreFailure`: `locked` when another process has the directory.
  public convenience init(
    directory: String, clock: any WallClock = SystemWallClock(), ids: ItemIdGenerator,
    onEvents: @escaping @Sendable (CommittedEvents) -> Void = { _ in }
  ) throws {
    try self.init(
      directory: directory, clock: clock, ids: ids, hooks: StoreHooks(), onEvents: onEvents)
  }

  /// Opens the store for a moment's work on keys, copies and checks, also while a server has it.
  ///
  /// SQLite keeps the two apart; a change of items would not be noticed by the server's streams.
  ///
  /// - Parameters:
  ///   - directory: The server's data directory.
  ///   - ids: Makes ids.
  /// - Throws: `StoreFailure`.
  public convenience init(besideServerIn directory: String, ids: ItemIdGenerator) throws {
    try self.init(
      directory: directory, clock: SystemWallClock(), ids: ids, hooks: StoreHooks(),
      holder: .tool, onEvents: { _ in })
  }

  /// Opens a store that a test can look into.
  package init(
    directory: String, clock: any WallClock, ids: ItemIdGenerator, hooks: StoreHooks,
    holder: StoreHolder = .server, onEvents: @escaping @Sendable (CommittedEvents) -> Void
  ) throws {
    queryTime = hooks.queryTime
    glanceTime = hooks.queryTime == nil ? nil : hooks.glanceTime
    searchPatience = hooks.searchPatience
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      lock = holder == .server ? try DirectoryLock(directory: directory) : nil
      let configuration = Self.configuration(hooks)
      (pool, words) = try Self.open(directory, configuration, hooks, isAlone: holder == .server)
      if holder == .server { try words.follow(pool) }
      lookups = LookupConnections(
        path: directory + "/marfa-server.sqlite", configuration: configuration)
      let latest = try pool.read { db in
        try db.value("SELECT MAX(updated_at) FROM item", as: Int64.self) ?? 0
      }
      environment = StoreEnvironment(
        keys: KeyCache(directory: directory, holder: holder), clock: clock, ids: ids,
        latest: Timestamp(milliseconds: latest))
      checkpoints = Checkpoints(path: directory + "/marfa-server.sqlite")
      pool.writeWithoutTransaction { [checkpoints] in checkpoints.takeOver($0) }
      commits = GroupCommit(
        pool: pool, environment: environment, patience: hooks.patience,
        checkpoints: checkpoints, onWaiting: hooks.onWaiting, onEvents: onEvents)
    } catch let error as CocoaError {
      throw StoreFailure(.broken, "The folder cannot be made: \(FileFailure.cause(of: error)).")
    } catch {
      throw StoreFailure.map(error)
    }
  }

  /// Opens the file, and brings it to the tables of this build; one process at a time.
  private static func open(
    _ directory: String, _ configuration: Configuration, _ hooks: StoreHooks, isAlone: Bool
  ) throws -> (DatabasePool, WordsFile) {
    let turn = try DirectoryLock(openingIn: directory)
    defer { turn.release() }
    let path = directory + "/marfa-server.sqlite"
    // Before the first reader, which has it next to the store.
    let words = try WordsFile(beside: path, configuration, isAlone: isAlone)
    var reading = configuration
    reading.prepareDatabase { try WordsFile.attach(path, to: $0) }
    let pool = try DatabasePool(path: path, configuration: reading)
    try ServerSchema.makeDurable(pool)
    try SchemaUpgrade(pool: pool, path: path, willMake: hooks.willUpgrade).run()
    return (pool, words)
  }

  private static func configuration(_ hooks: StoreHooks) -> Configuration {
    var configuration = Configuration()
    configuration.label = "marfa-server"
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { db in
      try ServerSchema.prepare(db)
      try hooks.prepare(db)
    }
    return configuration
  }

  /// Reads a few rows of a committed snapshot by their keys, on the caller's thread.
  func lookUp<Value>(_ work: (Database) throws -> Value) throws -> Value {
    do {
      return try lookups.read(work)
    } catch {
      throw StoreFailure.map(error)
    }
  }

  /// Reads a few rows on the caller's thread.
  ///
  /// - Throws: `LongRead` when there are more rows, and what the work throws.
  private func glance<Value>(_ work: (Database) throws -> Value) throws -> Value {
    try lookUp { db in
      do {
        return try QueryDeadline.run(glanceTime, on: db, work)
      } catch is QueryDeadline.Over {
        throw LongRead()
      }
    }
  }

  /// Reads for as long as a query may take, on a thread for reading.
  private func scan<Value: Sendable>(
    _ extent: ReadExtent, _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let time = queryTime.map { $0 * extent.patience }
    return try await read { db in
      do {
        return try QueryDeadline.run(time, on: db, work)
      } catch let over as QueryDeadline.Over {
        throw over.refusal
      }
    }
  }

  /// Reads a committed snapshot, on a thread for reading.
  func read<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await pool.read(work)
    } catch {
      throw StoreFailure.map(error)
    }
  }
}

/// Where tests look into a store or disturb it.
package struct StoreHooks: Sendable {
  /// Is given each connection when it is opened.
  package var prepare: @Sendable (Database) throws -> Void = { _ in }
  /// Called with each step of an upgrade before it is made; what it throws ends the upgrade there.
  package var willUpgrade: @Sendable (String) throws -> Void = { _ in }
  /// How long a query may take; nil leaves SQLite's progress handler to the test.
  package var queryTime: Duration? = .seconds(2)
  /// How long a read of a few rows may take; ignored when queries have no limit of time.
  package var glanceTime: Duration? = .milliseconds(5)
  /// How long a search waits for the index of words; nil for as long as it takes.
  package var searchPatience: Duration? = .seconds(2)
  /// How long a group of writes goes on taking writes.
  package var patience = GroupTransaction.patience
  /// Is given how many writes wait, whenever one more does.
  package var onWaiting: @Sendable (Int) -> Void = { _ in }

  /// Hooks that do nothing.
  package init() {}
}

extension SQLiteServerStore {
  /// Reads one committed snapshot.
  public func snapshot<Value: Sendable>(
    _ extent: ReadExtent, _ work: @escaping @Sendable (any RecordRows) throws -> Value
  ) async throws -> Value {
    let environment = environment
    let work: @Sendable (Database) throws -> Value = {
      try work(SQLiteSnapshot(db: $0, cache: environment.cache, now: environment.now))
    }
    switch extent {
    case .glance: return try glance(work)
    case .lookup:
      do {
        return try glance(work)
      } catch is LongRead {
        return try await scan(extent, work)
      }
    case .scan, .preparation, .export: return try await scan(extent, work)
    }
  }

  /// Makes changes in one transaction, which shares its commit with others that wait.
  public func transact<Value: Sendable>(
    _ repetition: WorkRepetition,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value {
    try await commits.perform(repetition) { try work($0) }
  }

  /// Makes changes in one transaction, and goes on with what the work gave before the caller does.
  public func transact<Value: Sendable>(
    _ repetition: WorkRepetition, then: @escaping @Sendable (Value) -> Void,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value {
    try await commits.perform(repetition, then: then) { try work($0) }
  }
}
