import Documents
import MarfaModel
import MarfaServer
import Testing

/// Two copies of one client, and a server that was set back: every number that comes again is
/// compared with what came under it before.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct OtherCopyTests {
  /// Types letters, a change for each.
  private static func type(_ letters: [Character], by client: inout BenchClient) throws {
    for letter in letters { try client.append(String(letter)) }
  }

  /// Two copies that type the same but for one letter.
  private static func copies(
    _ bench: ServiceBench, count: Int, other: Int
  ) async throws -> (ana: BenchClient, copy: BenchClient, bob: BenchClient) {
    var (ana, bob) = try await bench.people(changes: 0)
    var copy = ana
    var letters = [Character](repeating: "t", count: count)
    letters[other] = "c"
    try type(letters, by: &ana)
    letters[other] = "b"
    try type(letters, by: &copy)
    try await bench.send("sync", &bob)
    return (ana, copy, bob)
  }

  // MARK: - Copies

  @Test(arguments: [(3, 0), (3, 1), (3, 2), (120, 0), (120, 60), (120, 118), (700, 600)])
  func `of two copies that differ in one letter both are there`(
    count: Int, other: Int
  ) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, copy, bob) = try await Self.copies(bench, count: count, other: other)
    try await bench.sendAll(&ana)

    try await bench.sendAll(&copy)

    #expect(copy.id != ana.id)
    for verb in ["sync", "sync"] {
      try await bench.send(verb, &ana)
      try await bench.send(verb, &bob)
    }
    #expect(bob.text?.count { $0 == "c" } == 1)
    #expect(bob.text?.count { $0 == "b" } == 1)
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
    #expect(try await bench.json() == copy.replica.toJSON())
  }

  @Test(arguments: ["sync", "detach"])
  func `of the second copy nothing is acknowledged, nor taken`(verb: String) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, copy, _) = try await Self.copies(bench, count: 120, other: 60)
    try await bench.sendAll(&ana)
    try copy.append("more")

    let error = await #expect(throws: APIError.self) { try await bench.send(verb, &copy) }

    #expect(error?.code == "replica_forked")
    #expect(copy.replica.localChanges.count == 121)
    #expect(try await bench.number(of: ana) == 120)
    #expect(try await bench.json() == ana.replica.toJSON())
  }

  @Test(arguments: ["sync", "attach", "detach"], [3, 120])
  func `who did not hear the answer and sends the same again has each change once`(
    verb: String, count: Int
  ) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, _, bob) = try await Self.copies(bench, count: count, other: 0)
    _ = try await bench.answer("sync", ana.replica.pack(), of: ana.id)
    // Others go on between the two.
    for _ in 0..<5 { try bob.append("!") }
    try await bench.send("sync", &bob)
    try ana.append("?")

    try await bench.send(verb, &ana)

    #expect(ana.replica.localChanges.isEmpty)
    try await bench.send("sync", &bob)
    #expect(bob.text?.count == 4 + count + 5 + 1)
    #expect(try await bench.json() == bob.replica.toJSON())
  }

  @Test func `what has operations is not taken for a change that had none`() async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 0)
    var copy = ana
    // Presence alone takes a number here, and no row.
    try ana.replica.update { _, presence in presence.set(["name": "Ana"]) }
    try copy.set("lost")
    try ana.set("kept")
    #expect(ana.replica.localChanges.map(\.id.clientSequence) == [1, 2])
    let last = ana.replica.localChanges[1]
    try await bench.send("sync", &ana)
    // The last change of both is the same.
    var pack = copy.replica.pack()
    pack.checkpoint.clientSequence += 1
    pack.changes.append(last)

    let error = await #expect(throws: APIError.self) {
      _ = try await bench.answer("sync", pack, of: copy.id)
    }

    #expect(error?.code == "replica_forked")
    try await bench.send("sync", &bob)
    #expect(bob.replica.toJSON().contains("kept"))
  }

  @Test(arguments: [(120, 60), (120, 0), (61, 60), (30, nil)] as [(Int, Int?)])
  func `the refusal says up to which change both are alike`(
    count: Int, other: Int?
  ) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, _) = try await bench.people(changes: 0)
    var copy = ana
    try Self.type([Character](repeating: "t", count: 120), by: &ana)
    var letters = [Character](repeating: "t", count: count)
    if let other { letters[other] = "b" }
    try Self.type(letters, by: &copy)
    try await bench.sendAll(&ana)

    let error = await #expect(throws: APIError.self) { try await bench.send("sync", &copy) }

    #expect(error?.details?["alike_through"] == .integer(Int64(other ?? count)))
  }

  // MARK: - A server that was set back

  @Test(arguments: ["sync", "detach"], [0, 1, 120])
  func `what was acknowledged and is not there means another copy`(
    verb: String, unsent: Int
  ) async throws {
    let bench = ServiceBench(try StoreFixture().store)
    var (ana, bob) = try await bench.people(changes: 5)
    // The server had them before it was set back.
    ana.replica.acknowledge(through: 5)
    for _ in 0..<9 { try bob.append("!") }
    try await bench.send("sync", &bob)
    for number in 0..<unsent { try ana.set("after \(number)") }

    let error = await #expect(throws: APIError.self) { try await bench.send(verb, &ana) }

    #expect(error?.code == "replica_forked")
    #expect(try await bench.number(of: ana) == 0)
    try await bench.begin(again: &ana, as: .otherCopy)
    try await bench.send("sync", &ana)
    try await bench.send("sync", &bob)
    #expect(bob.text == "text" + String(repeating: "!", count: 9))
    #expect(bob.replica.toJSON() == ana.replica.toJSON())
    #expect(bob.replica.readingRoot.keys.count == 1 + unsent)
  }
}
