import MarfaModel
import Synchronization

/// A store in memory, for tests: the same rows, rules and answers, and nothing left at the end.
///
/// It needs no folder and no thread of its own: a test may ask it and be answered at once
/// (`reading`, `writing`). Transactions come one after the other. Lists and searches look at every
/// row.
public final class MemoryServerStore: ServerStore {
  /// Bounds how many atomic bulk requests are prepared and not written yet.
  public let bulkTurns = BulkTurns()
  /// Lets one at a time bring the index of words up to date.
  public let wordTurns = BulkTurns(1)
  /// A search waits until the index has caught up.
  public var searchPatience: Duration? { nil }
  let clock: any WallClock
  let ids: ItemIdGenerator
  private let onEvents: @Sendable (CommittedEvents) -> Void
  private let lock = Mutex(())
  // Only touched within `lock`.
  private nonisolated(unsafe) var state: State

  private struct State {
    var tables = MemoryTables()
    var counts = (writes: 0, commits: 0)
    var isClosed = false
  }

  /// An empty store.
  ///
  /// - Parameters:
  ///   - clock: Gives the time.
  ///   - ids: Makes ids of items, edges and snapshots.
  ///   - onEvents: Is given the events of each transaction, in the order of the log, before its
  ///     request is answered. It must return at once, and must not ask the store.
  public init(
    clock: any WallClock = SystemWallClock(), ids: ItemIdGenerator,
    onEvents: @escaping @Sendable (CommittedEvents) -> Void = { _ in }
  ) {
    self.clock = clock
    self.ids = ids
    self.onEvents = onEvents
    var state = State()
    for name in [SpaceValue.cursorSecret, .serverId, .logEpoch] {
      state.tables.space[name] = ids.nextId()
    }
    self.state = state
  }

  /// Reads, at once.
  ///
  /// - Throws: What the work threw; `StoreFailure` when the store is closed.
  func reading<Value>(_ work: (MemoryTransaction) throws -> Value) throws -> Value {
    try run { transaction in
      defer { transaction.undo() }
      return try work(transaction)
    }.value
  }

  /// Makes changes, at once; all or none.
  ///
  /// - Throws: What the work threw; `StoreFailure` when the store is closed.
  func writing<Value>(_ work: (MemoryTransaction) throws -> Value) throws -> Value {
    let value = try run { transaction in
      do {
        return try work(transaction)
      } catch {
        transaction.undo()
        throw error
      }
    }.value
    lock.withLock { _ in
      state.counts.writes += 1
      state.counts.commits += 1
    }
    return value
  }

  private func run<Value>(
    _ work: (MemoryTransaction) throws -> Value
  ) throws -> (value: Value, committed: CommittedEvents?) {
    // What leaves the lock is the work's value and the events, of which the store keeps nothing
    // that could be changed.
    nonisolated(unsafe) var outcome: Result<(value: Value, committed: CommittedEvents?), any Error>?
    try lock.withLock { _ in
      guard !state.isClosed else { throw StoreFailure(.unavailable, "the store is closed") }
      let latest = max(state.tables.latest, clock.now)
      // Taken out, so that a change copies no table.
      let transaction = MemoryTransaction(state.tables, now: latest, ids: ids)
      state.tables = MemoryTables()
      outcome = Result {
        let value = try work(transaction)
        let events = transaction.newEvents
        return (
          value,
          try events.first.map {
            CommittedEvents(
              previous: $0.id - 1, events: events, types: try transaction.catalogue().types)
          }
        )
      }
      state.tables = transaction.tables
      state.tables.latest = latest
      // Within the lock, so that events are sent in the order of the log.
      if case .success((_, let committed?)) = outcome { onEvents(committed) }
    }
    guard let outcome else { throw StoreFailure(.broken, "the work did not run") }
    return try outcome.get()
  }
}

// MARK: - Requests

extension MemoryServerStore {
  /// Reads one snapshot.
  public func snapshot<Value: Sendable>(
    _ extent: ReadExtent, _ work: @escaping @Sendable (any RecordRows) throws -> Value
  ) async throws -> Value {
    try reading { try work($0) }
  }

  /// Makes changes in one transaction.
  public func transact<Value: Sendable>(
    _ repetition: WorkRepetition,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value {
    try writing { try work($0) }
  }
}

// MARK: - Words

extension MemoryServerStore {
  /// Sets what items are found by.
  public func setWords(_ words: [WordsOfItem]) async throws -> Int64 {
    try writing { transaction in
      for item in words { transaction.set(\.words, item.key, item.words) }
    }
    return 0
  }

