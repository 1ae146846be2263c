/// A record of any type: the system fields, the properties that its type describes, and what was
/// hydrated with it.
///
/// Dates are ISO 8601 strings in UTC, as on the wire.
public struct Item: Hashable, Sendable, Identifiable {
  /// A UUIDv7, which sorts by time of creation.
  public var id: String
  /// The dotted name of the type, such as `core.note`.
  public var type: String
  /// The values that the type describes, and others that are kept as they are.
  public var properties: [String: JSONValue]
  /// Where the item is in its life.
  public var state: ItemState
  /// How prominent it is; nil for `system.*`.
  public var tier: ItemTier?
  /// The space that the item belongs to; a client must not branch on it.
  public var tenantId: String?
  /// Starts at 1; each change of the properties adds 1.
  ///
  /// The server's number. A store without a server shows its own `revision` here.
  public var version: Int
  /// The version of the type's schema that the properties were validated against.
  public var schemaVersion: Int
  /// Who made the item, as its credential says.
  public var source: String
  /// The stable id at the source; with `source`, the natural key.
  public var sourceId: String?
  /// A free label of the device.
  public var device: String?
  /// The device that moved the item to its state, as a server says; nil for one without a name, and
  /// for an item of a local store.
  public var stateDevice: String?
  /// Degrees north; not validated.
  public var captureLatitude: Double?
  /// Degrees east; not validated.
  public var captureLongitude: Double?
  /// The time that matters to the person; `createdAt` unless given.
  public var timestamp: String
  /// When the item was made.
  public var createdAt: String
  /// When anything of it last changed.
  public var updatedAt: String
  /// Blobs that belong to it, in the person's order.
  public var attachments: [Attachment]
  /// Outgoing edges by type; nil unless hydrated.
  public var edges: [String: HydratedEdges]?
  /// Namespaced sidecars; nil unless hydrated.
  public var extensions: [String: JSONValue]?
  /// Counts the changes of the properties in the local store that the item was read from; nil for
  /// an item from elsewhere.
  ///
  /// Says which state of the item a change was made on. Never sent.
  public var revision: Int?
  /// Where an import took the item from, as the local store knows; nil for an item from elsewhere.
  public var origin: ItemOrigin?

  /// An item with all its fields; the defaults are those of a new one.
  public init(
    id: String, type: String, properties: [String: JSONValue] = [:], state: ItemState = .active,
    tier: ItemTier? = .library, tenantId: String? = nil, version: Int = 1, schemaVersion: Int = 1,
    source: String = "local", sourceId: String? = nil, device: String? = nil,
    stateDevice: String? = nil, captureLatitude: Double? = nil,
    captureLongitude: Double? = nil, timestamp: String, createdAt: String, updatedAt: String,
    attachments: [Attachment] = [],
    edges: [String: HydratedEdges]? = nil, extensions: [String: JSONValue]? = nil,
    revision: Int? = nil, origin: ItemOrigin? = nil
  ) {
    self.id = id
    self.type = type
    self.properties = properties
    self.state = state
    self.tier = tier
    self.tenantId = tenantId
    self.version = version
    self.schemaVersion = schemaVersion
    self.source = source
    self.sourceId = sourceId
    self.device = device
    self.stateDevice = stateDevice
    self.captureLatitude = captureLatitude
    self.captureLongitude = captureLongitude
    self.timestamp = timestamp
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.attachments = attachments
    self.edges = edges
    self.extensions = extensions
    self.revision = revision
    self.origin = origin
  }
}
