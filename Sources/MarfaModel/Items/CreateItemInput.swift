/// What is given to create an item.
///
/// ```swift
/// let input = CreateItemInput(
///   type: "core.note", properties: ["title": "Rye", "body": "Flour, water"], tags: ["bread"])
/// ```
public struct CreateItemInput: Hashable, Sendable {
  /// The id to use; a fresh UUIDv7 when nil.
  public var id: String?
  /// The dotted name of the type.
  public var type: String
  /// The values; validated against the type.
  public var properties: [String: JSONValue]
  /// The first state; `active` when nil.
  public var state: ItemState?
  /// How prominent; `library` when nil.
  public var tier: ItemTier?
  /// The time that matters to the person; now when nil.
  public var timestamp: String?
  /// Who made it; `local` in local mode when nil.
  public var source: String?
  /// The stable id at the source: an item with the same pair is updated instead.
  public var sourceId: String?
  /// A free label of the device.
  public var device: String?
  /// Degrees north.
  public var captureLatitude: Double?
  /// Degrees east.
  public var captureLongitude: Double?
  /// Tags, in any order; doubles are dropped.
  public var tags: [String]?
  /// Target ids by edge type.
  public var edges: [String: [String]]?
  /// Blobs that belong to it.
  public var attachments: [Attachment]?
  /// Extensions by their namespaces; only where the server offers `create_with_extensions`.
  public var extensions: [String: [String: JSONValue]]?

  /// What is nil is left to the store, and has no edges, tags or attachments.
  public init(
    id: String? = nil, type: String, properties: [String: JSONValue] = [:],
    state: ItemState? = nil, tier: ItemTier? = nil, timestamp: String? = nil,
    source: String? = nil, sourceId: String? = nil, device: String? = nil,
    captureLatitude: Double? = nil, captureLongitude: Double? = nil, tags: [String]? = nil,
    edges: [String: [String]]? = nil, attachments: [Attachment]? = nil,
    extensions: [String: [String: JSONValue]]? = nil
  ) {
    self.id = id
    self.type = type
    self.properties = properties
    self.state = state
    self.tier = tier
    self.timestamp = timestamp
    self.source = source
    self.sourceId = sourceId
    self.device = device
    self.captureLatitude = captureLatitude
    self.captureLongitude = captureLongitude
    self.tags = tags
    self.edges = edges
    self.attachments = attachments
    self.extensions = extensions
  }
}

extension CreateItemInput: Codable {
  enum CodingKeys: String, CodingKey {
    case id, type, properties, state, tier, timestamp, source, device, tags, edges, attachments,
      extensions
    case sourceId = "source_id"
    case captureLatitude = "capture_latitude"
    case captureLongitude = "capture_longitude"
  }

  /// Reads an input; everything but the type may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decodeIfPresent(String.self, forKey: .id),
      type: try container.decode(String.self, forKey: .type),
      properties: try container.decodeIfPresent([String: JSONValue].self, forKey: .properties)
        ?? [:],
      state: try container.decodeIfPresent(ItemState.self, forKey: .state),
      tier: try container.decodeIfPresent(ItemTier.self, forKey: .tier),
      timestamp: try container.decodeIfPresent(String.self, forKey: .timestamp),
      source: try container.decodeIfPresent(String.self, forKey: .source),
      sourceId: try container.decodeIfPresent(String.self, forKey: .sourceId),
      device: try container.decodeIfPresent(String.self, forKey: .device),
      captureLatitude: try container.decodeIfPresent(Double.self, forKey: .captureLatitude),
      captureLongitude: try container.decodeIfPresent(Double.self, forKey: .captureLongitude),
      tags: try container.decodeIfPresent([String].self, forKey: .tags),
      edges: try container.decodeIfPresent([String: [String]].self, forKey: .edges),
      attachments: try container.decodeIfPresent([Attachment].self, forKey: .attachments),
      extensions: try container.decodeIfPresent(
        [String: [String: JSONValue]].self, forKey: .extensions))
  }

  /// Writes the input; absent fields are left out.
  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }

  /// The input as the body of a request; absent fields are left out.
  public var json: JSONValue {
    var members: [String: JSONValue] = ["type": .string(type), "properties": .object(properties)]
    members["id"] = id.map(JSONValue.string)
    members["state"] = (state?.rawValue).map(JSONValue.string)
    members["tier"] = (tier?.rawValue).map(JSONValue.string)
    members["timestamp"] = timestamp.map(JSONValue.string)
    members["source"] = source.map(JSONValue.string)
    members["source_id"] = sourceId.map(JSONValue.string)
    members["device"] = device.map(JSONValue.string)
    members["capture_latitude"] = captureLatitude.map(JSONValue.number)
    members["capture_longitude"] = captureLongitude.map(JSONValue.number)
    members["tags"] = tags.map(JSONValue.strings)
    members["edges"] = edges.map { .object($0.mapValues(JSONValue.strings)) }
    members["attachments"] = attachments.map { .array($0.map(\.json)) }
    members["extensions"] = extensions.map { .object($0.mapValues(JSONValue.object)) }
    return .object(members)
  }
}

extension JSONValue {
  /// A list of texts.
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
