import MarfaModel

/// The durable log of events, from which every stream and webhook is fed.
///
/// - Throws: Each method: `StoreFailure`, and the errors that are named at it.
public protocol EventLog: Sendable {
  /// Events after an id, oldest first; at most `limit`, and fewer where they have more than some
  /// bytes together: only an empty page is the end of the log.
  ///
  /// Ids grow in the order of commits: once an event was read, none with a smaller id appears.
  ///
  /// An old event of a long item whose version is not kept has the item as it is now, and is
  /// `item.deleted` once the item is gone.
  func events(after id: Int64, limit: Int, bytes: Int) async throws -> [StoredEvent]
  /// The ids of the oldest and the newest kept event; the newest is 0 before the first.
  func eventBounds() async throws -> EventBounds
  /// Forgets old events, idempotency records and tombstones.
  ///
  /// The newest event always stays, so that ids never start again.
  ///
  /// - Parameters:
  ///   - horizon: Events before this go.
  ///   - maximumCount: The maximum number of the rest; the newest are kept.
  /// - Returns: How many events went.
  /// - Throws: `StoreFailure`; nothing is forgotten then.
  @discardableResult
  func pruneEvents(before horizon: Timestamp, keepingNewest maximumCount: Int) async throws -> Int
}

extension EventLog {
  /// The same with the bytes of a page.
  public func events(after id: Int64, limit: Int) async throws -> [StoredEvent] {
    try await events(after: id, limit: limit, bytes: ReadLimits().pageBytes)
  }
}

/// One event of the log.
public struct StoredEvent: Hashable, Sendable {
  /// Its place in the log; strictly growing, with gaps where events were undone.
  public var id: Int64
  /// Its name.
  public var name: EventName
  /// The one-line JSON of `data:`.
  public var data: String
  /// The item, or the source of the edge.
  public var itemId: String
  /// That item's type, for filters and permissions.
  public var itemType: String
  /// The edge's type; nil when the event is about an item.
  public var edgeType: String?
  /// The type of the edge's target; nil when the event is about an item.
  public var targetType: String?
  /// The namespace of the extension that the event is about; nil of any other event.
  public var namespace: String?
  /// When it happened.
  public var createdAt: Timestamp
  /// The properties that a kept event leaves to history; nil when its data are whole.
  var text: HeldText?

  /// Takes each part as it is.
  public init(
    id: Int64, name: EventName, data: String, itemId: String, itemType: String,
    edgeType: String? = nil, targetType: String? = nil, namespace: String? = nil,
    createdAt: Timestamp
  ) {
    self.id = id
    self.name = name
    self.data = data
    self.itemId = itemId
    self.itemType = itemType
    self.edgeType = edgeType
    self.targetType = targetType
    self.namespace = namespace
    self.createdAt = createdAt
  }
}

/// The documented names of events.
public enum EventName: String, Hashable, Sendable, CaseIterable {
  /// A new item; the data is the item.
  case itemCreated = "item.created"
  /// Its properties, tier, time or attachments changed; the data is the item.
  case itemUpdated = "item.updated"
  /// It was archived, trashed or revoked; the data is the item.
  case itemStateChanged = "item.state_changed"
  /// It is active again; the data is the item.
  case itemRestored = "item.restored"
  /// It was purged; the data is `{id, type}`.
  case itemDeleted = "item.deleted"
  /// A new edge, or new properties of one; the data is the edge.
  case edgeCreated = "edge.created"
  /// The edge is gone; the data is `{id, edge_type, source_id, target_id}`.
  case edgeDeleted = "edge.deleted"
  /// Tags or tier changed; the data is `{item_id, tags, tier, state}`.
  case metadataChanged = "metadata.changed"
  /// An extension changed; the data is `{item_id, namespace, data, updated_at}`, `data` null when
  /// it is gone.
  case extensionsChanged = "extensions_changed"
  /// A bulk request changed things without their events: sweep; the data is `{}`.
  case resync
}

/// The ends of the event log.
public struct EventBounds: Hashable, Sendable {
  /// The oldest kept id; nil while there is none.
  public var oldest: Int64?
  /// The newest id; 0 before the first event.
  public var newest: Int64

  /// Takes each part as it is.
  public init(oldest: Int64?, newest: Int64) {
    self.oldest = oldest
    self.newest = newest
  }

  /// Whether a stream can go on after an id without a gap.
  public func canResume(after id: Int64) -> Bool {
    guard let oldest else { return id == newest }
    return id >= oldest - 1
  }
}
