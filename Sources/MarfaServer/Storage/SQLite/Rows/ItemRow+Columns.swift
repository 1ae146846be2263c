import GRDB
import MarfaModel

extension ItemRow {
  /// The columns that `init(_:)` reads, in its order.
  static let columns = """
    item.key, item.id, item.type, item.state, item.tier, item.version, item.schema_version,
    item.source, item.source_id, item.device, item.capture_latitude, item.capture_longitude,
    item.timestamp, item.created_at, item.updated_at, item.trashed_at, item.tags,
    item.attachments, item.properties, item.state_device
    """
  /// Finds the row of an id.
  static let byId = "SELECT \(columns) FROM item WHERE id = ?"
  /// How many columns there are.
  static let columnCount = 20

  /// Reads a row that starts with `columns`.
  init(_ row: Row) throws {
    key = row[0]
    id = row[1]
    type = row[2]
    state = try ItemState(code: row[3])
    tier = (row[4] as Int?).map(ItemTier.init(code:))
    version = row[5]
    schemaVersion = row[6]
    source = row[7]
    sourceId = row[8]
    device = row[9]
    latitude = row[10]
    longitude = row[11]
    timestamp = row[12]
    createdAt = row[13]
    updatedAt = row[14]
    trashedAt = row[15]
    tags = Self.tags(row[16])
    attachments = row[17]
    properties = row[18]
    stateDevice = row[19]
  }

  /// The tags of the column.
  static func tags(_ text: String) -> [String] {
    text.isEmpty ? [] : text.split(separator: "\n").map(String.init)
  }
}

extension Database {
  /// The item of an id, whether or not the caller may see it.
  func itemRow(id: String) throws -> ItemRow? {
    try row(ItemRow.byId, [id]).map(ItemRow.init)
  }

  /// The item of a key.
  func itemRow(key: Int64) throws -> ItemRow? {
    try row("SELECT \(ItemRow.columns) FROM item WHERE key = ?", [key]).map(ItemRow.init)
  }
}
