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

  /// The columns that `init(row:)` reads, from `item JOIN item_text`.
  static let storedColumns = "\(ItemRecord.columns), \(ItemText.columns)"
  /// The tables of those columns.
  static let storedTables = "item JOIN item_text ON item_text.item = item.key"

  /// Reads an item from `storedColumns`.
  init(row: Row) throws {
    try self.init(
      record: ItemRecord(row: row), text: ItemText(row: row, at: ItemRecord.columnCount))
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
