import Foundation
import GRDB

/// When the two sides of a parked conflict were written.
///
/// A server says which device made a note, not which one changed it last.
package struct ConflictOrigins: Hashable, Sendable {
  /// When this device's change was made.
  package var mineAt: Date
  /// The version of the server's state that the rest is of.
  package var theirsVersion: Int?
  /// When that was written; nil when the server did not say.
  package var theirsAt: Date?
}

extension ConflictOrigins {
  /// When the sides of a conflict were written; nil for a conflict that is settled.
  static func fetch(id: String, _ db: Database) throws -> ConflictOrigins? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT mutation.created_at, COALESCE(shadow.updated_at, item.server_updated_at),
            COALESCE(shadow.version, item.server_version)
          FROM parked_conflict
          JOIN mutation ON mutation.id = mutation_id
          JOIN item ON item.key = parked_conflict.item
          LEFT JOIN shadow ON shadow.item = item.key
          WHERE mutation_id = ?
          """), arguments: [id])
    guard let row else { return nil }
    func date(_ milliseconds: Int64) -> Date {
      Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    return ConflictOrigins(
      mineAt: date(row[0]), theirsVersion: row[2], theirsAt: (row[1] as Int64?).map(date))
  }
}
