import Collections

/// The loaded pages of a list in order, found by id in constant time.
///
/// ```swift
/// var pages: Pages = [Page(id: 1, value: ["reed"]), Page(id: 2, value: ["heron"])]
/// pages.append(Page(id: 3, value: ["otter"]))
/// pages.remove(id: 1)
/// let ids = pages.ids  // 2, 3
/// ```
public struct Pages<PageID: Hashable & Sendable, PageValue: Sendable>: Sendable {
  private var storage: OrderedDictionary<PageID, Page<PageID, PageValue>> = [:]

  /// Starts without pages.
  public init() {}

  /// Collects pages; of pages with the same id the last one counts, in the place of the first.
  public init(_ pages: some Sequence<Page<PageID, PageValue>>) {
    for page in pages { append(page) }
  }

  /// The ids in order.
  public var ids: [PageID] { Array(storage.keys) }

  /// The page of an id, or nil.
  public subscript(id id: PageID) -> Page<PageID, PageValue>? { storage[id] }

  /// Whether there is a page of that id.
  public func contains(id: PageID) -> Bool { storage[id] != nil }

  /// Adds a page at the end, or replaces the one of the same id where it is.
  public mutating func append(_ page: Page<PageID, PageValue>) {
    storage[page.id] = page
  }

  /// Adds a page at the start, or replaces the one of the same id where it is.
  public mutating func prepend(_ page: Page<PageID, PageValue>) {
    insert(page, at: 0)
  }

  /// Adds a page after another, or replaces the one of the same id where it is.
  ///
  /// - Parameters:
  ///   - page: The page to add.
  ///   - anchor: The id of the page before it.
  /// - Returns: Whether the anchor was there; without it nothing is added.
  public mutating func insert(_ page: Page<PageID, PageValue>, after anchor: PageID) -> Bool {
    guard let index = storage.index(forKey: anchor) else { return false }
    insert(page, at: index + 1)
    return true
  }

  /// Adds a page before another, or replaces the one of the same id where it is.
  ///
  /// - Parameters:
  ///   - page: The page to add.
  ///   - anchor: The id of the page after it.
  /// - Returns: Whether the anchor was there; without it nothing is added.
  public mutating func insert(_ page: Page<PageID, PageValue>, before anchor: PageID) -> Bool {
    guard let index = storage.index(forKey: anchor) else { return false }
    insert(page, at: index)
    return true
  }

  private mutating func insert(_ page: Page<PageID, PageValue>, at index: Int) {
    storage.updateValue(page, forKey: page.id, insertingAt: index)
  }

  /// Removes a page and returns it, or nil if there is none of that id.
  @discardableResult
  public mutating func remove(id: PageID) -> Page<PageID, PageValue>? {
    storage.removeValue(forKey: id)
  }

  /// Removes pages from the start until at most the given number is left.
  mutating func trimStart(to count: Int) {
    storage.removeFirst(Swift.max(0, storage.count - count))
  }

  /// Removes pages from the end until at most the given number is left.
  mutating func trimEnd(to count: Int) {
    storage.removeLast(Swift.max(0, storage.count - count))
  }

  /// The same pages with each value transformed.
  public func mapValues(_ transform: (PageValue) -> PageValue) -> Self {
    Self(map { Page(id: $0.id, value: transform($0.value)) })
  }
}

extension Pages: RandomAccessCollection {
  /// The position of the first page.
  public var startIndex: Int { 0 }
  /// The position after the last page.
  public var endIndex: Int { storage.count }
  /// The page at a position.
  public subscript(position: Int) -> Page<PageID, PageValue> { storage.values[position] }
}

extension Pages: ExpressibleByArrayLiteral {
  /// Collects the pages of an array literal.
  public init(arrayLiteral elements: Page<PageID, PageValue>...) {
    self.init(elements)
  }
}

extension Pages: Equatable where PageValue: Equatable {
  /// Whether both have equal pages in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.elementsEqual(rhs) }
}
