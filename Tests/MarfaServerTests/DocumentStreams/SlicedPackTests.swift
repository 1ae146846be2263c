import Documents
import MarfaModel
import MarfaServer
import Synchronization
import Testing

/// A long pack is taken in slices, between which others have their turn.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct SlicedPackTests {
  private static let most = RecordLimits().sliceEntries

  private struct Killed: Error {}

  @Test func `a long pack is taken in slices, and others have their turn between two`()
    async throws
  {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 120)
    try bob.append("?")
    let sequences = Mutex<[Int64?]>([])
    let theirs = bob
    let store = StepStore(fixture.store) { number in
      let now = try await plain.sequence()
      sequences.withLock { $0.append(now) }
      guard number == 2 else { return }
      var bob = theirs
      try await plain.send("sync", &bob)
    }

    try await ServiceBench(store).send("sync", &ana)

    #expect(sequences.withLock { $0 } == [1, 51, 102])
    #expect(try await plain.sequence() == 122)
    #expect(ana.replica.localChanges.isEmpty && ana.text?.count == 125)
    try await plain.send("sync", &bob)
    #expect(bob.text == ana.text)
    #expect(try await plain.json() == ana.replica.toJSON())
  }

  @Test(arguments: [1, most], ["attach", "sync"])
  func `a short pack is one transaction`(count: Int, verb: String) async throws {
    let fixture = try StoreFixture()
    let store = StepStore(fixture.store)
    let bench = ServiceBench(store)
    var (ana, _) = try await bench.people(changes: count, attached: verb == "sync")
    let before = store.transactions

    try await bench.send(verb, &ana)

    #expect(store.transactions - before == 1)
    #expect(try await bench.sequence() == Int64(1 + count))
    #expect(try await bench.json() == ana.replica.toJSON())
  }

  @Test(arguments: [1, 2, 3], ["attach", "sync"])
  func `after a kill a pack goes on, and each change is taken once`(
    moment: Int, verb: String
  ) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 120, attached: verb == "sync")
    let dying = StepStore(fixture.store) { if $0 == moment { throw Killed() } }

    await #expect(throws: Killed.self) { try await ServiceBench(dying).send(verb, &ana) }
    let found = try await plain.sequence()
    // Another process has nothing in memory.
    let next = ServiceBench(fixture.store)
    try await next.send(verb, &ana)

    #expect(found == Int64(1 + (moment - 1) * Self.most))
    #expect(try await next.sequence() == 121)
    #expect(try await next.number(of: ana) == 120)
    #expect(ana.replica.localChanges.isEmpty)
    try await next.send("sync", &bob)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
    #expect(try await next.json() == ana.replica.toJSON())
  }

  @Test(arguments: 1...3)
  func `a pack that comes again while it is taken is taken once`(moment: Int) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 120)
    let again = ana
    let store = StepStore(fixture.store) { number in
      guard number == moment else { return }
      var ana = again
      try await plain.send("sync", &ana)
      #expect(ana.replica.localChanges.isEmpty)
    }

    try await ServiceBench(store).send("sync", &ana)

    #expect(ana.replica.checkpoint == Checkpoint(serverSequence: 121, clientSequence: 120))
    #expect(try await plain.sequence() == 121)
    try await plain.send("sync", &bob)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  @Test func `before an error in a later slice all is acknowledged, and the rest hears of it`()
    async throws
  {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 120)
    var pack = ana.replica.pack()
    pack.changes.remove(at: 109)

    let answer = try await bench.answer("sync", pack, of: ana.id)
    _ = try ana.replica.apply(answer)
    var rest = ana.replica.pack()
    rest.changes.remove(at: 9)
    let error = await #expect(throws: APIError.self) {
      _ = try await bench.answer("sync", rest, of: ana.id)
    }

    #expect(answer.checkpoint.clientSequence == 100)
    #expect(ana.replica.localChanges.count == 20)
    #expect(error?.details?["expected"] == 110)
    #expect(try await bench.sequence() == 101)
    #expect(try await bench.number(of: ana) == 100)
    try await bench.send("sync", &ana)
    try await bench.send("sync", &bob)
    #expect(try await bench.sequence() == 121)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  @Test(arguments: [true, false])
  func `a pack that another of its client overtakes is no other copy`(isNew: Bool) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    let (ana, _) = try await plain.people(changes: 120)
    var other = ana
    if !isNew { try await plain.send("sync", &other) }
    try other.append("z")
    let later = other
    // As another process of the same device, between two slices.
    let store = StepStore(fixture.store) { number in
      var other = later
      if number == 2 { try await plain.send("sync", &other) }
    }
    let pack = ana.replica.pack()

    if isNew {
      let answer = try await ServiceBench(store).answer("sync", pack, of: ana.id)
      #expect(answer.checkpoint == Checkpoint(serverSequence: 1, clientSequence: 50))
    } else {
      let error = await #expect(throws: APIError.self) {
        _ = try await ServiceBench(store).answer("sync", pack, of: ana.id)
      }
      #expect(error?.status == 503)
    }
    #expect(try await plain.number(of: ana) == 121)
  }

  @Test func `those who watch hear of each change once and in order, and of the presence`()
    async throws
  {
    let fixture = try StoreFixture()
    let heard = Mutex<(read: (@Sendable () throws -> [String])?, all: [String])>((nil, []))
    @Sendable func listen() throws {
      try heard.withLock { try $0.all += $0.read?() ?? [] }
    }
    let store = StepStore(fixture.store) { _ in try listen() }
    let bench = ServiceBench(store) { $0.toldBytes = .max }
    var (ana, bob) = try await bench.people(changes: 45)
    for name in ["Ana", "Ann"] {
      try ana.replica.update { _, presence in presence.set(["name": name]) }
      for _ in 0..<30 { try ana.append("x") }
    }
    let read = try await bench.watch(as: bob)
    heard.withLock { $0.read = read }

    try await bench.send("sync", &ana)
    try listen()

    let all = heard.withLock { $0.all }
    #expect(all.filter { Int64($0) != nil } == (2...106).map { "\($0)" })
    #expect(all.filter { Int64($0) == nil } == ["Ana", "Ann"])
    try await bench.send("sync", &bob)
    #expect(bob.text == ana.text)
  }

  @Test func `who leaves with a long pack leaves after the last of it`() async throws {
    let fixture = try StoreFixture()
    let store = StepStore(fixture.store)
    let bench = ServiceBench(store)
    var (ana, bob) = try await bench.people(changes: 0)
    try ana.replica.update { _, presence in presence.set(["name": "Ana"]) }
    try await bench.send("sync", &ana)
    for _ in 0..<120 { try ana.append("x") }
    let read = try await bench.watch(as: bob)
    let before = store.transactions

    try await bench.send("detach", &ana)

    #expect(store.transactions - before == 3)
    #expect(try read().contains("gone"))
    let error = await #expect(throws: APIError.self) { try await bench.send("sync", &ana) }
    #expect(error?.code == "document_not_attached")
    try await bench.send("sync", &bob)
    #expect(bob.text == ana.text)
  }

  @Test func `a late slice may undo what was deleted before others were heard`() async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 58)
    var carol = try await bench.client()
    try await bench.send("attach", &carol)
    try ana.edit(0, 2)
    _ = try ana.replica.undo()
    try bob.append("?")
    try await bench.send("sync", &bob)
    // As the watch stream brings it, before she has sent anything.
    let news = try await bench.answer("sync", carol.replica.pack(), of: carol.id)
    _ = try ana.replica.apply(
      ChangePack(
        documentKey: "document",
        checkpoint: Checkpoint(
          serverSequence: news.checkpoint.serverSequence, clientSequence: 0),
        changes: news.changes))

    try await bench.send("sync", &ana)
    try await bench.send("sync", &bob)

    #expect(ana.replica.localChanges.isEmpty)
    #expect(ana.text?.hasPrefix("text") == true && ana.text?.count == 63)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  @Test func `a document removed between two slices is removed, and not made again`() async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, _) = try await plain.people(changes: 120, attached: false)
    let store = StepStore(fixture.store) { if $0 == 2 { try await plain.remove() } }

    try await ServiceBench(store).send("attach", &ana)

    #expect(ana.replica.isRemoved)
    #expect(try await plain.sequence() == nil)
  }

  @Test func `a long document for one who lacks much is put together on a reader`() async throws {
    let fixture = try StoreFixture()
    let store = StepStore(fixture.store)
    let bench = ServiceBench(store) {
      ($0.wholeBytes, $0.snapshotThreshold, $0.snapshotInterval) = (10, 20, 1_000)
    }
    var (ana, bob) = try await bench.people(changes: 3)
    for _ in 0..<30 {
      try bob.append("x")
      try await bench.send("sync", &bob)
    }
    let before = store.transactions

    try await bench.send("sync", &ana)

    // Her changes, the look, what is stored, and the answer.
    #expect(store.transactions - before == 4)
    #expect(ana.text?.count == 37)
    try await bench.send("sync", &bob)
    #expect(bob.text == ana.text)
  }
}
