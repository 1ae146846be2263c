import Foundation

/// The keys of entries that expire, soonest first: a binary heap.
///
/// An entry that was replaced or removed stays queued until its moment comes; its owner tells it
/// by the stamp.
struct ExpiryQueue<Key> {
  /// One entry's moment.
  struct Element {
    let expiresAt: Date
    let key: Key
    let stamp: Int
  }

  private var heap: [Element] = []

  /// The number of queued entries, replaced ones included.
  var count: Int { heap.count }

  /// Queues an entry, in O(log n).
  mutating func insert(_ element: Element) {
    heap.append(element)
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].expiresAt < heap[parent].expiresAt else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes the soonest entry if its moment has come, in O(log n).
  mutating func popExpired(now: Date) -> Element? {
    guard let first = heap.first, first.expiresAt <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink()
    return first
  }

  /// Keeps the entries that satisfy a condition, in O(n log n).
  mutating func keep(where isKept: (Element) -> Bool) {
    heap = heap.filter(isKept).sorted { $0.expiresAt < $1.expiresAt }
  }

  private mutating func sink() {
    var parent = 0
    while true {
      let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
      guard let least = children.min(by: { heap[$0].expiresAt < heap[$1].expiresAt }),
        heap[least].expiresAt < heap[parent].expiresAt
      else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
