/// What a bulk request does with what exists.
public enum BulkMode: String, Codable, Hashable, Sendable, CaseIterable {
  /// It is updated.
  case upsert
  /// It is skipped.
  case createOnly = "create_only"
}

/// The body of `POST /items/bulk` and `POST /edges/bulk`: at most 5,000 entries.
public struct BulkBody<Entry: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// How many entries a request may have.
  public static var maximumCount: Int { 5000 }

  /// The entries, in order.
  public var entries: [Entry]
  /// What becomes of what exists; `upsert` when nil.
  public var mode: BulkMode?
  /// Whether one failure undoes all; yes when nil.
  public var atomic: Bool?
  /// Whether events are sent; no when nil.
  public var emitEvents: Bool?

  /// Entries in the order in which they are performed; what is nil is left to the server.
  public init(
    entries: [Entry], mode: BulkMode? = nil, atomic: Bool? = nil, emitEvents: Bool? = nil
  ) {
    self.entries = entries
    self.mode = mode
    self.atomic = atomic
    self.emitEvents = emitEvents
  }
}

extension BulkBody: Codable {
  private enum CodingKeys: String, CodingKey {
    case items, edges, mode, atomic
    case emitEvents = "emit_events"
  }

  private static var entriesKey: CodingKeys {
    Entry.self == CreateEdgeInput.self ? .edges : .items
  }

  /// Reads a body; the entries are under `items` or `edges`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      entries: try container.decode([Entry].self, forKey: Self.entriesKey),
      mode: try container.decodeIfPresent(BulkMode.self, forKey: .mode),
      atomic: try container.decodeIfPresent(Bool.self, forKey: .atomic),
      emitEvents: try container.decodeIfPresent(Bool.self, forKey: .emitEvents))
  }

  /// Writes the body.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entries, forKey: Self.entriesKey)
    try container.encodeIfPresent(mode, forKey: .mode)
    try container.encodeIfPresent(atomic, forKey: .atomic)
    try container.encodeIfPresent(emitEvents, forKey: .emitEvents)
  }
}

/// What a bulk request did.
public struct BulkResult: Codable, Hashable, Sendable {
  /// What became of an entry.
  public enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// As the word says.
    case created, updated, skipped, errored
  }

  /// How many entries had each outcome.
  public struct Counts: Codable, Hashable, Sendable {
    /// New ones.
    public var created: Int
    /// Changed ones.
    public var updated: Int
    /// Those left alone.
    public var skipped: Int
    /// Those that failed.
    public var errored: Int

    /// Takes each part as it is.
    public init(created: Int = 0, updated: Int = 0, skipped: Int = 0, errored: Int = 0) {
      self.created = created
      self.updated = updated
      self.skipped = skipped
      self.errored = errored
    }
  }

  /// What became of one entry.
  public struct Entry: Codable, Hashable, Sendable {
    /// The entry's place in the request, from 0.
    public var index: Int
    /// What became of it.
    public var outcome: Outcome
    /// The id of the item or edge.
    public var id: String?
    /// Why it was skipped, such as `duplicate_edge`.
    public var reason: String?
    /// Why it failed.
    public var error: ErrorEnvelope.Body?

    /// What became of the entry with an index, from 0.
    public init(
      index: Int, outcome: Outcome, id: String? = nil, reason: String? = nil,
      error: ErrorEnvelope.Body? = nil
    ) {
      self.index = index
      self.outcome = outcome
      self.id = id
      self.reason = reason
      self.error = error
    }
  }

  /// How many had each outcome.
  public var counts: Counts
  /// The entries, in the request's order.
  public var results: [Entry]

  /// Counts the entries by their outcomes.
  public init(results: [Entry]) {
    self.results = results
    counts = Counts()
    for entry in results {
      switch entry.outcome {
      case .created: counts.created += 1
      case .updated: counts.updated += 1
      case .skipped: counts.skipped += 1
      case .errored: counts.errored += 1
      }
    }
  }
}
