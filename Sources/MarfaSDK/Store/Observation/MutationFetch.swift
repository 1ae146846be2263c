import Foundation
import GRDB

/// Reads the changes that the server has not accepted yet, in the order in which they were made.
struct MutationFetch: StoreFetch {
  /// The most that are read, besides those that wait for a person; nil for all.
  var limit: Int?

  var interest: StoreInterest { StoreInterest(.mutation) }

  func fetch(_ db: Database) throws -> [PendingMutationSummary] {
    guard let limit else { return try fetch("", -1, db).map(\.summary) }
    let parked = "IN (SELECT mutation_id FROM parked_conflict)"
    let waiting = try fetch("WHERE mutation.id NOT \(parked)", limit, db)
    let asking = try fetch("WHERE mutation.id \(parked)", -1, db)
    if asking.isEmpty { return waiting.map(\.summary) }
    return (asking + waiting).sorted { $0.key < $1.key }.map(\.summary)
  }

  private func fetch(
    _ condition: String, _ limit: Int, _ db: Database
  ) throws -> [(key: Int64, summary: PendingMutationSummary)] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT mutation.id, kind,
          COALESCE(item.id, item_id, (SELECT reference FROM mutation_ref
            WHERE mutation_ref.mutation = mutation.key AND role = 0)),
          mutation.created_at, mutation.state, attempt, last_error,
          COALESCE(item.title, (SELECT note.title FROM mutation_ref
            JOIN item AS note ON note.id = reference WHERE mutation_ref.mutation = mutation.key
            AND role = iif((SELECT type FROM edge WHERE edge.id = mutation.subject)
              = '\(EdgeType.parentOf.id)', 1, 0))),
          next_attempt_at,
          mutation.id IN (SELECT mutation_id FROM parked_conflict), mutation.key
        FROM mutation LEFT JOIN item ON item.key = mutation.item \(condition)
        ORDER BY mutation.key LIMIT ?
        """)
    var summaries: [(key: Int64, summary: PendingMutationSummary)] = []
    let cursor = try Row.fetchCursor(statement, arguments: [limit])
    while let row = try cursor.next() {
      // A kind of a newer build: its store is refused at opening.
      guard let kind = MutationKind(rawValue: row[1]) else { continue }
      var summary = PendingMutationSummary(
        id: row[0], kind: kind, itemId: row[2], createdAt: Self.date(row[3]),
        status: Self.status(isInFlight: row[4] == 1, attempt: row[5], error: row[6]))
      summary.title = row[7]
      // What waits for a person waits for no moment.
      summary.nextAttemptAt = (row[8] as Int64?).flatMap { $0 == .max ? nil : Self.date($0) }
      summary.isInConflict = row[9]
      summary.isSetBack = (row[6] as String?) == StoreWriter.setBack
      summaries.append((row[10], summary))
    }
    return summaries
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func status(
    isInFlight: Bool, attempt: Int, error: String?
  ) -> PendingMutationSummary.Status {
    if isInFlight { return .inFlight }
    guard attempt > 0, let error else { return .pending }
    return .retrying(attemptCount: attempt, lastError: error)
  }
}
