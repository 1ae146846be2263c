import Collections
import Foundation

/// When to look at which store again, to see whether it can be dropped.
///
/// Each store is in the schedule at most once, and one that is in use leaves it until it says that
/// nobody uses it any more. Nothing runs by itself: the client looks whenever it is used, and pays
/// for the stores that are due only.
struct EvictionSchedule: Sendable {
  private struct Entry: Comparable, Sendable {
    let date: Date
    /// Breaks ties in the order of insertion.
    let number: Int
    let path: OperationPath
    /// The number of the store in the registry: an address may be that of a later store.
    let store: Int

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.date, lhs.number) < (rhs.date, rhs.number)
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
  }

  /// The time without subscribers after which a store is dropped; nil for never.
  let lifetime: TimeInterval?
  /// The number of stores beyond which unused ones are dropped early; nil for no bound.
  let maximumCount: Int?
  private var heap = Heap<Entry>()
  private var scheduled: Set<Int> = []
  private var nextNumber = 0

  init(lifetime: TimeInterval?, maximumCount: Int?) {
    self.lifetime = lifetime
    self.maximumCount = maximumCount
  }

  /// Puts a store that nobody uses into the schedule, unless it is there.
  ///
  /// - Parameters:
  ///   - entry: The store.
  ///   - registry: The stores; if most of what is scheduled is no longer there, it is forgotten.
  ///   - now: The current date.
  mutating func add(_ entry: StoreRegistry.Entry?, of registry: StoreRegistry, at now: Date) {
    guard let entry, lifetime != nil || maximumCount != nil else { return }
    insert(path: entry.store.path, store: entry.number, date: now + (lifetime ?? 0))
    if heap.count > 2 * registry.count + 64 { forgetCleared(registry) }
  }

  private mutating func forgetCleared(_ registry: StoreRegistry) {
    let kept = heap.unordered.filter { registry[$0.path]?.number == $0.store }
    heap = Heap(kept)
    scheduled = Set(kept.map(\.store))
  }

  private mutating func insert(path: OperationPath, store: Int, date: Date) {
    guard scheduled.insert(store).inserted else { return }
    nextNumber += 1
    heap.insert(Entry(date: date, number: nextNumber, path: path, store: store))
  }

  private mutating func next(before date: Date?, in registry: StoreRegistry) -> (
    Entry, OpaqueOperationStore
  )? {
    while let entry = heap.min, date.map({ entry.date <= $0 }) ?? true {
      heap.removeMin()
      scheduled.remove(entry.store)
      // A store that was cleared is no concern of the schedule any more.
      if let known = registry[entry.path], known.number == entry.store {
        return (entry, known.store)
      }
    }
    return nil
  }

  /// Drops what has been unused for too long or is too much.
  ///
  /// - Parameters:
  ///   - registry: The stores.
  ///   - newest: The store that was just added, which stays.
  ///   - now: The current date.
  /// - Returns: The stores that were dropped.
  mutating func evict(
    from registry: inout StoreRegistry, sparing newest: OpaqueOperationStore? = nil, now: Date
  ) -> [OpaqueOperationStore] {
    var evicted: [OpaqueOperationStore] = []
    evictExpired(from: &registry, now: now, into: &evicted)
    evictExcess(from: &registry, sparing: newest, into: &evicted)
    return evicted
  }

  private mutating func evictExpired(
    from registry: inout StoreRegistry, now: Date, into evicted: inout [OpaqueOperationStore]
  ) {
    guard let lifetime else { return }
    while let (entry, store) = next(before: now, in: registry) {
      guard let idleSince = store.base.evictableSince else { continue }
      let due = idleSince + lifetime
      if due <= now {
        registry.remove(entry.path)
        evicted.append(store)
      } else {
        insert(path: entry.path, store: entry.store, date: due)
      }
    }
  }

  private mutating func evictExcess(
    from registry: inout StoreRegistry, sparing newest: OpaqueOperationStore?,
    into evicted: inout [OpaqueOperationStore]
  ) {
    guard let maximumCount else { return }
    var spared: Entry?
    while registry.count > maximumCount, let (entry, store) = next(before: nil, in: registry) {
      if store.base === newest?.base {
        spared = entry
      } else if store.base.evictableSince != nil {
        registry.remove(entry.path)
        evicted.append(store)
      }
    }
    if let spared { insert(path: spared.path, store: spared.store, date: spared.date) }
  }
}
