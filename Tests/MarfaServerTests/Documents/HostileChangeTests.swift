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
}
