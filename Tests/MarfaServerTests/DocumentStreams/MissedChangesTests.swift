import Documents
import MarfaModel
import MarfaServer
import Testing

/// What others did while somebody sent much goes to them change by change: only the whole of a
/// document would end what they can undo.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct MissedChangesTests {
  private struct Killed: Error {}

  /// What Ana lacks after she has sent 600 changes.
  private func check(
    _ answer: ChangePack, _ ana: BenchClient, _ bob: BenchClient, _ bench: ServiceBench
  ) async throws {
    var (ana, bob) = (ana, bob)
    #expect(answer.snapshot == nil)
    #expect(answer.changes.map(\.id.actor) == [bob.replica.actor])
    _ = try ana.replica.apply(answer)
    #expect(ana.replica.localChanges.isEmpty && ana.replica.canUndo)
    #expect(try await bench.json() == ana.replica.toJSON())
    // The change that Bob sent is there, so that his next answer has what he lacks.
    try await bench.send("sync", &bob)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
  }

  @Test(arguments: [1, 2, 12])
  func `who has sent much gets what others did, and no whole document`(moment: Int) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    let (ana, host) = try await plain.people(changes: 600)
    var bob = host
    try bob.append("?")
    let other = bob
    let store = StepStore(fixture.store) { number in
      var bob = other
      if number == moment { try await plain.send("sync", &bob) }
    }

    let answer = try await ServiceBench(store).answer("sync", ana.replica.pack(), of: ana.id)

    try await check(answer, ana, bob, plain)
  }

  @Test func `so does who begins again after a kill`() async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 600)
    try bob.append("?")
    let other = bob
    let dying = StepStore(fixture.store) { number in
      var bob = other
      if number == 3 { try await plain.send("sync", &bob) }
      if number == 12 { throw Killed() }
    }
    await #expect(throws: Killed.self) { try await ServiceBench(dying).send("sync", &ana) }

    let answer = try await plain.answer("sync", ana.replica.pack(), of: ana.id)

    try await check(answer, ana, bob, plain)
  }

  @Test(arguments: [4, 5])
  func `who lacks as many of others as the whole is sent for gets that`(count: Int) async throws {
    let fixture = try StoreFixture()
    let plain = ServiceBench(fixture.store)
    var (ana, bob) = try await plain.people(changes: 120)
    for _ in 0..<count { try bob.append("?") }
    let other = bob
    let store = StepStore(fixture.store) { number in
      var bob = other
      if number == 2 { try await plain.send("sync", &bob) }
    }

    let bench = ServiceBench(store) { $0.snapshotThreshold = 5 }
    let answer = try await bench.answer("sync", ana.replica.pack(), of: ana.id)
    _ = try ana.replica.apply(answer)

    #expect((answer.snapshot != nil) == (count == 5))
    #expect(try await plain.json() == ana.replica.toJSON())
  }
}
