/// What a bulk call does with items that exist.
public enum BulkMode: String, Hashable, Sendable {
  /// They are changed.
  case upsert
  /// They are left as they are.
  case createOnly = "create_only"
}

/// Whether a bulk call stands or falls as a whole.
public enum BulkAtomicity: Hashable, Sendable {
  /// One entry that fails undoes all.
  case allOrNothing
  /// Entries that fail are reported, the others are written.
  case eachAlone
}

/// What became of the entries of a bulk call.
public struct BulkResult: Hashable, Sendable {
  /// What became of one entry.
  public enum Outcome: String, Hashable, Sendable {
    /// A new item was made.
    case created
    /// An item was changed.
    case updated
    /// Nothing was to be done.
    case skipped
    /// The entry was refused.
    case errored
  }

  /// One entry's result.
  public struct Entry: Hashable, Sendable {
    /// The entry's place in the call, from 0.
    public var index: Int
    /// What became of it.
    public var outcome: Outcome
    /// The item's id, unless the entry was refused.
    public var id: String?
    /// The error's code, when the entry was refused.
    public var code: String?
    /// What was wrong, when the entry was refused.
    public var message: String?

    /// Creates a result.
    public init(
      index: Int, outcome: Outcome, id: String? = nil, code: String? = nil,
      message: String? = nil
    ) {
      self.index = index
      self.outcome = outcome
      self.id = id
      self.code = code
      self.message = message
    }
  }

  /// The results, in the order of the call.
  public var results: [Entry]

  /// Creates a result from its entries.
  public init(results: [Entry]) {
    self.results = results
  }

  /// How many entries had the outcome.
  public func count(_ outcome: Outcome) -> Int {
    results.count { $0.outcome == outcome }
  }
}

/// One thing to do to many items.
public enum BulkAction: Hashable, Sendable {
  /// Moves them to a state.
  case transition(ItemState)
  /// Removes them for good; the confirmation must be `PURGE`.
  case purge(confirm: String)
  /// Adds and removes tags.
  case updateTags(add: [String], remove: [String])
  /// Sets the tier.
  case updateTier(ItemTier)
  /// Merges properties.
  case updateProperties([String: JSONValue])
  /// Sets the time that matters, ISO 8601.
  case updateTimestamp(String)
}

/// What a bulk action came to.
public struct BulkActionResult: Hashable, Sendable {
  /// How many items the filters held.
  public var matched: Int
  /// How many of them changed; 0 in a dry run.
  public var changed: Int
  /// How many refused the change, such as a transition that the lifecycle does not have.
  public var errored: Int
  /// Whether nothing was to be done.
  public var isDryRun: Bool

  /// Creates a result.
  public init(matched: Int, changed: Int, errored: Int, isDryRun: Bool) {
    self.matched = matched
    self.changed = changed
    self.errored = errored
    self.isDryRun = isDryRun
  }
}
