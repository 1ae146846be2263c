import MarfaModel
import Testing

@testable import Documents
@testable import MarfaServer

/// Attach, sync and detach, on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentExchangeTests {
  @Test func `two clients type in one text and end equal`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin("hello")
    try await bench.attach(&c1)
    try await bench.attach(&c2)

    try c1.edit(5, 5, " world")
    try c2.edit(0, 0, "oh ")
    try await bench.sync(&c1)
    try await bench.sync(&c2)
    try await bench.sync(&c1)

    #expect(c1.text == "oh hello world")
    #expect(c2.text == c1.text)
    #expect(try await bench.json() == c1.replica.toJSON())
    #expect(c1.replica.localChanges.isEmpty && c2.replica.localChanges.isEmpty)
  }

  @Test func `a push whose answer was lost is taken once`() async throws {
    let bench = try DocumentBench()
    var c1 = try await bench.client()
    try c1.begin()
    let request = c1.request()
    _ = try await bench.perform { try $0.attach(request, to: nil) }
    try c1.append("a")
    let second = c1.request()
    _ = try await bench.answer(second)
    _ = try await bench.answer(second)
    try c1.append("b")

    try await bench.attach(&c1)

    #expect(try await bench.row()?.sequence == 3)
    #expect(try await bench.json() == c1.replica.toJSON())
    #expect(c1.text == "ab")
    #expect(c1.replica.localChanges.isEmpty)
  }

  @Test func `other changes under numbers that were used are refused as a fork`() async throws {
    let bench = try DocumentBench()
    var c1 = try await bench.client()
    try c1.begin()
    try await bench.attach(&c1)
    var copy = c1
    try c1.append("mine")
    try await bench.sync(&c1)
    try copy.append("other")
    let other = copy.request()
    var older = copy
    older.replica = try BenchClient.replica("document", c1.id)
    try older.begin()
    let few = older.request()

    let forked = try await bench.refusal { _ = try await bench.answer(other) }
    let old = try await bench.refusal { _ = try await bench.answer(few) }

    #expect(forked == "replica_forked")
    #expect(old == "replica_forked")
    #expect(try await bench.json() == c1.replica.toJSON())
  }

  @Test func `a gap, a change of somebody else and a place that is not there are refused`()
    async throws
  {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    for letter in ["a", "b", "c"] { try c1.append(letter) }
    var gap = c1.request()
    gap.pack.changes.remove(at: 1)
    var foreign = c2.request()
    foreign.pack.changes = c1.replica.localChanges
    var ahead = c1.request()
    ahead.pack.checkpoint.serverSequence = 99
    let requests = [gap, foreign, ahead]

    var codes: [String?] = []
    for request in requests {
      codes.append(try await bench.refusal { _ = try await bench.answer(request) })
    }

    #expect(codes == ["invalid_request", "validation_error", "replica_forked"])
    #expect(try await bench.row()?.sequence == 1)
  }

  @Test func `a change of a time that nobody has reached is refused`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    var far = c2
    let ahead = Snapshot(
      root: Root(), presences: [:], versionVector: VersionVector([.max: 1 << 40]))
    _ = try far.replica.apply(
      ChangePack(documentKey: "document", checkpoint: .initial, snapshot: ahead.encoded()))
    try far.begin()
    let (request, honest) = (far.request(), c2.request())

    let code = try await bench.refusal { _ = try await bench.answer(request) }
    let other = try await bench.refusal { _ = try await bench.answer(honest) }

    #expect(code == "validation_error")
    #expect(other == nil)
  }

  @Test func `a client that only pushes gets nothing, and gets it later`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    try c2.append("theirs")
    try await bench.sync(&c2)
    try c1.append("mine")

    try await bench.sync(&c1, .push)

    #expect(c1.text == "mine")
    #expect(c1.replica.localChanges.isEmpty)
    #expect(c1.replica.checkpoint.serverSequence == 1)
    try await bench.sync(&c1)
    try await bench.sync(&c2)
    #expect(c1.text == c2.text)
    #expect(c1.text?.count == 10)
  }

  @Test func `a client that lacks many changes gets the whole document and keeps its own`()
    async throws
  {
    var bench = try DocumentBench()
    bench.limits.snapshotThreshold = 10
    bench.limits.snapshotInterval = 8
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    for _ in 0..<30 {
      try c1.append("x")
      try await bench.sync(&c1)
    }
    try c2.edit(0, 0, "o")
    let request = c2.request()

    let answer = try await bench.answer(request)
    _ = try c2.take(answer)

    #expect(answer.pack.snapshot != nil)
    #expect(c2.text == "o" + String(repeating: "x", count: 30))
    try await bench.sync(&c1)
    #expect(c1.text == c2.text)
    let row = try #require(try await bench.row())
    #expect(row.trimmedTo > 0)
    let kept = try await bench.store.snapshot(.scan) {
      try $0.documentChanges(of: row.number, after: 0, limit: RowLimit(count: 99)).rows.count
    }
    #expect(kept < 20)
  }

  @Test func `deleted text is forgotten once everybody has seen that it is`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin("abcdef")
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    try c1.edit(1, 4)
    try await bench.sync(&c1)
    #expect(c1.replica.garbageCount > 0)

    // Each says what it has seen before it hears the answer.
    for _ in 0..<3 {
      try await bench.sync(&c2)
      try await bench.sync(&c1)
    }

    #expect(c1.replica.garbageCount == 0)
    #expect(c2.replica.garbageCount == 0)
  }

  @Test func `a client that has gone holds nobody back`() async throws {
    let bench = try DocumentBench()
    var (c1, c2, c3) = (
      try await bench.client(), try await bench.client(), try await bench.client()
    )
    try c1.begin("abcdef")
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    try await bench.attach(&c3)
    try c1.edit(1, 4)
    for _ in 0..<3 {
      try await bench.sync(&c1)
      try await bench.sync(&c2)
    }
    #expect(c1.replica.garbageCount > 0)

    try c3.append("!")
    let notice = try await bench.detach(&c3)
    for _ in 0..<3 {
      try await bench.sync(&c1)
      try await bench.sync(&c2)
    }

    #expect(notice.presence == .gone && notice.isChanged)
    #expect(c1.text == "aef!" && c2.text == "aef!")
    #expect(c1.replica.garbageCount == 0)
  }

  @Test func `a detached client comes back with a fresh replica, and not with the old one`()
    async throws
  {
    let bench = try DocumentBench()
    var c1 = try await bench.client()
    try c1.begin("text")
    try await bench.attach(&c1)
    try await bench.detach(&c1)
    var old = c1
    try old.append("x")
    let request = old.request()
    let stale = try await bench.refusal {
      _ = try await bench.perform { try $0.attach(request, to: nil) }
    }
    let unattached = try await bench.refusal { _ = try await bench.answer(request) }

    c1.replica = try BenchClient.replica("document", c1.id)
    try await bench.attach(&c1)
    try c1.append(" again")
    try await bench.sync(&c1)

    #expect(stale == "replica_forked")
    #expect(unattached == "document_not_attached")
    #expect(c1.text == "text again")
    #expect(try await bench.json() == c1.replica.toJSON())
  }

  @Test func `presence is passed on and not kept`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    try c1.replica.update { _, presence in presence.set(["name": "Ana"]) }

    let notice = try await bench.sync(&c1)
    try await bench.sync(&c2)

    #expect(notice.presence == .here(["name": "Ana"]))
    #expect(!notice.isChanged)
    #expect(try await bench.row()?.sequence == 1)
    #expect(c2.replica.presences.isEmpty)
    // Its number is used all the same.
    try c1.append("x")
    try await bench.sync(&c1)
    #expect(try await bench.row()?.sequence == 2)
  }
}
