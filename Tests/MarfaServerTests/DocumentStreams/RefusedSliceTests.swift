import Documents
import MarfaModel
import MarfaServer
import Testing

/// A long pack of which a later slice is refused, after earlier ones were taken.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct RefusedSliceTests {
  /// A pack without one of its changes, so that a server refuses what follows.
  private static func pack(of client: BenchClient, without number: Int) -> ChangePack {
    var pack = client.replica.pack()
    pack.changes.remove(at: number - 1)
    return pack
  }

  // MARK: - What is acknowledged

  @Test func `an attachment is answered as if no more than what was taken had been sent`()
    async throws
  {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 120, attached: false)

    let answer = try await bench.answer(
      "attach", Self.pack(of: ana, without: 110), of: ana.id)
    _ = try ana.replica.apply(answer)

    #expect(ana.replica.checkpoint == Checkpoint(serverSequence: 101, clientSequence: 100))
    #expect(answer.changes.map(\.id.actor) == [bob.replica.actor])
    #expect(ana.replica.localChanges.count == 20)
    try await bench.send("sync", &ana)
    try await bench.send("sync", &bob)
    #expect(try await bench.sequence() == 121)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  @Test(arguments: ["attach", "sync"])
  func `who did not hear that gets it again`(verb: String) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    let (ana, bob) = try await bench.people(changes: 120, attached: verb == "sync")
    let pack = Self.pack(of: ana, without: 110)

    var answers: [ChangePack] = []
    for _ in 0..<2 { answers.append(try await bench.answer(verb, pack, of: ana.id)) }

    #expect(answers.map(\.checkpoint.clientSequence) == [100, 100])
    #expect(answers.last?.checkpoint.serverSequence == 101)
    #expect(try await bench.sequence() == 101)
    var (first, second) = (ana, bob)
    _ = try first.replica.apply(answers[1])
    try await bench.send("sync", &first)
    try await bench.send("sync", &second)
    #expect(second.replica.toJSON() == first.replica.toJSON())
  }

  @Test func `what the server had already is acknowledged before the first of a pack is refused`()
    async throws
  {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, _) = try await bench.people(changes: 20)
    // Nobody hears the answer.
    _ = try await bench.answer("sync", ana.replica.pack(), of: ana.id)
    for _ in 0..<10 { try ana.append("x") }

    let answer = try await bench.answer("sync", Self.pack(of: ana, without: 25), of: ana.id)
    let error = await #expect(throws: APIError.self) {
      _ = try await bench.answer("detach", Self.pack(of: ana, without: 25), of: ana.id)
    }

    #expect(answer.checkpoint == Checkpoint(serverSequence: 21, clientSequence: 20))
    #expect(error?.details?["expected"] == 25)
    try await bench.send("detach", &ana)
    #expect(try await bench.json() == ana.replica.toJSON())
  }

  @Test func `who leaves hears of the refusal, and takes part still`() async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 120)

    let error = await #expect(throws: APIError.self) {
      _ = try await bench.answer("detach", Self.pack(of: ana, without: 110), of: ana.id)
    }

    #expect(error?.details?["expected"] == 110)
    #expect(try await bench.sequence() == 101)
    try await bench.send("sync", &ana)
    #expect(ana.replica.localChanges.isEmpty)
    try await bench.send("sync", &bob)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  // MARK: - Other copies

  @Test(arguments: [1, 2])
  func `a server that was set back has each change once`(times: Int) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 60)
    var carol = try await bench.client()
    try await bench.send("attach", &carol)
    // What she did after the backup the server has lost, and Ana has it.
    try carol.edit(0, 0, "lost ")
    _ = try ana.replica.apply(
      ChangePack(
        documentKey: "document", checkpoint: Checkpoint(serverSequence: 2, clientSequence: 0),
        changes: carol.replica.localChanges))
    // The second she lacks builds on the first, which has the number of what was lost.
    for _ in 0..<2 { try bob.append("?") }
    try await bench.send("sync", &bob)
    for _ in 0..<60 { try ana.append("x") }

    for _ in 1..<times {
      let unheard = try await bench.answer("sync", ana.replica.pack(), of: ana.id)
      #expect(unheard.checkpoint == Checkpoint(serverSequence: 2, clientSequence: 50))
    }
    try await bench.sendAll(&ana)
    try await bench.send("sync", &bob)

    #expect(try await bench.sequence() == 3 + 120)
    #expect(ana.text?.count == 6 + 120)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
    #expect(try await bench.json() == ana.replica.toJSON())
  }

  @Test(arguments: 1...4)
  func `of another copy nothing is lost, and nothing is there twice`(moment: Int) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 0)
    var copy = ana
    for _ in 0..<120 { try ana.append("a") }
    for _ in 0..<130 { try copy.append("c") }
    let other = copy
    let store = StepStore(fixture.store) { number in
      guard number == moment else { return }
      var copy = other
      try await plain.sendAll(&copy)
    }

    try await ServiceBench(store).sendAll(&ana)
    if moment > 3 { try await plain.sendAll(&copy) }
    try await plain.send("sync", &ana)
    try await plain.send("sync", &bob)

    #expect(bob.text?.count { $0 == "a" } == 120)
    #expect(bob.text?.count { $0 == "c" } == 130)
    #expect(bob.text?.count == 4 + 250)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
    #expect(try await plain.json() == ana.replica.toJSON())
  }

  // MARK: - What happens between two slices

  @Test func `a client that is forgotten between two slices has each change once`() async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 120)
    let client = ana
    let store = StepStore(fixture.store) { if $0 == 2 { try await plain.deactivate(client) } }

    try await ServiceBench(store).send("sync", &ana)
    let error = await #expect(throws: APIError.self) { try await plain.send("sync", &ana) }
    #expect(error?.code == "client_not_active")
    #expect(ana.replica.localChanges.count == 70)
    try await plain.begin(again: &ana, as: .sameCopy)
    try await plain.send("sync", &ana)
    try await plain.send("sync", &bob)

    #expect(bob.text?.count == 4 + 120)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  @Test(arguments: ["attach", "sync"])
  func `nothing of a pack goes into another document of the same key`(verb: String) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var ana = try await plain.client()
    if verb == "sync" { try await plain.send("attach", &ana) }
    // Another process of the same client begins again, and is as far as the first slice.
    var other = ana
    other.replica = try BenchClient.replica("document", ana.id)
    for number in 0..<50 { try other.set("other \(number)") }
    for number in 0..<120 { try ana.set("first \(number)") }
    let next = other
    let store = StepStore(fixture.store) { number in
      guard number == 2 else { return }
      var other = next
      try await plain.remove()
      try await plain.send("attach", &other)
    }

    do {
      let answer = try await ServiceBench(store).answer(verb, ana.replica.pack(), of: ana.id)
      #expect(verb == "sync" && answer.checkpoint.clientSequence == 50)
    } catch let error as APIError {
      #expect(verb == "attach" && error.status == 503)
    }

    #expect(try await plain.json() == other.replica.toJSON())
    #expect(try await plain.sequence() == 50)
  }
}
