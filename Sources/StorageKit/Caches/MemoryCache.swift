import Foundation

/// A cache in memory, bounded by a number of entries and optionally by their cost.
///
/// When it overflows, expired entries go first, then the least recently used. Each operation is
/// O(log n) at most.
///
/// ```swift
/// let cache = MemoryCache<String, Data>(capacity: 500, defaultTTL: 300, clock: SystemClock())
/// await cache.set(Data([1, 2, 3]), for: "blob", ttl: nil)
/// let blob = await cache.get("blob")
/// ```
public actor MemoryCache<Key: Hashable & Sendable, Value: Sendable> {
  private struct Entry {
    let value: Value
    let cost: Int
    let expiresAt: Date?
    let stamp: Int
  }

  /// The most entries kept.
  public let capacity: Int
  /// The most summed cost kept, or `nil` for no such bound.
  public let totalCostLimit: Int?
  /// The sum of the costs of the entries, expired ones included until they are removed.
  public private(set) var totalCost = 0

  private let defaultTTL: TimeInterval
  private let clock: any StorageClock
  private var entries = LeastRecentlyUsedList<Key, Entry>()
  private var expiries = ExpiryQueue<Key>()
  private var lastStamp = 0

  /// Starts without entries.
  ///
  /// - Parameters:
  ///   - capacity: The most entries kept, at least 1.
  ///   - defaultTTL: Seconds an entry lives by default; zero or less never expires.
  ///   - clock: The source of the present moment.
  ///   - totalCostLimit: The most summed cost kept, in whatever unit `set` is given.
  /// - Precondition: `capacity` is positive.
  public init(
    capacity: Int, defaultTTL: TimeInterval = 300, clock: any StorageClock = SystemClock(),
    totalCostLimit: Int? = nil
  ) {
    precondition(capacity > 0, "A cache holds at least one entry.")
    self.capacity = capacity
    self.defaultTTL = defaultTTL
    self.clock = clock
    self.totalCostLimit = totalCostLimit
  }

  /// The number of entries, expired ones included until they are removed.
  public var count: Int { entries.count }

  /// The value of a key, which becomes the most recently used, or `nil` if absent or expired.
  public func get(_ key: Key) -> Value? {
    guard let entry = entries.peek(key) else { return nil }
    if Expiry.hasPassed(entry.expiresAt, now: clock.now) {
      remove(key)
      return nil
    }
    return entries.use(key)?.value
  }

  /// Stores a value as the most recently used.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key.
  ///   - ttl: Seconds to live; `nil` takes the default, zero or less never expires.
  ///   - cost: What the entry counts towards the total, 0 or more.
  public func set(_ value: Value, for key: Key, ttl: TimeInterval? = nil, cost: Int = 0) {
    remove(key)
    lastStamp += 1
    let expiresAt = Expiry.moment(ttl: ttl, defaultTTL: defaultTTL, now: clock.now)
    entries.set(
      Entry(value: value, cost: cost, expiresAt: expiresAt, stamp: lastStamp), for: key)
    totalCost += cost
    if let expiresAt {
      expiries.insert(.init(expiresAt: expiresAt, key: key, stamp: lastStamp))
      forgetReplacedExpiries()
    }
    if overflows { pruneExpired() }
    while overflows, let victim = entries.removeLeastRecent() { totalCost -= victim.value.cost }
  }

  /// Removes a key.
  public func remove(_ key: Key) {
    if let entry = entries.remove(key) { totalCost -= entry.cost }
  }

  /// Removes every key.
  public func removeAll() {
    entries.removeAll()
    expiries = ExpiryQueue()
    totalCost = 0
  }

  /// Removes the entries that have expired.
  public func pruneExpired() {
    let now = clock.now
    while let due = expiries.popExpired(now: now) {
      if entries.peek(due.key)?.stamp == due.stamp { remove(due.key) }
    }
  }

  private var overflows: Bool {
    entries.count > capacity || totalCostLimit.map { totalCost > $0 } ?? false
  }

  /// Keeps the queue within twice the capacity when the same keys are written again and again.
  private func forgetReplacedExpiries() {
    guard expiries.count > 2 * capacity + 16 else { return }
    expiries.keep { [entries] in entries.peek($0.key)?.stamp == $0.stamp }
  }
}

extension MemoryCache {
  /// Stores a value only if a condition holds at that moment, else removes the key.
  func set(
    _ value: Value, for key: Key, ttl: TimeInterval, if condition: @Sendable () -> Bool
  ) {
    if condition() {
      set(value, for: key, ttl: ttl)
    } else {
      remove(key)
    }
  }
}
