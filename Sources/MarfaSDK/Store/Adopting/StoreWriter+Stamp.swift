import GRDB
import MarfaModel

/// The version and the times of an item as its server tells them.
extension StoreWriter {
  /// When an item that is new here was edited last: what was imported elsewhere is as old as its file.
  static func firstEdit(of item: Item, from origin: ItemOrigin?, updated: Int64) -> Int64 {
    guard origin != nil, item.version == 1,
      let imported = Timestamp(iso8601: item.timestamp)?.milliseconds
    else { return updated }
    return min(updated, imported)
  }

  /// Writes the server's version and times, and the fields that only a server decides.
  ///
  /// An item that was made before it came to the server, which its timestamp tells, stays as old as it
  /// is. The time of the last edit follows the server's only when the version rises; the first version
  /// of an item was edited when the one who sent it says, or its import.
  func stamp(
    _ item: Item, on record: ItemRecord, isPending: Bool, updatedAt: Int64
  ) throws {
    let isNewer = record.serverVersion.map { item.version > $0 } ?? true
    let seenUpdate = isPending ? record.updatedAt : updatedAt
    let isFirst = record.serverVersion == nil && item.version == 1
    let edited = isFirst ? min(record.editedAt, updatedAt) : isNewer ? updatedAt : record.editedAt
    let seenEdit = isPending ? record.editedAt : edited
    let made = Timestamp(iso8601: item.createdAt)?.milliseconds ?? record.createdAt
    let created = min(made, record.timestamp)
    let count =
      try record.attachments
      .map { try StoredJSON.attachments($0).count } ?? 0
    try db.cachedStatement(
      sql: """
        UPDATE item SET version = ?, server_version = ?, server_updated_at = ?, updated_at = ?
        WHERE key = ?
        """
    ).execute(arguments: [item.version, item.version, updatedAt, seenUpdate, record.key])
    // An acknowledgement changes none of these, and then no list or search is asked again.
    let columns = """
      (edited_at, created_at, timestamp, tier, source, source_id, device, latitude, longitude,
        tenant_id, attachments, attachment_count, schema_version, origin, origin_id, state_device)
      """
    try db.cachedStatement(
      sql: """
        UPDATE item SET \(columns) =
          (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        WHERE key = ?17 AND \(columns) IS NOT
          (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        """
    ).execute(arguments: [
      seenEdit, created, record.timestamp,
      record.tier?.code, item.source, record.sourceId, item.device, item.captureLatitude,
      item.captureLongitude, item.tenantId, record.attachments, count, item.schemaVersion,
      record.origin?.name, record.origin?.path, item.stateDevice, record.key,
    ])
  }
}
