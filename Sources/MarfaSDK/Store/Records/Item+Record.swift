import GRDB

extension Item {
  /// Puts an item together from its row and its text.
  init(record: ItemRecord, text: ItemText) throws {
    self.init(
      id: record.id, type: record.type,
      properties: try StoredProperties.join(json: record.properties, text: text),
      state: record.state, tier: record.tier, tenantID: record.tenantID,
      version: record.version, schemaVersion: record.schemaVersion, source: record.source,
      sourceID: record.sourceID, device: record.device, captureLatitude: record.latitude,
      captureLongitude: record.longitude,
      timestamp: Timestamp(milliseconds: record.timestamp).iso8601,
      createdAt: Timestamp(milliseconds: record.createdAt).iso8601,
      updatedAt: Timestamp(milliseconds: record.updatedAt).iso8601,
      attachments: try record.attachments.map { try StoredJSON.value([Attachment].self, $0) }
        ?? [])
  }

  /// The columns that `init(row:)` reads, from `item JOIN item_text`; the first is the key.
  static let storedColumns = """
    item.key, item.id, item.type, item.properties, item.state, item.tier, item.tenant_id,
    item.version, item.schema_version, item.source, item.source_id, item.device, item.latitude,
    item.longitude, item.timestamp, item.created_at, item.updated_at, item.attachments,
    \(ItemText.columns)
    """
  /// The tables of those columns.
  static let storedTables = "item JOIN item_text ON item_text.item = item.key"

  /// Reads an item from `storedColumns`.
  init(row: Row) throws {
    self.init(
      id: row[1], type: row[2],
      properties: try StoredProperties.join(json: row[3], text: ItemText(row: row, at: 18)),
      state: ItemState(code: row[4]), tier: (row[5] as Int64?).map(ItemTier.init(code:)),
      tenantID: row[6], version: row[7], schemaVersion: row[8], source: row[9], sourceID: row[10],
      device: row[11], captureLatitude: row[12], captureLongitude: row[13],
      timestamp: Timestamp(milliseconds: row[14]).iso8601,
      createdAt: Timestamp(milliseconds: row[15]).iso8601,
      updatedAt: Timestamp(milliseconds: row[16]).iso8601,
      attachments: try (row[17] as String?).map { try StoredJSON.value([Attachment].self, $0) }
        ?? [])
  }
}

extension ItemSummary {
  /// The columns that `init(row:)` reads, from `item`.
  static let storedColumns = """
    item.key, item.id, item.type, item.state, item.title, item.tags, item.is_pinned,
    item.is_favourite, item.attachment_count, item.version, item.created_at, item.updated_at,
    item.timestamp, item.edited_at
    """

  /// How many columns `storedColumns` names.
  static let storedColumnCount = 14

  /// Reads a summary from `storedColumns`.
  init(row: Row) {
    self.init(
      key: row[0], id: row[1], type: row[2], state: ItemState(code: row[3]), title: row[4],
      tagText: row[5], isPinned: row[6], isFavourite: row[7],
      attachmentCount: row[8], version: row[9], createdAt: Timestamp(milliseconds: row[10]),
      updatedAt: Timestamp(milliseconds: row[11]), timestamp: Timestamp(milliseconds: row[12]),
      editedAt: Timestamp(milliseconds: row[13]))
  }
}
