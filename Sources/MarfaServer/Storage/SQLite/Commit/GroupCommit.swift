import GRDB
import MarfaModel
import Synchronization

/// The writer: jobs that arrive together share one durable commit.
///
/// While a group is written and synced, later jobs wait; all that wait then become the next group.
/// States: idle (nothing waits), draining (the writer's queue takes group after group), closed (no
/// new jobs). They are changed under one lock; everything else happens on the writer's queue, so
/// that a change costs one change of thread there and one back. A job is answered after the commit
/// of its group has returned.
///
/// A slice of something long begins a group of its own, and takes turns with the groups of short
/// jobs: a short job waits for one slice at most, however many devices send their batches, and a
/// slice for one group. Short jobs that come while a group is written join it before it is synced,
/// so that they wait for one sync and not for two.
///
/// A group is first written without savepoints, at each of which the search index would be
/// written out. When one of its jobs is refused it is written again with a savepoint for each, so
/// that the refused one undoes only itself; those that join have one from the start. If a group
/// fails as a whole, as on a full disk, each of its jobs is tried in a transaction alone.
final class GroupCommit: Sendable {
  /// The maximum number of jobs in a transaction, which bounds how long the first of them waits.
  static let groupLimit = 256

  /// Figures since the store was opened.
  struct Counts: Sendable {
    var writes = 0
    var commits = 0
  }

  private struct State {
    /// Short jobs.
    var waiting: [WriteJob] = []
    var slices: [WriteJob] = []
    /// Whether the last group was of short jobs.
    var wasShort = false
    var isDraining = false
    var isClosed = false
    /// The callers that wait for the last job.
    var closing: [CheckedContinuation<Void, Never>] = []
    var counts = Counts()
    /// Whether no commit succeeded since one failed.
    var isFailing = false

    /// Takes a slice, or short jobs; one that must not be repeated is a group of its own.
    mutating func takeGroup() -> [WriteJob] {
      if !slices.isEmpty, wasShort || waiting.isEmpty {
        wasShort = false
        return [slices.removeFirst()]
      }
      wasShort = true
      let isAlone = waiting.first?.repetition == .forbidden
      let group =
        isAlone
        ? waiting.prefix(1)
        : waiting.prefix(GroupCommit.groupLimit).prefix { $0.repetition == .allowed }
      waiting.removeFirst(group.count)
      return Array(group)
    }

    /// Takes the next short job for a group that is being written; nil when there is none.
    mutating func takeJoining() -> WriteJob? {
      guard waiting.first?.repetition == .allowed else { return nil }
      return waiting.removeFirst()
    }
  }

  private let pool: DatabasePool
  private let environment: StoreEnvironment
  private let patience: Duration
  private let checkpoints: Checkpoints
  private let onWaiting: @Sendable (Int) -> Void
  private let onEvents: @Sendable (CommittedEvents) -> Void
  private let state = Mutex(State())

  init(
    pool: DatabasePool, environment: StoreEnvironment, patience: Duration,
    checkpoints: Checkpoints, onWaiting: @escaping @Sendable (Int) -> Void,
    onEvents: @escaping @Sendable (CommittedEvents) -> Void
  ) {
    self.pool = pool
    self.environment = environment
    self.patience = patience
    self.checkpoints = checkpoints
    self.onWaiting = onWaiting
    self.onEvents = onEvents
  }

  /// The number of writes and commits so far.
  var counts: Counts { state.withLock { $0.counts } }

  /// Whether the last commit failed, as on a full disk.
  var isFailing: Bool { state.withLock { $0.isFailing } }

  /// Runs work in a transaction and answers when it is durable.
  ///
  /// - Parameters:
  ///   - repetition: Whether the work may run more than once, as it does when others fail.
  ///   - then: Gets the result before the caller does, on the writer's queue.
  ///   - work: Runs on the writer's queue.
  /// - Returns: The result of the work.
  /// - Throws: The work's error, or the commit's; nothing is written then.
  func perform<Value: Sendable>(
    _ repetition: WorkRepetition = .allowed,
    then: @escaping @Sendable (Value) -> Void = { _ in },
    _ work: @escaping @Sendable (SQLiteTransaction) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      add(WriteJob(repetition, continuation, then: then, work))
    }
  }

  /// Waits for every accepted job; later ones are refused.
  func close() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        state.isClosed = true
        if state.isDraining { state.closing.append(continuation) }
        return !state.isDraining
      }
      if isIdle { continuation.resume() }
    }
  }

  // MARK: - Groups

  private func add(_ job: WriteJob) {
    let (count, mustBegin) = state.withLock { state -> (Int, Bool) in
      guard !state.isClosed else { return (0, false) }
      if job.repetition == .slice { state.slices.append(job) } else { state.waiting.append(job) }
      defer { state.isDraining = true }
      return (state.waiting.count + state.slices.count, !state.isDraining)
    }
    guard count > 0 else {
      return job.fail(StoreFailure(.unavailable, "the store is closed"))
    }
    onWaiting(count)
    if mustBegin { drain() }
  }

  /// Takes group after group, each as its own work on the queue, so that other work runs in
  /// between.
  private func drain() {
    pool.asyncWriteWithoutTransaction { [self] db in
      let group = nextGroup()
      guard !group.isEmpty else { return }
      commit(group, in: db)
      checkpoints.committed(db)
      drain()
    }
  }

  /// The next group, empty at the end.
  private func nextGroup() -> [WriteJob] {
    let (group, closing) = state.withLock { state in
      let group = state.takeGroup()
      state.isDraining = !group.isEmpty
      defer { if group.isEmpty { state.closing = [] } }
      return (group, group.isEmpty ? state.closing : [])
    }
    for continuation in closing { continuation.resume() }
    return group
  }

  private func commit(_ group: [WriteJob], in db: Database) {
    var group = group
    do {
      try commit(&group, .together, in: db)
    } catch let error where error.isOfItsWork {
      // Nothing has joined it then.
      guard group.count > 1 else { return group.forEach { $0.fail(error) } }
      commitApart(group, in: db)
    } catch {
      commitAlone(group, after: error, in: db)
    }
  }

  private func commitApart(_ group: [WriteJob], in db: Database) {
    var group = group
    do {
      try commit(&group, .apart, in: db)
    } catch {
      commitAlone(group, after: error, in: db)
    }
  }

  private func commitAlone(_ group: [WriteJob], after error: any Error, in db: Database) {
    guard group.count > 1 else {
      state.withLock { $0.isFailing = true }
      return group.forEach { $0.fail(StoreFailure.map(error)) }
    }
    for job in group { commit([job], in: db) }
  }

  /// `group`: The jobs; afterwards with those that joined them.
  private func commit(
    _ group: inout [WriteJob], _ undoing: GroupTransaction.Undoing, in db: Database
  ) throws {
    let transaction = GroupTransaction(
      jobs: group, undoing: undoing, environment: environment, patience: patience)
    let mayJoin = group.first?.repetition != .forbidden
    let (outcomes, committed) = try transaction.run(in: db) {
      let job = mayJoin ? state.withLock { $0.takeJoining() } : nil
      if let job { group.append(job) }
      return job
    }
    state.withLock { state in
      state.counts.writes += outcomes.count
      state.counts.commits += 1
      state.isFailing = false
    }
    if let committed { onEvents(committed) }
    for outcome in outcomes { outcome.answer() }
    let rest = group.dropFirst(outcomes.count)
    // They run in their turn, before later ones.
    if !rest.isEmpty { state.withLock { $0.waiting.insert(contentsOf: rest, at: 0) } }
  }
}
