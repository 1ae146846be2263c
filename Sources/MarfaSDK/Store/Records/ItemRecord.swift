import GRDB

/// One row of `item`, read by position.
struct ItemRecord {
  var key: Int64
  var id: String
  var type: String
  var state: ItemState
  var tier: ItemTier?
  var title: String
  var tags: [String]
  var isListed: Bool
  var isPinned: Bool
  var isFavourite: Bool
  var notebook: Int64?
  var linkCount: Int64
  var version: Int
  var schemaVersion: Int
  var createdAt: Int64
  var updatedAt: Int64
  var editedAt: Int64
  var timestamp: Int64
  var source: String
  var sourceID: String?
  var device: String?
  var latitude: Double?
  var longitude: Double?
  var tenantID: String?
  /// A JSON array, or nil for none.
  var attachments: String?
  /// A JSON object without the text that `item_text` holds.
  var properties: String
}

extension ItemRecord {
  /// The columns in the order that `init(row:)` reads.
  static let columns = """
    item.key, item.id, item.type, item.state, item.tier, item.title, item.tags, item.is_listed,
    item.is_pinned, item.is_favourite, item.notebook, item.link_count, item.version,
    item.schema_version, item.created_at, item.updated_at, item.timestamp, item.source,
    item.source_id, item.device, item.latitude, item.longitude, item.tenant_id,
    item.attachments, item.properties, item.edited_at
    """
  /// How many columns there are.
  static let columnCount = 26

  init(row: Row) {
    key = row[0]
    id = row[1]
    type = row[2]
    state = ItemState(code: row[3])
    tier = (row[4] as Int64?).map(ItemTier.init(code:))
    title = row[5]
    tags = TagColumn.tags(row[6])
    isListed = row[7]
    isPinned = row[8]
    isFavourite = row[9]
    notebook = row[10]
    linkCount = row[11]
    version = row[12]
    schemaVersion = row[13]
    createdAt = row[14]
    updatedAt = row[15]
    timestamp = row[16]
    source = row[17]
    sourceID = row[18]
    device = row[19]
    latitude = row[20]
    longitude = row[21]
    tenantID = row[22]
    attachments = row[23]
    properties = row[24]
    editedAt = row[25]
  }
}
