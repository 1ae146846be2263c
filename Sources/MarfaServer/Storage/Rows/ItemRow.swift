import MarfaModel

/// One row of `item`, whose JSON is not parsed before it has to be.
public struct ItemRow: Hashable, Sendable {
  /// The number by which rows refer to each other; 0 before the row is written.
  var key: Int64
  var id: String
  var type: String
  var state: ItemState
  var tier: ItemTier?
  var version: Int
  var schemaVersion: Int
  var source: String
  var sourceId: String?
  var device: String?
  /// The device that moved the item to its state.
  var stateDevice: String?
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

  /// The row as the model's value.
  func item() throws -> Item {
    Item(
      id: id, type: type, properties: try StoredJSON.object(properties), state: state,
      tier: tier, version: version, schemaVersion: schemaVersion, source: source,
      sourceId: sourceId, device: device, stateDevice: stateDevice, captureLatitude: latitude,
      captureLongitude: longitude, timestamp: Timestamp(milliseconds: timestamp).iso8601,
      createdAt: Timestamp(milliseconds: createdAt).iso8601,
      updatedAt: Timestamp(milliseconds: updatedAt).iso8601,
      attachments: try StoredJSON.attachments(attachments))
  }
}

extension ItemRow {
  /// The row of a model's value whose times were checked.
  ///
  /// - Throws: `StoreFailure` when a time is none.
  init(_ item: Item, key: Int64 = 0, tags: [String], trashedAt: Int64?) throws {
    let createdAt = try StoredJSON.milliseconds(item.createdAt)
    // Of a new item all three are the same.
    func milliseconds(_ time: String) throws -> Int64 {
      time == item.createdAt ? createdAt : try StoredJSON.milliseconds(time)
    }
    self.init(
      key: key, id: item.id, type: item.type, state: item.state, tier: item.tier,
      version: item.version, schemaVersion: item.schemaVersion, source: item.source,
      sourceId: item.sourceId, device: item.device, stateDevice: item.stateDevice,
      latitude: item.captureLatitude, longitude: item.captureLongitude,
      timestamp: try milliseconds(item.timestamp), createdAt: createdAt,
      updatedAt: try milliseconds(item.updatedAt), trashedAt: trashedAt, tags: tags,
      attachments: StoredJSON.text(item.attachments),
      properties: StoredJSON.text(item.properties))
  }

  /// How many bytes of JSON the row holds, about.
  var size: Int {
    properties.utf8.count + (attachments?.utf8.count ?? 0) + tags.reduce(512) { $0 + $1.utf8.count }
  }
}