  /// Does nothing: there are no parts.
  public func mergeWords(_ pages: Int) async throws -> Bool { false }
}

// MARK: - Upkeep

extension MemoryServerStore {
  /// The ids of the oldest and the newest kept event.
  public func eventBounds() async throws -> EventBounds { try reading { try $0.eventBounds() } }

  /// Forgets old events, idempotency records and tombstones.
  @discardableResult
  public func pruneEvents(
    before horizon: Timestamp, keepingNewest maximumCount: Int
  ) async throws -> Int {
    try writing { transaction in
      let events = transaction.tables.events
      let newest = events.last?.id ?? 0
      let young = events.first { $0.createdAt >= horizon }?.id ?? newest
      let first = min(max(young, newest - Int64(max(maximumCount - 1, 0))), newest)
      let kept = events.filter { $0.id >= first }
      transaction.tables.events = kept
      transaction.tables.answers = transaction.tables.answers.filter {
        $0.value.number >= horizon.milliseconds
      }
      transaction.tables.tombstones = transaction.tables.tombstones
        .suffix(maximumCount).filter { $0.deletedAt >= horizon.milliseconds }
      return events.count - kept.count
    }
  }

  /// Forgets the oldest events and first answers beyond what they may weigh.
  @discardableResult
  public func pruneBytes(_ limits: LogLimits) async throws -> Int {
    try writing { transaction in
      var bytes: Int64 = 0
      let events = transaction.tables.events
      let kept = events.reversed().prefix {
        bytes += Int64($0.data.utf8.count)
        return bytes <= limits.eventBytes
      }
      transaction.tables.events = Array(events.suffix(max(kept.count, min(1, events.count))))
      bytes = 0
      let answers = transaction.tables.answers
      for (name, answer) in answers.sorted(by: { $0.value.number > $1.value.number }) {
        bytes += Int64(answer.value.body.count)
        if bytes > limits.answerBytes { transaction.tables.answers[name] = nil }
      }
      return events.count - transaction.tables.events.count + answers.count
        - transaction.tables.answers.count
    }
  }

  /// Forgets what was noted before.
  @discardableResult
  public func pruneAudit(before horizon: Timestamp) async throws -> Int {
    try writing { transaction in
      let old = transaction.tables.audit.values.filter { $0.at < horizon.milliseconds }
      for row in old { transaction.set(\.audit, row.key, nil) }
      return old.count
    }
  }

  /// Does nothing: they went at once.
  @discardableResult
  public func pruneDeletedWebhooks() async throws -> Int { 0 }

  /// Refused: there is no file to copy.
  public func backup(to path: String) async throws {
    throw StoreFailure(.broken, "a store in memory has no file to copy")
  }

  /// What is wrong with the store: rows whose ends or items are gone.
  public func check() async throws -> [String] {
    try reading { transaction in
      let tables = transaction.tables
      let ids = Set(tables.items.values.map(\.id))
      var problems: [String] = []
      for edge in tables.edges.values
      where !ids.contains(edge.sourceId) || !ids.contains(edge.targetId) {
        problems.append("the edge \(edge.id) has no ends")
      }
      for (name, keys) in [
        ("words", Set(tables.words.keys).subtracting(tables.changedWords.keys)),
        ("extensions", Set(tables.extensions.keys)), ("versions", Set(tables.versions.keys)),
        // The key 0 is the profile's.
        ("blobs", Set(tables.itemBlobs.keys).subtracting([0])),
      ] where !keys.isSubset(of: tables.items.keys) {
        problems.append("\(name) belong to no item")
      }
      return problems
    }
  }

  /// Does nothing while the store is open.
  public func checkReadiness() async throws { try reading { _ in } }

  /// How large things are.
  public func statistics() async throws -> StoreStatistics {
    let (items, events) = try reading { ($0.tables.items.count, $0.tables.events.count) }
    let counts = lock.withLock { _ in state.counts }
    return StoreStatistics(
      items: items, events: events, writes: counts.writes, commits: counts.commits)
  }

  /// Closes the store; later calls fail with `StoreFailure.unavailable`.
  public func close() async throws { lock.withLock { _ in state.isClosed = true } }
}
