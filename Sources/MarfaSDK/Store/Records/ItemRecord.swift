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

  init(row: some PositionalRow) {
    key = row.integer(0)
    id = row.text(1)
    type = row.text(2)
    state = ItemState(code: row.integer(3))
    tier = row.optionalInteger(4).map(ItemTier.init(code:))
    title = row.text(5)
    tags = TagColumn.tags(row.text(6))
    isListed = row.flag(7)
    isPinned = row.flag(8)
    isFavourite = row.flag(9)
    notebook = row.optionalInteger(10)
    linkCount = row.integer(11)
    version = Int(row.integer(12))
    schemaVersion = Int(row.integer(13))
    createdAt = row.integer(14)
    updatedAt = row.integer(15)
    timestamp = row.integer(16)
    source = row.text(17)
    sourceID = row.optionalText(18)
    device = row.optionalText(19)
    latitude = row.optionalReal(20)
    longitude = row.optionalReal(21)
    tenantID = row.optionalText(22)
    attachments = row.optionalText(23)
    properties = row.text(24)
    editedAt = row.integer(25)
  }
}
