import Foundation
import Collections

/// When to look at which store again, to see whether it can be dropped.
///
/// Each store is in the schedule at most once, and one that is in use leaves it until it tells that
/// nobody uses it any more. Nothing runs by itself: the client looks whenever it is used, and pays
/// for the stores that are due only.
struct EvictionSchedule: Sendable {
  private struct Entry: Comparable, Sendable {
    let date: Date
    /// Breaks ties in the order of insertion.
    let number: Int
    let path: OperationPath
    let store: ObjectIdentifier

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
  private var scheduled: Set<ObjectIdentifier> = []
  private var nextNumber = 0

  init(lifetime: TimeInterval?, maximumCount: Int?) {
    self.lifetime = lifetime
    self.maximumCount = maximumCount
  }

  /// Puts a store that nobody uses into the schedule, unless it is there.
  mutating func add(_ store: OpaqueOperationStore, at now: Date) {
    guard lifetime != nil || maximumCount != nil else { return }
    insert(path: store.path, store: ObjectIdentifier(store.base), date: now + (lifetime ?? 0))
  }

  private mutating func insert(path: OperationPath, store: ObjectIdentifier, date: Date) {
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
      if let store = registry[entry.path]?.store, ObjectIdentifier(store.base) == entry.store {
        return (entry, store)
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
