import Foundation
import GRDB

/// When the two sides of a parked conflict were written, and on which device.
package struct ConflictOrigins: Hashable, Sendable {
  /// When this device's change was made.
  package var mineAt: Date
  /// The version of the server's state that the rest is of.
  package var theirsVersion: Int?
  /// When that was written; nil when the server did not say.
  package var theirsAt: Date?
  /// The device that wrote it; nil for one without a name, or where the server says only which
  /// device made the item.
  package var theirsDevice: String?
  /// The device that moved the item to the state that the server has; nil for one without a name,
  /// and where the server does not say.
  package var stateDevice: String?
}

extension ConflictOrigins {
  /// When the sides of a conflict were written; nil for a conflict that is settled.
  static func fetch(id: String, _ db: Database) throws -> ConflictOrigins? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT COALESCE(mutation.created_at, parked_at), COALESCE(shadow.updated_at, item.server_updated_at),
            COALESCE(shadow.version, item.server_version), item.device, item.state_device
          FROM parked_conflict
          LEFT JOIN mutation ON mutation.id = mutation_id
          JOIN item ON item.key = parked_conflict.item
          LEFT JOIN shadow ON shadow.item = item.key
          WHERE mutation_id = ?
          """), arguments: [id])
    guard let row else { return nil }
    func date(_ milliseconds: Int64) -> Date {
      Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    let profile = try SyncState(db: db).readProfile()
    return ConflictOrigins(
      mineAt: date(row[0]), theirsVersion: row[2], theirsAt: (row[1] as Int64?).map(date),
      theirsDevice: profile.namesDevices == true ? row[3] : nil,
      stateDevice: profile.namesStateDevices == true ? row[4] : nil)
  }
}
