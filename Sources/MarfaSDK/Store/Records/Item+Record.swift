import GRDB

extension Item {
  /// Puts an item together from its row and its text.
  init(record: ItemRecord, text: ItemText) throws {
    self.init(
      id: record.id, type: record.type,
      properties: try StoredProperties.join(json: record.properties, text: text),
      state: record.state, tier: record.tier, tenantId: record.tenantId,
      version: record.version, schemaVersion: record.schemaVersion, source: record.source,
      sourceId: record.sourceId, device: record.device, captureLatitude: record.latitude,
      captureLongitude: record.longitude,
      timestamp: Timestamp(milliseconds: record.timestamp).iso8601,
      createdAt: Timestamp(milliseconds: record.createdAt).iso8601,
      updatedAt: Timestamp(milliseconds: record.updatedAt).iso8601,
      attachments: try record.attachments.map { try StoredJSON.attachments($0) } ?? [],
      revision: record.revision, origin: record.origin)
  }

  /// The columns that `init(row:)` reads, from `item JOIN item_text`; the first is the key.
  static let storedColumns = """
    item.key, item.id, item.type, item.properties, item.state, item.tier, item.tenant_id,
    item.version, item.schema_version, item.source, item.source_id, item.device, item.latitude,
    item.longitude, item.timestamp, item.created_at, item.updated_at, item.attachments,
    \(ItemText.columns), item.revision, item.origin, item.origin_id
    """
  /// The columns of `item` among them, by which a change is compared with an item: a link and a
  /// move to another notebook write only others.
  static let readColumns: Set<String> = [
    "id", "type", "properties", "state", "tier", "tenant_id", "version", "schema_version", "source",
    "source_id", "device", "latitude", "longitude", "timestamp", "created_at", "updated_at",
    "attachments", "revision", "origin", "origin_id",
  ]
  /// How many columns `storedColumns` names.
  static let storedColumnCount = 24
  /// Where among them the columns are that lists are ordered by.
  static let orderPlaces = ["timestamp": 14, "created_at": 15, "updated_at": 16]
  /// The tables of those columns.
  static let storedTables = "item JOIN item_text ON item_text.item = item.key"

  /// Reads an item from `storedColumns`.
  init(row: some PositionalRow) throws {
    // Mostly a note's time is that of its creation, and one text serves for both.
    let (time, creation, update) = (row.time(14), row.time(15), row.time(16))
    let createdAt = creation.iso8601
    self.init(
      id: row.text(1), type: row.text(2),
      properties: try StoredProperties.join(json: row.text(3), text: ItemText(row: row, at: 18)),
      state: ItemState(code: row.integer(4)),
      tier: row.optionalInteger(5).map(ItemTier.init(code:)), tenantId: row.optionalText(6),
      version: Int(row.integer(7)), schemaVersion: Int(row.integer(8)), source: row.text(9),
      sourceId: row.optionalText(10), device: row.optionalText(11),
      captureLatitude: row.optionalReal(12), captureLongitude: row.optionalReal(13),
      timestamp: time == creation ? createdAt : time.iso8601, createdAt: createdAt,
      updatedAt: update == creation ? createdAt : update.iso8601,
      attachments: try row.optionalText(17).map { try StoredJSON.attachments($0) } ?? [],
      revision: Int(row.integer(21)), origin: ItemOrigin(row: row, at: 22))
  }
}

extension ItemSummary {
  /// The columns that `init(row:)` reads, from `item`.
  static let storedColumns = """
    item.key, item.id, item.type, item.state, item.title, item.tags, item.is_pinned,
    item.is_favourite, item.attachment_count, item.version, item.created_at, item.updated_at,
    item.timestamp, item.edited_at, item.sync_flags
    """

  /// How many columns `storedColumns` names.
  static let storedColumnCount = 15

  /// Where among them the columns are that lists are ordered by.
  static let orderPlaces = [
    "created_at": 10, "updated_at": 11, "timestamp": 12, "edited_at": 13,
  ]

  /// Reads a summary from `storedColumns`.
  init(row: some PositionalRow) {
    self.init(
      key: row.integer(0), id: row.text(1), type: row.text(2),
      state: ItemState(code: row.integer(3)), title: row.text(4), tagText: row.text(5),
      isPinned: row.flag(6), isFavourite: row.flag(7), attachmentCount: Int(row.integer(8)),
      version: Int(row.integer(9)), createdAt: row.time(10), updatedAt: row.time(11),
      timestamp: row.time(12), editedAt: row.time(13))
    syncFlags = SyncFlags(rawValue: row.integer(14))
  }
}
