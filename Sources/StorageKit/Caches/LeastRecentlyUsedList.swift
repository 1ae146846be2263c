/// A dictionary that remembers in which order its keys were used last.
///
/// A table of nodes linked both ways by their indices, so that every operation is O(1).
struct LeastRecentlyUsedList<Key: Hashable, Value> {
  private struct Node {
    let key: Key
    var value: Value
    var newer: Int?
    var older: Int?
  }

  private var nodes: [Node?] = []
  private var free: [Int] = []
  private var indices: [Key: Int] = [:]
  private var newest: Int?
  private var oldest: Int?

  /// The number of keys.
  var count: Int { indices.count }

  /// The value of a key, which stays where it is in the order.
  func peek(_ key: Key) -> Value? {
    indices[key].flatMap { nodes[$0]?.value }
  }

  /// The value of a key, which becomes the most recently used.
  mutating func use(_ key: Key) -> Value? {
    guard let index = indices[key], let value = nodes[index]?.value else { return nil }
    unlink(index)
    linkAsNewest(index)
    return value
  }

  /// Stores a value as the most recently used.
  mutating func set(_ value: Value, for key: Key) {
    if let index = indices[key] {
      nodes[index]?.value = value
      unlink(index)
      linkAsNewest(index)
      return
    }
    let node = Node(key: key, value: value)
    let index: Int
    if let reused = free.popLast() {
      index = reused
      nodes[index] = node
    } else {
      index = nodes.count
      nodes.append(node)
    }
    indices[key] = index
    linkAsNewest(index)
  }

  /// Removes a key and returns its value.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let index = indices.removeValue(forKey: key) else { return nil }
    let value = nodes[index]?.value
    unlink(index)
    nodes[index] = nil
    free.append(index)
    return value
  }

  /// Removes the key that was used longest ago.
  mutating func removeLeastRecent() -> (key: Key, value: Value)? {
    guard let oldest, let node = nodes[oldest] else { return nil }
    remove(node.key)
    return (node.key, node.value)
  }

  /// Removes every key.
  mutating func removeAll() {
    self = Self()
  }

  private mutating func unlink(_ index: Int) {
    guard let node = nodes[index] else { return }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
    nodes[index]?.newer = nil
    nodes[index]?.older = nil
  }

  private mutating func linkAsNewest(_ index: Int) {
    nodes[index]?.older = newest
    if let newest { nodes[newest]?.newer = index } else { oldest = index }
    newest = index
  }
}
