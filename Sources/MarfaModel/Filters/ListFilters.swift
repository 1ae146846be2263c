/// Which items a list holds, and in what order.
///
/// All conditions hold together; nil or an empty list means no condition.
///
/// ```swift
/// let filters = ListFilters(type: "core.note", tags: ["bread"], sort: .updatedAt, limit: 50)
/// ```
public struct ListFilters: Hashable, Sendable {
  /// What a list is sorted by.
  public enum Sort: String, Hashable, Sendable, Codable, CaseIterable {
    /// When the item was made.
    case createdAt = "created_at"
    /// When it last changed.
    case updatedAt = "updated_at"
    /// When its properties last changed; a local extension of the documented orders.
    case editedAt = "edited_at"
    /// The time that matters to the person.
    case timestamp
    /// The title, folded; a local extension of the documented orders.
    case title
  }

  /// Which end of the order comes first.
  public enum Direction: String, Hashable, Sendable, Codable {
    /// Smallest first.
    case ascending = "asc"
    /// Largest first.
    case descending = "desc"
  }

  /// The type, with the types that inherit from it.
  public var type: String?
  /// The state; when nil, everything but trashed.
  public var state: ItemState?
  /// Who made it.
  public var source: String?
  /// How prominent.
  public var tier: ItemTier?
  /// Tags that must all be there.
  public var tags: [String]
  /// An expression of the filter grammar.
  public var filter: String?
  /// Items that have an edge of the type to this target.
  public var edge: [String: String]
  /// Items that are the target of an edge of the type from this source.
  public var backref: [String: String]
  /// The effective time is at or after this, ISO 8601.
  public var since: String?
  /// The effective time is before or at this, ISO 8601.
  public var until: String?
  /// Changed after this; the order is then by change, oldest first.
  public var updatedAfter: String?
  /// The order.
  public var sort: Sort
  /// Which end first.
  public var direction: Direction
  /// How many at most; all when nil.
  public var limit: Int?
  /// Where a page starts, as the page before said.
  public var cursor: String?

  /// By default all items, the newest change first.
  public init(
    type: String? = nil, state: ItemState? = nil, source: String? = nil, tier: ItemTier? = nil,
    tags: [String] = [], filter: String? = nil, edge: [String: String] = [:],
    backref: [String: String] = [:], since: String? = nil, until: String? = nil,
    updatedAfter: String? = nil, sort: Sort = .updatedAt, direction: Direction = .descending,
    limit: Int? = nil, cursor: String? = nil
  ) {
    self.type = type
    self.state = state
    self.source = source
    self.tier = tier
    self.tags = tags
    self.filter = filter
    self.edge = edge
    self.backref = backref
    self.since = since
    self.until = until
    self.updatedAfter = updatedAfter
    self.sort = sort
    self.direction = direction
    self.limit = limit
    self.cursor = cursor
  }
}
