import GRDB

/// A place between two rows of an ordered table: after the row with this sort value and id.
public struct RepoCursor: Hashable, Sendable {
  /// The sort column's value in that row.
  public let sort: DatabaseValue
  /// The id of that row.
  public let id: String

  /// Joins the sort value and the id of a row.
  public init(sort: DatabaseValue, id: String) {
    self.sort = sort
    self.id = id
  }
}

/// One page of a table.
///
/// ```swift
/// var page = try await users.getPage(orderBy: "name", limit: 2)
/// show(page.items)
/// while page.hasMore {
///   page = try await users.getPage(orderBy: "name", limit: 2, after: page.next)
///   show(page.items)
/// }
/// ```
public struct RepoPage<E: Sendable>: Sendable {
  /// The entities, in the order asked for; may be empty.
  public let items: [E]
  /// Where the next page starts, for paging by offset.
  public let nextOffset: Int
  /// Where the next page starts, or `nil` when this page is empty.
  public let next: RepoCursor?
  /// Whether there is a further row after this page.
  public let hasMore: Bool

  /// Joins what one read of a page has found.
  public init(items: [E], nextOffset: Int, next: RepoCursor?, hasMore: Bool) {
    self.items = items
    self.nextOffset = nextOffset
    self.next = next
    self.hasMore = hasMore
  }
}

extension RepoPage: Equatable where E: Equatable {}
