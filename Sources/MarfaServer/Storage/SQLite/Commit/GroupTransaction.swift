import GRDB
import MarfaModel

/// One transaction of several jobs, on the writer's queue.
struct GroupTransaction: Sendable {
  /// What a refused job undoes.
  enum Undoing {
    /// The whole group: it fails with the job's error.
    case together
    /// Itself.
    case apart
  }

  /// What became of one job.
  struct Outcome: Sendable {
    var events: [StoredEvent]
    var answer: @Sendable () -> Void
  }

  let jobs: [WriteJob]
  let undoing: Undoing
  let environment: StoreEnvironment
  /// How long the group goes on taking jobs; the rest are the beginning of the next.
  let patience: Duration

  /// How long a group usually goes on.
  static let patience = Duration.milliseconds(20)

  /// Runs jobs in order until the patience is over, at least one.
  ///
  /// - Parameters:
  ///   - db: The writer.
  ///   - joining: Takes the next of the jobs that came since; asked when all others have run.
  /// - Returns: The outcomes of the jobs that ran, all of them or the first, and what they added to
  ///   the log; nil when that is nothing.
  /// - Throws: When the transaction as a whole is undone; no job has been answered then.
  func run(
    in db: Database, joining: () -> WriteJob?
  ) throws -> ([Outcome], CommittedEvents?) {
    try db.run("BEGIN IMMEDIATE TRANSACTION")
    do {
      let start = ContinuousClock.now
      var outcomes: [Outcome] = []
      for job in jobs {
        if !outcomes.isEmpty, ContinuousClock.now - start > patience { break }
        outcomes.append(try run(job, undoing, in: db))
      }
      while outcomes.count >= jobs.count, outcomes.count < GroupCommit.groupLimit,
        ContinuousClock.now - start <= patience, let job = joining()
      {
        outcomes.append(try run(job, .apart, in: db))
      }
      let events = outcomes.flatMap(\.events)
      // The newest event is never removed, so that ids of the log follow each other.
      let committed = try events.first.map {
        CommittedEvents(
          previous: $0.id - 1, events: events, types: try environment.cache.load(db).types)
      }
      try db.run("COMMIT TRANSACTION")
      return (outcomes, committed)
    } catch {
      // SQLite may have rolled back already: <https://www.sqlite.org/lang_transaction.html>.
      if db.isInsideTransaction { try db.execute(sql: "ROLLBACK TRANSACTION") }
      throw error
    }
  }

  private func run(
    _ job: WriteJob, _ undoing: Undoing, in db: Database
  ) throws -> Outcome {
    let transaction = environment.makeTransaction(db)
    guard undoing == .apart else {
      let answer = try job.run(transaction)
      try transaction.writeCounts()
      return Outcome(events: transaction.events, answer: answer)
    }
    try db.execute(sql: "SAVEPOINT job")
    do {
      let answer = try job.run(transaction)
      try transaction.writeCounts()
      try db.execute(sql: "RELEASE SAVEPOINT job")
      return Outcome(events: transaction.events, answer: answer)
    } catch let error where error.isOfItsWork {
      try db.execute(sql: "ROLLBACK TRANSACTION TO SAVEPOINT job")
      try db.execute(sql: "RELEASE SAVEPOINT job")
      return Outcome(events: []) { [fail = job.fail] in fail(error) }
    }
  }
}
