import GRDB
import MarfaModel

/// The writer: jobs that arrive together share one durable commit.
///
/// While a group is written and synced, later jobs wait; all that wait then become the next group.
/// States: idle (`draining` nil, nothing waiting), draining (one task takes group after group),
/// closed (no new jobs). Only the actor changes them. A job is answered after the commit of its
/// group has returned.
///
/// A group is first written without savepoints, at each of which the search index would be
/// written out. When one of its jobs is refused it is written again with a savepoint for each, so
/// that the refused one undoes only itself. If a group fails as a whole, as on a full disk, each
/// of its jobs is tried in a transaction alone.
actor GroupCommit {
  /// How many jobs one transaction takes at most, which bounds how long the first of them waits.
  static let groupLimit = 256

  private let pool: DatabasePool
  private let environment: StoreEnvironment
  private let onWaiting: @Sendable (Int) -> Void
  private let onEvents: @Sendable ([StoredEvent]) -> Void
  private var waiting: [WriteJob] = []
  private var draining: Task<Void, Never>?
  private var isClosed = false
  private(set) var writeCount = 0
  private(set) var commitCount = 0

  init(
    pool: DatabasePool, environment: StoreEnvironment,
    onWaiting: @escaping @Sendable (Int) -> Void,
    onEvents: @escaping @Sendable ([StoredEvent]) -> Void
  ) {
    self.pool = pool
    self.environment = environment
    self.onWaiting = onWaiting
    self.onEvents = onEvents
  }

  /// Runs work in a transaction and answers when it is durable.
  ///
  /// - Parameters:
  ///   - repetition: Whether the work may run more than once, as it does when others fail.
  ///   - work: Runs on the writer's queue.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw, or why the commit failed; nothing is written then.
  func perform<Value: Sendable>(
    _ repetition: WriteJob.Repetition = .allowed,
    _ work: @escaping @Sendable (StoreTransaction) throws -> Value
  ) async throws -> Value {
    guard !isClosed else { throw StoreFailure(.unavailable, "the store is closed") }
    return try await withCheckedThrowingContinuation { continuation in
      waiting.append(WriteJob(repetition, continuation, work))
      onWaiting(waiting.count)
      if draining == nil {
        draining = Task { await drain() }
      }
    }
  }

  /// Waits for every job that was taken; later ones are refused.
  func close() async {
    isClosed = true
    await draining?.value
  }

  private func drain() async {
    while !waiting.isEmpty {
      let group = nextGroup()
      waiting.removeFirst(group.count)
      await commit(group)
    }
    draining = nil
  }

  /// The jobs that go together next; one that may not be repeated goes alone.
  private func nextGroup() -> [WriteJob] {
    guard waiting.first?.repetition == .allowed else { return Array(waiting.prefix(1)) }
    return Array(waiting.prefix(Self.groupLimit).prefix { $0.repetition == .allowed })
  }

  private func commit(_ group: [WriteJob]) async {
    do {
      try await commit(group, .together)
    } catch let error as any MarfaError {
      guard group.count > 1 else { return group.forEach { $0.fail(error) } }
      await commitApart(group)
    } catch {
      await commitAlone(group, after: error)
    }
  }

  private func commitApart(_ group: [WriteJob]) async {
    do {
      try await commit(group, .apart)
    } catch {
      await commitAlone(group, after: error)
    }
  }

  private func commitAlone(_ group: [WriteJob], after error: any Error) async {
    guard group.count > 1 else {
      return group.forEach { $0.fail(StoreFailure.map(error)) }
    }
    for job in group { await commit([job]) }
  }

  private func commit(_ group: [WriteJob], _ undoing: GroupTransaction.Undoing) async throws {
    let transaction = GroupTransaction(jobs: group, undoing: undoing, environment: environment)
    let outcomes = try await pool.writeWithoutTransaction { db in try transaction.run(in: db) }
    writeCount += group.count
    commitCount += 1
    let events = outcomes.flatMap(\.events)
    if !events.isEmpty { onEvents(events) }
    for outcome in outcomes { outcome.answer() }
  }
}
