/// A map in which the latest write to a key wins.
///
/// Yorkie's `ElementRHT`. The elements are handles of ``Root``; tombstones stay there.
struct ObjectState: Sendable {
  /// The element that holds each key; it may be deleted.
  private(set) var members: [String: Int] = [:]
  /// All elements that were ever set and not purged, in no order.
  private(set) var elements: Set<Int> = []

  mutating func setMember(_ key: String, to handle: Int?) { members[key] = handle }
  mutating func addElement(_ handle: Int) { elements.insert(handle) }
  mutating func removeElement(_ handle: Int) { elements.remove(handle) }
}
