import Foundation
import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct DiskCacheTests {
  private let store: Store
  private let cache: DiskCache<String>

  init() throws {
    // Each value of n characters is stored as n + 2 bytes of JSON.
    store = try Store(diskQuotaBytes: 100)
    cache = store.ctx.makeDiskCache(String.self)
  }

  private func value(bytes: Int) -> String { String(repeating: "x", count: bytes - 2) }

  @Test func `SK-G01 an entry on disk is gone at the instant it expires`() async throws {
    try await cache.set("v", for: "a", ttl: 5)

    store.clock.advance(by: 4)
    #expect(try await cache.get("a") == "v")

    store.clock.advance(by: 1)
    #expect(try await cache.get("a") == nil)
  }

  @Test func `SK-G02 no lifetime means the default and zero means never on disk`() async throws {
    try await cache.set("d", for: "default")
    try await cache.set("n", for: "never", ttl: 0)

    store.clock.advance(by: 300)

    #expect(try await cache.get("default") == nil)
    #expect(try await cache.get("never") == "n")
  }

  @Test func `SK-G05 reading an expired entry writes nothing`() async throws {
    try await cache.set("v", for: "a", ttl: 1)
    store.clock.advance(by: 1)
    let pool = store.ctx.storage.pool
    let before = try await pool.writeWithoutTransaction { $0.totalChangesCount }

    #expect(try await cache.get("a") == nil)

    let after = try await pool.writeWithoutTransaction { $0.totalChangesCount }
    #expect(after == before)
    #expect(try store.count("SELECT count(*) FROM kv_cache") == 1)
  }

  @Test func `SK-G06 expired entries go first, then the least recently used`() async throws {
    try await cache.set(value(bytes: 30), for: "old", ttl: 1000)
    store.clock.advance(by: 1)
    try await cache.set(value(bytes: 30), for: "unused", ttl: 1000)
    store.clock.advance(by: 1)
    try await cache.set(value(bytes: 30), for: "expired", ttl: 1)
    store.clock.advance(by: 1)
    _ = try await cache.get("old")

    try await cache.set(value(bytes: 40), for: "new", ttl: 1000)
    #expect(try await cache.get("expired") == nil)
    #expect(try await cache.get("unused") != nil)
    _ = try await cache.get("old")

    store.clock.advance(by: 1)
    _ = try await cache.get("old")
    _ = try await cache.get("new")
    try await cache.set(value(bytes: 20), for: "newest", ttl: 1000)
    #expect(try await cache.get("unused") == nil)
    #expect(try await cache.get("old") != nil)
    #expect(try await cache.get("new") != nil)
    #expect(try await cache.get("newest") != nil)
  }

  @Test func `SK-G07 an entry without expiry that was written last stays`() async throws {
    try await cache.set(value(bytes: 40), for: "a", ttl: 1000)
    try await cache.set(value(bytes: 40), for: "b", ttl: 1000)

    try await cache.set(value(bytes: 40), for: "infinite", ttl: 0)

    #expect(try await cache.get("infinite") != nil)
    #expect(try await cache.totalBytes() == 80)
  }

  @Test func `SK-G08 a value above the quota is refused and the others stay`() async throws {
    try await cache.set(value(bytes: 40), for: "a")
    try await cache.set(value(bytes: 40), for: "big")

    await #expect { try await cache.set(value(bytes: 101), for: "big") } throws: { error in
      (error as? StorageError)?.code == .oversizedValue
    }

    #expect(try await cache.get("a") != nil)
    #expect(try await cache.get("big") == value(bytes: 40))
  }

  @Test func `the running total follows inserts, replacements, deletions and raw SQL`()
    async throws
  {
    try await cache.set(value(bytes: 30), for: "a")
    try await cache.set(value(bytes: 50), for: "a")
    try await cache.set(value(bytes: 20), for: "b")
    #expect(try await cache.totalBytes() == 70)

    try await cache.remove("a")
    #expect(try await cache.totalBytes() == 20)

    try store.execute("DELETE FROM kv_cache")
    #expect(try await cache.totalBytes() == 0)
  }

  @Test func `pruning removes what has expired and nothing else`() async throws {
    try await cache.set("a", for: "a", ttl: 1)
    try await cache.set("b", for: "b", ttl: 1)
    try await cache.set("c", for: "c", ttl: 0)
    store.clock.advance(by: 1)

    #expect(try await cache.pruneExpired().get() == 2)

    #expect(try store.count("SELECT count(*) FROM kv_cache") == 1)
  }

  @Test func `expired entries are pruned with every 64th write`() async throws {
    try await cache.set("v", for: "expiring", ttl: 1)
    store.clock.advance(by: 1)

    for _ in 0..<63 { try await cache.set("v", for: "other") }
    #expect(try store.count("SELECT count(*) FROM kv_cache") == 2)

    try await cache.set("v", for: "other")
    #expect(try store.count("SELECT count(*) FROM kv_cache") == 1)
  }

  @Test func `a value of another shape is an error, and a miss for a best-effort reader`()
    async throws
  {
    try await store.ctx.makeDiskCache(Int.self).set(7, for: "n")
    let codes = ErrorLog()

    await #expect { try await cache.get("n") } throws: { ($0 as? StorageError)?.code == .coding }
    #expect(await cache.bestEffort { codes.append($0.code) }.get("n") == nil)
    #expect(codes.all == [.coding])
  }

  @Test func `a cache without its table says so`() async throws {
    let ctx = try StorageKit.startInMemory { _ in }
    let cache = ctx.makeDiskCache(String.self)

    await #expect { try await cache.get("a") } throws: { error in
      (error as? StorageError)?.detail.contains("kv_cache") == true
    }
  }

  @Test func `a cache may live in a table of another name`() async throws {
    let ctx = try StorageKit.startInMemory { $0.addKVCache(tableName: "pictures") }
    let cache = DiskCache<String>(
      db: ctx.storage.dbActor, config: ctx.config, tableName: "pictures")

    try await cache.set("v", for: "a")

    #expect(try await cache.get("a") == "v")
  }
}
