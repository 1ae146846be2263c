/// A snapshot of an item's properties before a change.
public struct ItemVersion: Codable, Hashable, Sendable, Identifiable {
  /// The snapshot's own id.
  public var id: String
  /// The item that it is of.
  public var itemId: String
  /// The version that the properties had; 0 for one that the server never had.
  public var version: Int
  /// The properties as they were.
  public var properties: [String: JSONValue]
  /// When the snapshot was taken, ISO 8601.
  public var createdAt: String
  /// The device that made the version.
  public var device: String?
  /// The revision that the properties had in the local store; nil for a snapshot from a server.
  ///
  /// Never sent.
  public var revision: Int?

  /// The properties that an item had at a version.
  public init(
    id: String, itemId: String, version: Int, properties: [String: JSONValue], createdAt: String,
    device: String? = nil, revision: Int? = nil
  ) {
    self.id = id
    self.itemId = itemId
    self.version = version
    self.properties = properties
    self.createdAt = createdAt
    self.device = device
    self.revision = revision
  }

  enum CodingKeys: String, CodingKey {
    case id
    case itemId = "item_id"
    case version, properties
    case createdAt = "created_at"
    case device
  }
}
