import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Forgets what was noted before.
  @discardableResult
  public func pruneAudit(before horizon: Timestamp) async throws -> Int {
    try await pruneInSlices { transaction in
      try transaction.db.run(
        "DELETE FROM audit WHERE key IN (SELECT key FROM audit WHERE at < ? ORDER BY at LIMIT ?)",
        [horizon.milliseconds, SQLiteTransaction.pruned])
      return transaction.db.changesCount
    }
  }
}
