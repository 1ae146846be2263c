import Foundation
import GRDB

/// Counts what the store and its server do not share yet; conflicts also without a server, since
/// files contradict notes, too.
///
/// Costs the same for a queue of ten rows and of 100,000: `StoreTables.queueCounts`.
struct SyncCountsFetch: StoreFetch {
  var interest: StoreInterest {
    StoreInterest(.mutation, .refused, .parkedConflict, .upload, .doubtful)
  }

  func fetch(_ db: Database) throws -> SyncCounts {
    var counts = SyncCounts()
    counts.conflicts =
      try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM parked_conflict")) ?? 0
    guard let server = try SyncState(db: db).readServer() else { return counts }
    counts.server = server.url
    let row = try Row.fetchOne(
      db.cachedStatement(sql: QueueCounts.sql), arguments: [StoreWriter.setBack])
    (counts.pending, counts.setBack, counts.stuck) = (row?[0] ?? 0, row?[2] ?? 0, row?[3] ?? 0)
    counts.oldestPending = (row?[1] as Int64?).map {
      Date(timeIntervalSince1970: Double($0) / 1000)
    }
    let uploads = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 2),
            count(*) FILTER (WHERE state = 0 AND substr(error, 1, length(?1)) = ?1),
            count(*) FILTER (WHERE state = 1) FROM upload
          """), arguments: [BlobUpload.noRoom])
    (counts.uploads, counts.failedUploads) = (uploads?[0] ?? 0, uploads?[1] ?? 0)
    counts.pausedUploads = uploads?[3] ?? 0
    // The wait is kept until the server takes something again, also when it is over.
    let isHeld = try counts.pending > 0 && SyncState(db: db).readHold()?.status == 507
    counts.isServerFull = isHeld || uploads?[2] ?? 0 > 0
    counts.refused =
      try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM refused")) ?? 0
    counts.removals =
      try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM doubtful WHERE needs_person = 1")) ?? 0
    counts.isCatchingUp =
      try SyncState(db: db).readSweep() != nil
      || Int.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM doubtful WHERE needs_person <= 0 LIMIT 1")) != nil
    return counts
  }
}

/// The look at the queue.
package enum QueueCounts {
  /// How many changes wait to be sent, since when, how many of them for the answer about a server
  /// that was set back, and how many have failed ten times; the words of that wait are asked for.
  ///
  /// Files are not changes, and a change in conflict waits for a person.
  package static let sql = """
    SELECT
      (SELECT pending FROM queue_count) - (SELECT count(*) FROM parked_conflict
        CROSS JOIN mutation ON mutation.id = mutation_id WHERE kind <> 'uploadBlob'),
      (SELECT created_at FROM mutation WHERE \(waits) ORDER BY created_at LIMIT 1),
      (SELECT count(*) FROM mutation WHERE last_error = ? AND \(waits)),
      (SELECT count(*) FROM mutation
        WHERE attempt >= 10 AND attempt - (state = 1) >= 10 AND \(waits))
    """

  private static let waits =
    "kind <> 'uploadBlob' AND id NOT IN (SELECT mutation_id FROM parked_conflict)"
}
