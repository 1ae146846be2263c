import GRDB
import MarfaModel

/// One row of `item`, whose JSON is not parsed before it has to be.
struct ItemRow {
  var key: Int64
  var id: String
  var type: String
  var state: ItemState
  var tier: ItemTier?
  var version: Int
  var schemaVersion: Int
  var source: String
  var sourceID: String?
  var device: String?
  var latitude: Double?
  var longitude: Double?
  /// Milliseconds since 1970, as the other times.
  var timestamp: Int64
  var createdAt: Int64
  var updatedAt: Int64
  var trashedAt: Int64?
  /// Sorted.
  var tags: [String]
  /// JSON; nil without any.
  var attachments: String?
  /// JSON.
  var properties: String

  /// The columns that `init(_:)` reads, in its order.
  static let columns = """
    item.key, item.id, item.type, item.state, item.tier, item.version, item.schema_version,
    item.source, item.source_id, item.device, item.capture_latitude, item.capture_longitude,
    item.timestamp, item.created_at, item.updated_at, item.trashed_at, item.tags,
    item.attachments, item.properties
    """
  /// How many columns there are.
  static let columnCount = 19

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
    sourceID = row[8]
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
  }

  /// The tags of the column.
  static func tags(_ text: String) -> [String] {
    text.isEmpty ? [] : text.split(separator: "\n").map(String.init)
  }

  /// The row as the model's value.
  func item() throws -> Item {
    Item(
      id: id, type: type, properties: try StoredJSON.object(properties), state: state,
      tier: tier, version: version, schemaVersion: schemaVersion, source: source,
      sourceID: sourceID, device: device, captureLatitude: latitude,
      captureLongitude: longitude, timestamp: Timestamp(milliseconds: timestamp).iso8601,
      createdAt: Timestamp(milliseconds: createdAt).iso8601,
      updatedAt: Timestamp(milliseconds: updatedAt).iso8601,
      attachments: try StoredJSON.attachments(attachments))
  }
}

extension Database {
  /// The item of an id, whoever may see it.
  func itemRow(id: String) throws -> ItemRow? {
    try row("SELECT \(ItemRow.columns) FROM item WHERE id = ?", [id]).map(ItemRow.init)
  }

  /// The item of a key.
  func itemRow(key: Int64) throws -> ItemRow? {
    try row("SELECT \(ItemRow.columns) FROM item WHERE key = ?", [key]).map(ItemRow.init)
  }
}
