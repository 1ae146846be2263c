/// Which items a bulk action touches; at least one condition is needed.
public struct BulkActionFilter: Codable, Hashable, Sendable {
  /// The type, with its subtypes.
  public var type: String?
  /// The state; when nil, everything but trashed.
  public var state: ItemState?
  /// Who made it.
  public var source: String?
  /// How prominent.
  public var tier: ItemTier?
  /// Tags that must all be there.
  public var tags: [String]?
  /// The effective time is at or after this, ISO 8601.
  public var since: String?
  /// The effective time is before or at this, ISO 8601.
  public var until: String?
  /// An expression of the filter grammar.
  public var filter: String?

  /// Conditions that an item must all fulfil; nil is none.
  public init(
    type: String? = nil, state: ItemState? = nil, source: String? = nil, tier: ItemTier? = nil,
    tags: [String]? = nil, since: String? = nil, until: String? = nil, filter: String? = nil
  ) {
    self.type = type
    self.state = state
    self.source = source
    self.tier = tier
    self.tags = tags
    self.since = since
    self.until = until
    self.filter = filter
  }

  /// The same conditions as those of a list.
  public var listFilters: ListFilters {
    ListFilters(
      type: type, state: state, source: source, tier: tier, tags: tags ?? [], filter: filter,
      since: since, until: until)
  }
}

/// What a bulk action does to each item.
public enum BulkActionChange: Hashable, Sendable {
  /// Moves it to a state.
  case transition(ItemState)
  /// Removes it permanently.
  case purge
  /// Adds and removes tags.
  case updateTags(add: [String], remove: [String])
  /// Sets how prominent it is.
  case updateTier(ItemTier)
  /// Merges properties shallowly; `null` removes.
  case updateProperties([String: JSONValue])
  /// Sets the time that matters to the person.
  case updateTimestamp(String)
}

/// The body of `POST /items/bulk_action`.
public struct BulkActionBody: Hashable, Sendable {
  /// How many items an action touches at most when the body is silent.
  public static let standardMaximum = 10_000
  /// How many items a body may ask for.
  public static let greatestMaximum = 50_000

  /// Which items.
  public var filter: BulkActionFilter
  /// What is done to each.
  public var action: BulkActionChange
  /// Whether nothing is written and only the matches are counted; no when nil.
  public var dryRun: Bool?
  /// How many items may match.
  public var maxItems: Int?
  /// Whether events are sent; no when nil.
  public var emitEvents: Bool?
  /// `PURGE`, without which nothing is purged.
  public var confirm: String?

  /// Which items, and what is done to them; what is nil is left to the server.
  public init(
    filter: BulkActionFilter, action: BulkActionChange, dryRun: Bool? = nil, maxItems: Int? = nil,
    emitEvents: Bool? = nil, confirm: String? = nil
  ) {
    self.filter = filter
    self.action = action
    self.dryRun = dryRun
    self.maxItems = maxItems
    self.emitEvents = emitEvents
    self.confirm = confirm
  }
}

extension BulkActionBody: Codable {
  private enum Word: String, Codable {
    case transition, purge
    case updateTags = "update_tags"
    case updateTier = "update_tier"
    case updateProperties = "update_properties"
    case updateTimestamp = "update_timestamp"
  }

  private enum CodingKeys: String, CodingKey {
    case filter, action, confirm, state, add, remove, tier, properties, timestamp
    case dryRun = "dry_run"
    case maxItems = "max_items"
    case emitEvents = "emit_events"
  }

  /// Reads a body; the action's own values are next to its name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    filter = try container.decode(BulkActionFilter.self, forKey: .filter)
    dryRun = try container.decodeIfPresent(Bool.self, forKey: .dryRun)
    maxItems = try container.decodeIfPresent(Int.self, forKey: .maxItems)
    emitEvents = try container.decodeIfPresent(Bool.self, forKey: .emitEvents)
    confirm = try container.decodeIfPresent(String.self, forKey: .confirm)
    switch try container.decode(Word.self, forKey: .action) {
    case .transition:
      action = .transition(try container.decode(ItemState.self, forKey: .state))
    case .purge: action = .purge
    case .updateTags:
      action = .updateTags(
        add: try container.decodeIfPresent([String].self, forKey: .add) ?? [],
        remove: try container.decodeIfPresent([String].self, forKey: .remove) ?? [])
    case .updateTier: action = .updateTier(try container.decode(ItemTier.self, forKey: .tier))
    case .updateProperties:
      action = .updateProperties(
        try container.decode([String: JSONValue].self, forKey: .properties))
    case .updateTimestamp:
      action = .updateTimestamp(try container.decode(String.self, forKey: .timestamp))
    }
  }

  /// Writes the body.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(filter, forKey: .filter)
    try container.encodeIfPresent(dryRun, forKey: .dryRun)
    try container.encodeIfPresent(maxItems, forKey: .maxItems)
    try container.encodeIfPresent(emitEvents, forKey: .emitEvents)
    try container.encodeIfPresent(confirm, forKey: .confirm)
    switch action {
    case .transition(let state):
      try container.encode(Word.transition, forKey: .action)
      try container.encode(state, forKey: .state)
    case .purge: try container.encode(Word.purge, forKey: .action)
    case .updateTags(let add, let remove):
      try container.encode(Word.updateTags, forKey: .action)
      try container.encode(add, forKey: .add)
      try container.encode(remove, forKey: .remove)
    case .updateTier(let tier):
      try container.encode(Word.updateTier, forKey: .action)
      try container.encode(tier, forKey: .tier)
    case .updateProperties(let properties):
      try container.encode(Word.updateProperties, forKey: .action)
      try container.encode(properties, forKey: .properties)
    case .updateTimestamp(let timestamp):
      try container.encode(Word.updateTimestamp, forKey: .action)
      try container.encode(timestamp, forKey: .timestamp)
    }
  }
}

/// What a bulk action did.
public struct BulkActionResponse: Codable, Hashable, Sendable {
  /// How many items the filter found.
  public var matched: Int
  /// How many were changed; 0 in a dry run.
  public var updated: Int
  /// How many were left as they were, because they were so already.
  public var skipped: Int
  /// How many refused the change.
  public var errored: Int
  /// Whether nothing was written.
  public var dryRun: Bool
  /// Why items refused, at most 100.
  public var errors: [Failure]

  /// Why one item refused.
  public struct Failure: Codable, Hashable, Sendable {
    /// The item.
    public var id: String
    /// Why.
    public var error: ErrorEnvelope.Body

    /// An item by its id, and why it refused.
    public init(id: String, error: ErrorEnvelope.Body) {
      self.id = id
      self.error = error
    }
  }

  /// How many items matched, and what became of them.
  public init(
    matched: Int, updated: Int = 0, skipped: Int = 0, errored: Int = 0, dryRun: Bool = false,
    errors: [Failure] = []
  ) {
    self.matched = matched
    self.updated = updated
    self.skipped = skipped
    self.errored = errored
    self.dryRun = dryRun
    self.errors = errors
  }

  enum CodingKeys: String, CodingKey {
    case matched, updated, skipped, errored, errors
    case dryRun = "dry_run"
  }
}
