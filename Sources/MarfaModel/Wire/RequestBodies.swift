/// The body of `PATCH /items/{id}`.
public struct PatchItemBody: Codable, Hashable, Sendable {
  /// Properties to merge shallowly; `null` removes.
  public var properties: [String: JSONValue]?
  /// The version that the patch was made on; unchecked when nil.
  public var version: Int?
  /// Whether a snapshot of the state before is taken; yes when nil.
  public var snapshot: Bool?
  /// The new tier.
  public var tier: ItemTier?
  /// The new time that matters to the person.
  public var timestamp: String?
  /// The new stable id at the source.
  public var sourceId: String?
  /// For each named edge type, all targets from now on.
  public var edges: [String: [String]]?
  /// All attachments from now on.
  public var attachments: [Attachment]?
  /// The attachments that the change was made on: what others have added or taken away since stays
  /// so.
  ///
  /// Only where the server offers `attachment_merge`.
  public var attachmentsBase: [Attachment]?
  /// The device that changes the properties; empty for one without a name.
  ///
  /// Only where the server offers `change_devices`.
  public var device: String?

  /// What is nil stays as it is; a `version` that is not the newest is refused as a conflict.
  public init(
    properties: [String: JSONValue]? = nil, version: Int? = nil, snapshot: Bool? = nil,
    tier: ItemTier? = nil, timestamp: String? = nil, sourceId: String? = nil,
    edges: [String: [String]]? = nil, attachments: [Attachment]? = nil,
    attachmentsBase: [Attachment]? = nil, device: String? = nil
  ) {
    self.properties = properties
    self.version = version
    self.snapshot = snapshot
    self.tier = tier
    self.timestamp = timestamp
    self.sourceId = sourceId
    self.edges = edges
    self.attachments = attachments
    self.attachmentsBase = attachmentsBase
    self.device = device
  }

  enum CodingKeys: String, CodingKey {
    case properties, version, snapshot, tier, timestamp, edges, attachments, device
    case sourceId = "source_id"
    case attachmentsBase = "attachments_base"
  }
}

/// The body of `POST /items/{id}/transition`.
public struct TransitionBody: Codable, Hashable, Sendable {
  /// The wanted state.
  public var state: ItemState
  /// The device that moves the item; nil for one without a name.
  ///
  /// Only where the server offers `state_devices`.
  public var device: String?

  /// The state to move to, and the device that asks for it.
  public init(state: ItemState, device: String? = nil) {
    self.state = state
    self.device = device
  }
}

/// The body of the tag routes.
public struct TagsBody: Codable, Hashable, Sendable {
  /// The tags.
  public var tags: [String]

  /// Tags as they are given; the server normalizes them.
  public init(tags: [String]) { self.tags = tags }
}

/// The body of `PATCH /edges/{id}`.
public struct PatchEdgeBody: Codable, Hashable, Sendable {
  /// All properties from now on.
  public var properties: [String: JSONValue]

  /// Properties that replace all former ones.
  public init(properties: [String: JSONValue]) { self.properties = properties }
}
