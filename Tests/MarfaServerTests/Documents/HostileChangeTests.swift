import MarfaModel
import Testing

@testable import Documents
@testable import MarfaServer

/// Changes that the server could take and others could not read, on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct HostileChangeTests {
  /// The only change of a request, with another identity.
  private func forged(
    _ request: DocumentRequest, _ identity: (ChangeID) -> ChangeID
  ) throws -> DocumentRequest {
    let change = try #require(request.pack.changes.first)
    let id = identity(change.id)
    var request = request
    request.pack.changes = [
      Change(
        id: id, message: nil,
        operations: change.operations.map { operation in
          guard case .edit(let text, let edit, let at) = operation else { return operation }
          let time = TimeTicket(lamport: id.lamport, actor: at.actor, delimiter: at.delimiter)
          return .edit(text: text, edit, at: time)
        }, presence: nil)
    ]
    return request
  }

  @Test func `a change that claims to have seen what the server never made is refused`()
    async throws
  {
    let bench = try DocumentBench()
    let note = try await bench.fixture.note("title", body: "heron")
    var c1 = try await bench.client()
    try await bench.attach(&c1, to: note)
    for letter in "abc" {
      try c1.append(String(letter))
      try await bench.sync(&c1)
    }
    try c1.append("d")
    let row = try #require(try await bench.row())
    let server = try #require(ActorID(row.actor))
    let request = try forged(c1.request()) { id in
      ChangeID(
        clientSequence: id.clientSequence, lamport: id.lamport, actor: id.actor,
        others: VersionVector([server: 3]))
    }

    let code = try await bench.refusal { _ = try await bench.answer(request) }

    #expect(code == "replica_forked")
    var late = try await bench.client()
    try await bench.attach(&late, to: note)
    #expect(late.text == "heronabc")
  }

  @Test func `a time too far ahead for a reader that starts from a snapshot is refused`()
    async throws
  {
    var bench = try DocumentBench()
    bench.limits.snapshotInterval = 4
    bench.limits.snapshotThreshold = 4
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    // Changes at equal times, each of which moves the server's own time on.
    for _ in 0..<10 {
      try c1.append("x")
      try c2.append("y")
    }
    try await bench.sync(&c1)
    try await bench.sync(&c2)
    try c2.append("far")
    let now = try VersionVector(decoding: try #require(try await bench.row()).vector)
    let request = try forged(c2.request()) { id in
      ChangeID(
        clientSequence: id.clientSequence, lamport: now.maximumLamport + (1 << 32) - 1,
        actor: id.actor, others: id.others)
    }

    let code = try await bench.refusal { _ = try await bench.answer(request) }

    #expect(code == "validation_error")
    // The server itself, too, reads a snapshot and what came after when it starts.
    bench.states = nil
    var late = try await bench.client()
    try await bench.attach(&late)
    #expect(late.text?.count == 20)
  }

  // MARK: - The undo of a deletion that others have purged

  /// A request whose only change brings a text back, at a time of the maker's choice.
  private func forged(
    _ client: BenchClient, bringingBack undo: Change, at lamport: Int64,
    knowing others: VersionVector = VersionVector()
  ) -> DocumentRequest {
    let actor = client.replica.actor
    var request = client.request()
    let number = UInt32(client.replica.checkpoint.clientSequence + 1)
    let at = TimeTicket(lamport: lamport, actor: actor, delimiter: 1)
    request.pack.checkpoint.clientSequence = number
    request.pack.changes = [
      Change(
        id: ChangeID(
          clientSequence: number, lamport: lamport, actor: actor, others: others),
        message: nil, operations: undo.operations.map { $0.stamped(at: at) { $0 } }, presence: nil)
    ]
    return request
  }

  /// Two who deleted the same words, the second one later, and have purged them; and the undo of
  /// the first.
  private func purged(
    _ bench: DocumentBench, _ c1: inout BenchClient, _ c2: inout BenchClient
  ) async throws -> (undo: Change, between: Int64) {
    try c1.begin("heron and crow")
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    try c1.edit(5, 9)
    let first = c1.replica.lamport
    for _ in 0..<4 { try c2.append(".") }
    try c2.edit(5, 9)
    for _ in 0..<4 {
      try await bench.sync(&c1)
      try await bench.sync(&c2)
    }
    #expect(c1.replica.garbageCount == 0 && c1.text == "heron crow....")
    var copy = c1
    try copy.replica.undo()
    return (try #require(copy.replica.localChanges.last), first + 1)
  }

  @Test func `an undo that is earlier than what its maker has seen is refused`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    let (undo, between) = try await purged(bench, &c1, &c2)
    let said = c1.replica.versionVector.filtered { $0 != c1.replica.actor }
    let requests = [
      forged(c1, bringingBack: undo, at: between),
      // It says that it knows all, at a time at which it cannot.
      forged(c1, bringingBack: undo, at: between, knowing: said),
    ]

    for request in requests {
      let code = try await bench.refusal { _ = try await bench.answer(request) }
      #expect(code == "replica_forked")
    }

    try c1.replica.undo()
    try await bench.sync(&c1)
    try await bench.sync(&c2)
    #expect(c1.text == "heron and crow...." && c2.text == c1.text)
  }

  @Test func `a replica that claims less than before makes no earlier undo by that`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    let (undo, between) = try await purged(bench, &c1, &c2)
    var humble = c1.request()
    humble.pack.versionVector = VersionVector()
    _ = try await bench.answer(humble)
    humble.pack.checkpoint.serverSequence = 0
    _ = try await bench.answer(humble)
    let request = forged(c1, bringingBack: undo, at: between)

    let code = try await bench.refusal { _ = try await bench.answer(request) }

    #expect(code == "replica_forked")
  }

  @Test func `a newcomer brings nothing back at a time before it came`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    let (undo, between) = try await purged(bench, &c1, &c2)
    var late = try await bench.client()
    let first = forged(late, bringingBack: undo, at: between)
    let atOnce = try await bench.refusal {
      _ = try await bench.perform { try $0.attach(first, to: nil) }
    }
    try await bench.attach(&late)
    let second = forged(late, bringingBack: undo, at: between)
    let later = try await bench.refusal { _ = try await bench.answer(second) }

    #expect([atOnce, later] == ["replica_forked", "replica_forked"])
  }

  @Test func `a replica that was away brings back nothing of its own that was purged meanwhile`()
    async throws
  {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin("heron and crow")
    try await bench.attach(&c1)
    try await bench.attach(&c2)
    var copy = c1
    try copy.edit(5, 9)
    try copy.replica.undo()
    let undo = try #require(copy.replica.localChanges.last)
    try await bench.sync(&c2)
    try await bench.detach(&c1)
    for _ in 0..<4 { try c2.append(".") }
    try c2.edit(5, 9)
    for _ in 0..<2 { try await bench.sync(&c2) }
    #expect(c2.replica.garbageCount == 0)

    c1.replica = try BenchClient.replica("document", c1.id)
    try await bench.attach(&c1)
    let request = forged(c1, bringingBack: undo, at: undo.id.lamport)
    let code = try await bench.refusal { _ = try await bench.answer(request) }

    #expect(code == "replica_forked")
    try c1.append("!")
    try await bench.sync(&c1)
    try await bench.sync(&c2)
    #expect(c2.text == "heron crow....!" && c1.text == c2.text)
  }

  @Test func `an undo by a replica that had not yet heard of a document is taken`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    _ = try await purged(bench, &c1, &c2)
    var late = try await bench.client()
    func undo(_ text: String) throws {
      try late.replica.update { root, _ in
        try root.set(text, to: JSONText())
        try root.jsonText(text)?.edit(0, 0, text)
      }
      try late.replica.update { root, _ in _ = try root.jsonText(text)?.edit(0, 2, "") }
      try late.replica.undo()
    }
    try undo("mine")
    // Nobody hears the answers.
    for name in ["second", "third"] {
      let request = late.request()
      _ = try await bench.perform { try $0.attach(request, to: nil) }
      try undo(name)
    }
    try await bench.attach(&late)
    try await bench.sync(&c1)

    #expect(c1.replica.toJSON() == late.replica.toJSON())
    #expect(late.replica.readingRoot.jsonText("third")?.string == "third")
  }
}
