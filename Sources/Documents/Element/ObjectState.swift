/// A map in which the latest write to a key wins.
///
/// Yorkie's `ElementRHT`. The elements are handles of ``Root``; tombstones stay there.
struct ObjectState: Sendable {
  /// The element that holds each key; it may be deleted.
  private(set) var members: [String: Int] = [:]
  /// The key of each element that holds one.
  private var keys: [Int: String] = [:]
  /// All elements that were ever set and not purged, in no order.
  private(set) var elements: Set<Int> = []
  /// When keys were set whose elements were purged: an earlier write that is still on its way
  /// loses, as it does where nothing was purged.
  private(set) var purgedKeys: [String: TimeTicket] = [:]

  /// The key that an element holds, or nil.
  func key(of handle: Int) -> String? { keys[handle] }

  mutating func setMember(_ key: String, to handle: Int?) {
    if let former = members[key] { keys[former] = nil }
    members[key] = handle
    if let handle { keys[handle] = key }
  }

  /// Notes when a key was set that no element holds any more, or forgets it.
  mutating func setPurged(_ key: String, at ticket: TimeTicket?) { purgedKeys[key] = ticket }

  mutating func addElement(_ handle: Int) { elements.insert(handle) }

  /// Forgets an element, and its key if it holds one.
  mutating func removeElement(_ handle: Int) {
    elements.remove(handle)
    if let key = keys[handle] { setMember(key, to: nil) }
  }
}
