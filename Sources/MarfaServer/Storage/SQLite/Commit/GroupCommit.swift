import GRDB
import MarfaModel

/// The writer: jobs that arrive together share one durable commit.
///
/// While a group is written and synced, later jobs wait; all that wait then become the next group.
/// States: idle (`draining` nil, nothing waiting), draining (one task takes group after group),
/// closed (no new jobs). Only the actor changes them. Each job has a savepoint, so that a refused
/// one undoes only itself, and is answered after the commit of its group has returned. If the
/// group as a whole fails, as on a full disk, each of its jobs is tried in a transaction alone.
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
  /// - Parameter work: Runs on the writer's queue, more than once if its group fails.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw, or why the commit failed; nothing is written then.
  func perform<Value: Sendable>(
    _ work: @escaping @Sendable (StoreTransaction) throws -> Value
  ) async throws -> Value {
    guard !isClosed else { throw StoreFailure(.unavailable, "the store is closed") }
    return try await withCheckedThrowingContinuation { continuation in
      waiting.append(WriteJob(continuation, work))
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
      let group = Array(waiting.prefix(Self.groupLimit))
      waiting.removeFirst(group.count)
      await commit(group)
    }
    draining = nil
  }

  private func commit(_ group: [WriteJob]) async {
    do {
      try await commitTogether(group)
    } catch {
      guard group.count > 1 else {
        return group.forEach { $0.fail(StoreFailure.map(error)) }
      }
      for job in group { await commit([job]) }
    }
  }

  private func commitTogether(_ group: [WriteJob]) async throws {
    let transaction = GroupTransaction(jobs: group, environment: environment)
    let outcomes = try await pool.writeWithoutTransaction { db in try transaction.run(in: db) }
    writeCount += group.count
    commitCount += 1
    let events = outcomes.flatMap(\.events)
    if !events.isEmpty { onEvents(events) }
    for outcome in outcomes { outcome.answer() }
  }
}

/// A job that waits for its transaction.
struct WriteJob: Sendable {
  /// Does the work and gives what answers it.
  let run: @Sendable (StoreTransaction) throws -> @Sendable () -> Void
  /// Answers it with an error.
  let fail: @Sendable (any Error) -> Void

  init<Value: Sendable>(
    _ continuation: CheckedContinuation<Value, any Error>,
    _ work: @escaping @Sendable (StoreTransaction) throws -> Value
  ) {
    run = { transaction in
      let value = try work(transaction)
      return { continuation.resume(returning: value) }
    }
    fail = { continuation.resume(throwing: $0) }
  }
}

/// One transaction of several jobs, on the writer's queue.
private struct GroupTransaction: Sendable {
  /// What became of one job.
  struct Outcome: Sendable {
    var events: [StoredEvent]
    var answer: @Sendable () -> Void
  }

  let jobs: [WriteJob]
  let environment: StoreEnvironment

  /// - Throws: When the transaction as a whole is lost; no job has been answered then.
  func run(in db: Database) throws -> [Outcome] {
    try db.execute(sql: "BEGIN IMMEDIATE TRANSACTION")
    do {
      let outcomes = try jobs.map { try run($0, in: db) }
      try db.execute(sql: "COMMIT TRANSACTION")
      return outcomes
    } catch {
      // SQLite may have rolled back already: <https://www.sqlite.org/lang_transaction.html>.
      if db.isInsideTransaction { try db.execute(sql: "ROLLBACK TRANSACTION") }
      throw error
    }
  }

  private func run(_ job: WriteJob, in db: Database) throws -> Outcome {
    let transaction = environment.makeTransaction(db)
    try db.execute(sql: "SAVEPOINT job")
    do {
      let answer = try job.run(transaction)
      try db.execute(sql: "RELEASE SAVEPOINT job")
      return Outcome(events: transaction.events, answer: answer)
    } catch let error as any MarfaError {
      try db.execute(sql: "ROLLBACK TRANSACTION TO SAVEPOINT job")
      try db.execute(sql: "RELEASE SAVEPOINT job")
      return Outcome(events: []) { [fail = job.fail] in fail(error) }
    }
  }
}
