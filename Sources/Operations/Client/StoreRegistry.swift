/// The stores of a client by path.
///
/// Paths are kept as a tree, one level an element: a look-up costs the length of the path, and a
/// prefix costs what it matches, however many other stores there are.
struct StoreRegistry: Sendable {
  struct Entry: Sendable {
    let store: OpaqueOperationStore
    /// The type of the operation; another type under the same path is a mistake.
    let operationType: ObjectIdentifier
    /// Grows from store to store, for the order of creation.
    let number: Int
  }

  /// The stores whose path begins with the elements that lead here.
  private struct Node: Sendable {
    var entry: Entry?
    var children: [OperationPath.Element: Node] = [:]

    var isEmpty: Bool { entry == nil && children.isEmpty }

    /// What a closure makes of the node at the rest of a path; nil if there is none.
    ///
    /// Nodes are visited in place: copying one costs more than finding it.
    func visit<Value>(
      _ path: [OperationPath.Element], from depth: Int = 0, _ body: (Node) -> Value?
    ) -> Value? {
      guard depth < path.count else { return body(self) }
      guard let index = children.index(forKey: path[depth]) else { return nil }
      return children.values[index].visit(path, from: depth + 1, body)
    }

    func collect(into entries: inout [Entry]) {
      if let entry { entries.append(entry) }
      for child in children.values { child.collect(into: &entries) }
    }

    mutating func insert(_ entry: Entry, at path: ArraySlice<OperationPath.Element>) {
      guard let first = path.first else {
        self.entry = entry
        return
      }
      children[first, default: Node()].insert(entry, at: path.dropFirst())
    }

    mutating func remove(at path: ArraySlice<OperationPath.Element>) -> Entry? {
      guard let first = path.first else {
        defer { entry = nil }
        return entry
      }
      guard let index = children.index(forKey: first) else { return nil }
      let removed = children.values[index].remove(at: path.dropFirst())
      if children.values[index].isEmpty { children.remove(at: index) }
      return removed
    }
  }

  private var root = Node()
  private var nextNumber = 0
  private(set) var count = 0

  /// The entry of exactly that path.
  subscript(path: OperationPath) -> Entry? {
    root.visit(path.elements) { $0.entry }
  }

  /// The entries whose path begins with the given one, in the order of creation.
  func entries(matching prefix: OperationPath) -> [Entry] {
    var entries: [Entry] = []
    _ = root.visit(prefix.elements) { $0.collect(into: &entries) }
    return entries.sorted { $0.number < $1.number }
  }

  /// Adds a store; the one that had its path is returned.
  mutating func insert(
    _ store: OpaqueOperationStore, operationType: ObjectIdentifier
  ) -> OpaqueOperationStore? {
    let previous = remove(store.path)
    nextNumber += 1
    let entry = Entry(store: store, operationType: operationType, number: nextNumber)
    root.insert(entry, at: store.path.elements[...])
    count += 1
    return previous
  }

  @discardableResult
  mutating func remove(_ path: OperationPath) -> OpaqueOperationStore? {
    guard let entry = root.remove(at: path.elements[...]) else { return nil }
    count -= 1
    return entry.store
  }
}
