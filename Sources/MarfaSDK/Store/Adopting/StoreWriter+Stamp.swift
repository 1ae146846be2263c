import GRDB
import MarfaModel

/// The version and the times of an item as its server reports them.
extension StoreWriter {
  /// When an item that is new here was edited last: what was imported elsewhere is as old as its
  /// file.
  static func firstEdit(of item: Item, from origin: ItemOrigin?, updated: Int64) -> Int64 {
    guard origin != nil, item.version == 1,
      let imported = Timestamp(iso8601: item.timestamp)?.milliseconds
    else { return updated }
    return min(updated, imported)
  }

  /// An item's row with the server's version and times, and the fields that only a server decides.
  ///
  /// An item that was made before it came to the server, as its timestamp says, stays as old as it
  /// is. The time of the last edit follows the server's only when the version rises; the first
  /// version of an item was edited when the one who sent it says, or its import.
  static func stamped(
    _ record: ItemRecord, as item: Item, isPending: Bool, updatedAt: Int64
  ) -> ItemRecord {
    let isNewer = record.serverVersion.map { item.version > $0 } ?? true
    let isFirst = record.serverVersion == nil && item.version == 1
    let edited = isFirst ? min(record.editedAt, updatedAt) : isNewer ? updatedAt : record.editedAt
    let made = Timestamp(iso8601: item.createdAt)?.milliseconds ?? record.createdAt
    var stamped = record
    (stamped.version, stamped.serverVersion) = (item.version, item.version)
    if !isPending { (stamped.updatedAt, stamped.editedAt) = (updatedAt, edited) }
    stamped.createdAt = min(made, record.timestamp)
    (stamped.source, stamped.device, stamped.tenantId) = (item.source, item.device, item.tenantId)
    (stamped.latitude, stamped.longitude) = (item.captureLatitude, item.captureLongitude)
    (stamped.schemaVersion, stamped.stateDevice) = (item.schemaVersion, item.stateDevice)
    return stamped
  }

  /// Writes what `stamped` makes of the row of an item that is here.
  func stamp(
    _ item: Item, on known: ItemRecord, isPending: Bool, updatedAt: Int64
  ) throws {
    let record = Self.stamped(known, as: item, isPending: isPending, updatedAt: updatedAt)
    let count =
      try record.attachments
      .map { try StoredJSON.attachments($0).count } ?? 0
    try db.cachedStatement(
      sql: """
        UPDATE item SET version = ?, server_version = ?, server_updated_at = ?, updated_at = ?
        WHERE key = ?
        """
    ).execute(arguments: [
      record.version, record.serverVersion, updatedAt, record.updatedAt, record.key,
    ])
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
      record.editedAt, record.createdAt, record.timestamp, record.tier?.code, record.source,
      record.sourceId, record.device, record.latitude, record.longitude, record.tenantId,
      record.attachments, count, record.schemaVersion, record.origin?.name, record.origin?.path,
      record.stateDevice, record.key,
    ])
  }
}
