/// One page of a list.
public struct ListPage<Element: Sendable>: Sendable {
  /// The elements, in the list's order.
  public var data: [Element]
  /// Where the next page starts; nil on the last.
  public var cursor: String?
  /// Whether there is a next page.
  public var hasMore: Bool

  /// One page; `cursor` asks for the next one.
  public init(data: [Element], cursor: String? = nil, hasMore: Bool = false) {
    self.data = data
    self.cursor = cursor
    self.hasMore = hasMore
  }
}

extension ListPage: Equatable where Element: Equatable {}
