/// A place in a list's order: the value of the ordering column, and then the key.
struct ListPosition: Hashable, Sendable {
  /// A value of an ordering column.
  enum Value: Hashable, Sendable {
    /// Milliseconds since 1970.
    case time(Int64)
    /// A folded title.
    case title(String)
    /// A place in a ranked result, from 0.
    case rank(Int)
  }

  /// The value of the ordering column.
  var value: Value
  /// The item's key.
  var key: Int64
}

/// A row with its place in the list's order.
struct WindowRow: Hashable, Sendable {
  /// Where it is.
  var position: ListPosition
  /// What it shows.
  var row: ListedItem
}
