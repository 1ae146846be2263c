import Documents
import MarfaModel
import Testing

@testable import MarfaServer

/// Clients and documents that come and go, what they may cost, and who may.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentLifeTests {
  @Test func `a client id is twelve bytes that nobody else has`() async throws {
    let bench = try DocumentBench()

    let ids = try await bench.perform { writer in
      try (0..<20).map { _ in try writer.activate("laptop").id }
    }

    #expect(Set(ids).count == 20)
    #expect(ids.allSatisfy { ActorID($0)?.description == $0 })
  }

  @Test func `a deactivated client is unknown, and its documents go on`() async throws {
    let bench = try DocumentBench()
    var c1 = try await bench.client()
    try c1.begin("text")
    try await bench.attach(&c1)
    let id = c1.id

    let notices = try await bench.perform { try $0.deactivate(id) }
    let request = c1.request()
    let code = try await bench.refusal { _ = try await bench.answer(request) }

    #expect(notices.map(\.presence) == [.gone])
    #expect(code == "client_not_active")
    var c2 = try await bench.client()
    try await bench.attach(&c2)
    #expect(c2.text == "text")
  }

  @Test func `a client of another key is unknown`() async throws {
    var bench = try DocumentBench()
    let c1 = try await bench.client()
    let request = c1.request()
    bench.credential = "other"

    let other = bench
    let code = try await other.refusal {
      _ = try await other.perform { try $0.attach(request, to: nil) }
    }

    #expect(code == "client_not_active")
  }

  @Test func `a client that was silent for a day is deactivated`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin("text")
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    bench.fixture.clock.advance(byMilliseconds: 12 * 3_600_000)
    try await bench.sync(&c2)
    bench.fixture.clock.advance(byMilliseconds: 12 * 3_600_000)

    let swept = try await bench.perform { try $0.deactivateIdle(limit: 10) }

    #expect(swept.notices.map(\.client) == [c1.id])
    #expect(!swept.hasMore)
    try await bench.sync(&c2)
    let number = try #require(try await bench.row()?.number)
    let attached = try await bench.store.snapshot(.scan) {
      try $0.documentReplicas(of: number).map(\.client)
    }
    #expect(attached == [c2.id])
  }

  @Test func `a client that only watches is not taken for silent`() async throws {
    let bench = try DocumentBench()
    let c1 = try await bench.client()
    bench.fixture.clock.advance(byMilliseconds: Int64(bench.limits.idleSeconds) * 500)
    try await bench.perform { try $0.see(c1.id) }
    bench.fixture.clock.advance(byMilliseconds: Int64(bench.limits.idleSeconds) * 600)

    let swept = try await bench.perform { try $0.deactivateIdle(limit: 10) }

    #expect(swept.notices.isEmpty)
    let row = try await bench.store.snapshot(.scan) { try $0.documentClient(id: c1.id) }
    #expect(row != nil)
  }

  @Test func `a document that nobody is in forgets what was deleted`() async throws {
    var bench = try DocumentBench()
    bench.limits.compactionChanges = 5
    var c1 = try await bench.client()
    try c1.begin("abcdef")
    try await bench.attach(&c1)
    for _ in 0..<5 { try c1.edit(0, 1) }

    try await bench.detach(&c1)

    let row = try #require(try await bench.row())
    #expect(row.trimmedTo == row.sequence && row.sequence == 6)
    let garbage = try await bench.store.snapshot(.scan) { rows in
      try DocumentContent(row, in: rows).replica.garbageCount
    }
    #expect(garbage == 0)
    var c2 = try await bench.client()
    try await bench.attach(&c2)
    #expect(c2.text == "f")
    try c2.append("!")
    try await bench.sync(&c2)
    #expect(try await bench.json() == c2.replica.toJSON())
  }

  @Test func `a removed document is removed for all, and its key begins again`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin("text")
    try await bench.attach(&c1)
    try await bench.attach(&c2)

    let notice = try await bench.perform { try $0.remove("document") }
    var c3 = try await bench.client()
    try await bench.attach(&c3)
    try await bench.sync(&c1)
    try await bench.detach(&c2)

    #expect(notice.isChanged)
    #expect(c1.replica.isRemoved && c2.replica.isRemoved)
    #expect(!c3.replica.isRemoved && c3.text == nil)
    let first = try await bench.store.snapshot(.scan) { try $0.document(number: notice.document) }
    #expect(first?.removedAt != nil)
    bench.fixture.clock.advance(byMilliseconds: Int64(bench.limits.removedSeconds) * 1000 + 1)
    let limits = bench.limits
    let hasMore = try await bench.store.transact(.slice) { rows in
      try DocumentHousekeeping(rows: rows, limits: limits).deleteRemoved(limit: 10, in: rows)
    }
    #expect(!hasMore)
    let later = try await bench.store.snapshot(.scan) { try $0.document(number: notice.document) }
    #expect(later == nil)
  }

  // MARK: - Limits

  @Test func `a change too large is refused with its limit, and nothing is written`() async throws {
    var bench = try DocumentBench()
    bench.limits.documentBytes = 2_000
    bench.limits.packChanges = 3
    bench.limits.replicas = 1
    bench.limits.clientsPerKey = 2
    var c1 = try await bench.client()
    let c2 = try await bench.client()
    try c1.begin()
    try await bench.attach(&c1)
    let limited = bench

    let clients = try await limited.refusal { _ = try await limited.client() }
    let second = c2.request()
    let replicas = try await limited.refusal {
      _ = try await limited.perform { try $0.attach(second, to: nil) }
    }
    var large = c1
    // Hardly to be compressed.
    var random = SeededRandomness(seed: 1)
    let bytes = (0..<4_000).map { _ in UInt8.random(in: 33...122, using: &random) }
    try large.append(String(decoding: bytes, as: UTF8.self))
    let pack = large.request()
    let size = try await limited.refusal { _ = try await limited.answer(pack) }
    var talkative = c1
    try talkative.replica.update { _, presence in
      presence.set(["name": String(repeating: "n", count: 5_000)])
    }
    let told = talkative.request()
    let presence = try await limited.refusal { _ = try await limited.answer(told) }
    for _ in 0..<4 { try c1.append("x") }
    let many = c1.request()
    let changes = try await limited.refusal { _ = try await limited.answer(many) }

    #expect(clients == "rate_limited" && replicas == "rate_limited")
    #expect(size == "document_too_large" && changes == "document_too_large")
    #expect(presence == "document_too_large")
    #expect(try await limited.row()?.sequence == 1)
  }

  @Test(arguments: ["abc", "a b c d", "clients", "watch", String(repeating: "k", count: 121)])
  func `a key that is none is refused`(key: String) async throws {
    let bench = try DocumentBench()
    let client = try await bench.client(key)
    let request = client.request()

    let code = try await bench.refusal {
      _ = try await bench.perform { try $0.attach(request, to: nil) }
    }

    #expect(code == "validation_error")
  }

  // MARK: - Rights

  @Test func `a key that may only read an item reads its document and does not edit it`()
    async throws
  {
    var bench = try DocumentBench()
    let item = try await bench.fixture.note("title", body: "text")
    var writer = try await bench.client()
    try await bench.attach(&writer, to: item)
    bench.access = SomeAccess(readable: ["core.note"])
    let readers = bench
    var reader = try await readers.client()

    try await readers.attach(&reader)
    try reader.replica.update { _, presence in presence.set(["name": "Ana"]) }
    let notice = try await readers.sync(&reader)
    try reader.append("x")
    let request = reader.request()
    let code = try await readers.refusal { _ = try await readers.answer(request) }
    let removal = try await readers.refusal {
      _ = try await readers.perform { try $0.remove("document") }
    }

    #expect(reader.text == "textx")
    #expect(notice.presence == .here(["name": "Ana"]))
    #expect(code == "type_not_permitted" && removal == "type_not_permitted")
    #expect(try await bench.row()?.sequence == 1)
  }

  @Test func `a key that may not read an item sees no document of it`() async throws {
    var bench = try DocumentBench()
    let item = try await bench.fixture.note("title")
    bench.access = SomeAccess(readable: ["core.bookmark"])
    let blind = bench
    let client = try await blind.client()
    let request = client.request()

    let bound = try await blind.refusal {
      _ = try await blind.perform {
        try $0.attach(request, to: DocumentBinding(itemId: item, field: "body"))
      }
    }
    let unbound = try await blind.refusal {
      _ = try await blind.perform { try $0.attach(request, to: nil) }
    }

    #expect(bound == "document_not_found")
    #expect(unbound == "document_not_found")
  }

  @Test func `a document that is bound to nothing has its name among the rights of a key`() {
    let maps = PermissionMaps(
      metadata: ["*": .write], documents: ["list": .read, "plan.*": .write, "a~b": .read])
    let rights = KeyPermissions(role: .member, maps: maps)

    #expect(rights.mayRead(document: "list") && !rights.mayWrite(document: "list"))
    #expect(rights.mayWrite(document: "plan.week"))
    #expect(rights.mayRead(document: "a~b") && PermissionPattern.isWellFormed("a~b"))
    #expect(!rights.mayRead(document: "other"))
    #expect(KeyPermissions(role: .admin).mayWrite(document: "other"))
  }
}
