import MarfaModel

/// Which items a list holds, with every value checked and every name resolved.
///
/// All conditions hold together. The storage turns it into its own language; it asks nobody what
/// may be seen, because `visibility` says so.
public struct ItemSelection: Hashable, Sendable {
  /// An edge that the items must have.
  struct Neighbour: Hashable, Sendable {
    /// Which end of the edge the item is.
    var end: EdgeEnd
    /// The edge's type.
    var type: String
    /// The id of the item at the other end.
    var other: String
  }

  /// What may be seen; an edge that may not be seen is none.
  var visibility = Visibility.all
  /// The state; every state but trashed when nil.
  var state: ItemState?
  /// The types, already narrowed to those that may be seen; any of these when nil.
  var types: Set<String>?
  /// Who made it.
  var source: String?
  /// How prominent.
  var tier: ItemTier?
  /// Tags that must all be there, without doubles.
  var tags: [String] = []
  /// Edges that must all be there.
  var neighbours: [Neighbour] = []
  /// The time is at or after this, in milliseconds since 1970, as the others.
  var since: Int64?
  /// The time is at or before this.
  var until: Int64?
  /// Changed at or after this.
  var changedSince: Int64?
  /// An expression of the filter grammar, within its limits.
  var filter: FilterExpression?
  /// A system type whose records of the server are listed as items, too.
  var recordType: String?

  /// Whether it depends on more than the items' rows.
  var asksAboutEdges: Bool {
    !neighbours.isEmpty || (filter.map { FilterLimits.cost(of: $0).edges > 0 } ?? false)
  }

  /// The types that are listed: those asked for, or all that may be seen; nil means every type.
  var listedTypes: Set<String>? { types ?? visibility.itemTypes }
}

/// An end of an edge, as an item sees it.
public enum EdgeEnd: Hashable, Sendable {
  /// The item is the edge's source; the other end is its target.
  case source
  /// The item is the edge's target; the other end is its source.
  case target
}

/// The order of a list of items: a time, then the key, both in one direction.
public struct ItemOrder: Hashable, Sendable {
  /// What a list can be sorted by.
  enum Field: String, Hashable, Sendable {
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case timestamp
  }

  var field: Field
  var isDescending: Bool

  /// The value that a row is sorted by.
  func value(_ row: ItemRow) -> Int64 {
    switch field {
    case .createdAt: row.createdAt
    case .updatedAt: row.updatedAt
    case .timestamp: row.timestamp
    }
  }
}

/// A place in a list of items or edges: after the row with this value and key.
public struct ListPlace: Hashable, Sendable {
  /// The value that the list is sorted by; 0 for edges.
  var value: Int64 = 0
  /// The key of the row.
  var key: Int64
}

/// Which edges, in the order of their keys.
public struct EdgeSelection: Hashable, Sendable {
  /// Whose edges.
  enum End: Hashable, Sendable {
    /// Those that start from the item of a key.
    case source(Int64)
    /// Those that point to it.
    case target(Int64)
    /// Every one.
    case any
  }

  var end: End
  /// Edge types; any when empty.
  var types: Set<String> = []
  /// What may be seen.
  var visibility = Visibility.all
}
