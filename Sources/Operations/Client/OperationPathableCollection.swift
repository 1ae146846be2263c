import Collections

/// Stores in the order in which they were added, each path once.
///
/// A collection that a client hands out is a plain list; the first change of it builds a
/// dictionary, after which look-ups by path take constant time.
public struct OperationPathableCollection<Element: OperationPathable> {
  enum Storage {
    case list([Element])
    case keyed(OrderedDictionary<OperationPath, Element>)
  }

  private var storage: Storage

  /// Starts without elements.
  public init() {
    storage = .list([])
  }

  /// Collects elements in order; of elements with the same path the last one counts.
  public init(_ elements: some Sequence<Element>) {
    var keyed: OrderedDictionary<OperationPath, Element> = [:]
    for element in elements { keyed[element.path] = element }
    storage = .keyed(keyed)
  }

  /// Collects elements whose paths are known to be different.
  init(distinct elements: [Element]) {
    storage = .list(elements)
  }

  private var keyed: OrderedDictionary<OperationPath, Element> {
    switch storage {
    case .list(let elements):
      OrderedDictionary(uniqueKeysWithValues: elements.lazy.map { ($0.path, $0) })
    case .keyed(let keyed): keyed
    }
  }

  private mutating func change<Value>(
    _ body: (inout OrderedDictionary<OperationPath, Element>) -> Value
  ) -> Value {
    var keyed = keyed
    storage = .list([])
    defer { storage = .keyed(keyed) }
    return body(&keyed)
  }

  /// The element of exactly that path, or nil.
  public subscript(path: OperationPath) -> Element? {
    switch storage {
    case .list(let elements): elements.first { $0.path == path }
    case .keyed(let keyed): keyed[path]
    }
  }

  /// The paths in order.
  public var paths: [OperationPath] { map(\.path) }

  /// Adds an element, or puts it in the place of the one with its path, which is returned.
  @discardableResult
  public mutating func update(_ element: Element) -> Element? {
    change { $0.updateValue(element, forKey: element.path) }
  }

  /// Removes the element of exactly that path and returns it.
  @discardableResult
  public mutating func remove(_ path: OperationPath) -> Element? {
    change { $0.removeValue(forKey: path) }
  }

  /// Removes all elements whose path begins with the given one.
  public mutating func removeAll(matching path: OperationPath = []) {
    change { $0.removeAll { $0.key.isPrefixed(by: path) } }
  }
}

extension OperationPathableCollection: RandomAccessCollection {
  /// The position of the first element.
  public var startIndex: Int { 0 }

  /// The position after the last element.
  public var endIndex: Int {
    switch storage {
    case .list(let elements): elements.count
    case .keyed(let keyed): keyed.count
    }
  }

  /// The element at a position.
  public subscript(position: Int) -> Element {
    switch storage {
    case .list(let elements): elements[position]
    case .keyed(let keyed): keyed.values[position]
    }
  }
}

extension OperationPathableCollection: Sendable where Element: Sendable {}
extension OperationPathableCollection.Storage: Sendable where Element: Sendable {}
