import Foundation
import StorageKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MemoryCacheTests {
  private let clock = TestClock()

  private func cache(_ capacity: Int, cost: Int? = nil) -> MemoryCache<String, Int> {
    MemoryCache(capacity: capacity, defaultTTL: 10, clock: clock, totalCostLimit: cost)
  }

  @Test func `SK-G01 an entry in memory is gone at the instant it expires`() async {
    let cache = cache(4)
    await cache.set(1, for: "a", ttl: 5)

    clock.advance(by: 4.999)
    #expect(await cache.get("a") == 1)

    clock.advance(by: 0.001)
    #expect(await cache.get("a") == nil)
  }

  @Test(
    arguments: [
      (nil, 9.0, 10.0), (0.0, 1e9, nil), (-1.0, 1e9, nil), (3.0, 2.0, 3.0),
    ] as [(TimeInterval?, TimeInterval, TimeInterval?)])
  func `SK-G02 no lifetime means the default and zero means never`(
    ttl: TimeInterval?, alive: TimeInterval, dead: TimeInterval?
  ) async {
    let cache = cache(4)
    await cache.set(1, for: "a", ttl: ttl)

    clock.advance(by: alive)
    #expect(await cache.get("a") == 1)

    if let dead {
      clock.advance(by: dead - alive)
      #expect(await cache.get("a") == nil)
    }
  }

  @Test func `SK-G03 the least recently used entry makes room`() async {
    let cache = cache(2)
    await cache.set(1, for: "a")
    await cache.set(2, for: "b")
    _ = await cache.get("a")

    await cache.set(3, for: "c")

    #expect(await cache.get("a") == 1)
    #expect(await cache.get("b") == nil)
    #expect(await cache.get("c") == 3)
  }

  @Test func `SK-G04 an expired entry goes before one that was used longer ago`() async {
    let cache = cache(2)
    await cache.set(2, for: "b", ttl: 100)
    await cache.set(1, for: "a", ttl: 1)
    clock.advance(by: 1)

    await cache.set(3, for: "c")

    #expect(await cache.get("b") == 2)
    #expect(await cache.get("a") == nil)
    #expect(await cache.count == 2)
  }

  @Test func `the cost of entries is bounded too`() async {
    let cache = cache(100, cost: 10)
    await cache.set(1, for: "a", cost: 6)
    await cache.set(2, for: "b", cost: 5)

    #expect(await cache.get("a") == nil)
    #expect(await cache.get("b") == 2)
    #expect(await cache.totalCost == 5)
  }

  @Test func `a replaced entry lives as long as its new lifetime says`() async {
    let cache = cache(2)
    await cache.set(1, for: "a", ttl: 1)
    await cache.set(2, for: "a", ttl: 100)
    clock.advance(by: 2)
    await cache.set(3, for: "b")

    await cache.pruneExpired()

    #expect(await cache.get("a") == 2)
  }

  @Test func `removing entries leaves no value and no cost`() async {
    let cache = cache(3)
    await cache.set(1, for: "a", cost: 2)
    await cache.set(2, for: "b", cost: 3)

    await cache.remove("a")
    #expect(await cache.get("a") == nil)
    #expect(await cache.totalCost == 3)

    await cache.removeAll()
    #expect(await cache.count == 0)
    #expect(await cache.totalCost == 0)
  }

  @Test func `a cache behaves like a plain list under random use`() async {
    let cache = cache(8)
    var random = SplitMix64(seed: 7)
    var model: [(key: String, value: Int)] = []

    for step in 0..<4000 {
      let key = "k\(random.next() % 16)"
      switch random.next() % 3 {
      case 0:
        await cache.set(step, for: key, ttl: 0)
        model.removeAll { $0.key == key }
        model.append((key, step))
        if model.count > 8 { model.removeFirst() }
      case 1:
        let expected = model.first { $0.key == key }
        #expect(await cache.get(key) == expected?.value)
        if let expected {
          model.removeAll { $0.key == key }
          model.append(expected)
        }
      default:
        await cache.remove(key)
        model.removeAll { $0.key == key }
      }
    }

    #expect(await cache.count == model.count)
  }
}
