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
  /// The number that the wire and people see: the revision in a store without a server.
  var version: Int
  /// Counts every change of the properties, local or remote; never sent.
  var revision: Int
  /// The version that the server has confirmed; nil when it does not know the item.
  var serverVersion: Int?
  var schemaVersion: Int
  var createdAt: Int64
  var updatedAt: Int64
  var editedAt: Int64
  var timestamp: Int64
  var source: String
  var sourceId: String?
  /// Where an import took it from.
  var origin: ItemOrigin?
  var device: String?
  /// The device that moved it to the state that the server has confirmed.
  var stateDevice: String?
  var latitude: Double?
  var longitude: Double?
  var tenantId: String?
  /// A JSON array, or nil for none.
  var attachments: String?
  /// A JSON object without the text that `item_text` holds.
  var properties: String
  /// What of it is not on the server as it is here.
  var syncFlags: SyncFlags = []
}

extension ItemRecord {
  /// The columns in the order that `init(row:)` reads.
  static let columns = """
    item.key, item.id, item.type, item.state, item.tier, item.title, item.tags, item.is_listed,
    item.is_pinned, item.is_favourite, item.notebook, item.link_count, item.version,
    item.schema_version, item.created_at, item.updated_at, item.timestamp, item.source,
    item.source_id, item.device, item.latitude, item.longitude, item.tenant_id,
    item.attachments, item.properties, item.edited_at, item.revision, item.server_version,
    item.origin, item.origin_id, item.sync_flags, item.state_device
    """
  /// How many columns there are.
  static let columnCount = 32

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
    sourceId = row.optionalText(18)
    device = row.optionalText(19)
    latitude = row.optionalReal(20)
    longitude = row.optionalReal(21)
    tenantId = row.optionalText(22)
    attachments = row.optionalText(23)
    properties = row.text(24)
    editedAt = row.integer(25)
    revision = Int(row.integer(26))
    serverVersion = row.optionalInteger(27).map(Int.init)
    origin = ItemOrigin(row: row, at: 28)
    syncFlags = SyncFlags(rawValue: row.integer(30))
    stateDevice = row.optionalText(31)
  }
}

extension ItemOrigin {
  /// Reads an origin from two columns; nil when one of them is NULL.
  init?(row: some PositionalRow, at column: Int) {
    guard let name = row.optionalText(column), let path = row.optionalText(column + 1) else {
      return nil
    }
    self.init(name: name, path: path)
  }
}
