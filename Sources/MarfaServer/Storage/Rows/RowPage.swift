/// Some rows of an ordered list, from a place in it.
public struct RowPage<Row> {
  /// The rows, in order.
  var rows: [Row]
  /// Whether the list goes on after them.
  var hasMore: Bool
}

extension RowPage: Sendable where Row: Sendable {}

/// How much of a list is read at once: it ends at the count or at the bytes, but holds one row.
public struct RowLimit: Hashable, Sendable {
  /// The most rows.
  var count: Int
  /// The most bytes of JSON in the rows, after which the page ends.
  var bytes = Int.max

  /// A page of the log of events.
  static func events(_ count: Int) -> RowLimit { RowLimit(count: count, bytes: 4 << 20) }
}
