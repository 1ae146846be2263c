import MarfaModel
import Testing

@testable import Documents
@testable import MarfaServer

/// Histories by chance.
extension DocumentExchangeTests {
  @Test(arguments: 1...12)
  func `random histories end equal, whatever is in memory`(seed: UInt64) async throws {
    var bench = try DocumentBench()
    bench.limits.snapshotThreshold = 15
    bench.limits.snapshotInterval = 7
    if seed % 3 == 0 { bench.states = nil }
    var random = SeededRandomness(seed: seed)
    var clients: [BenchClient] = []
    for _ in 0..<3 { clients.append(try await bench.client()) }
    try clients[0].begin("begin")
    for index in clients.indices { try await bench.attach(&clients[index]) }

    for _ in 0..<60 {
      let index = Int.random(in: 0..<3, using: &random)
      let count = clients[index].text?.unicodeScalars.count ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let place = Int.random(in: 0...count, using: &random)
        try clients[index].edit(place, place, "\(index)")
      case 2 where count > 0:
        let place = Int.random(in: 0..<count, using: &random)
        try clients[index].edit(place, min(count, place + 2))
      case 3: _ = try clients[index].replica.undo()
      case 4:
        // The answer is lost.
        let request = clients[index].request()
        _ = try await bench.answer(request)
      default: try await bench.sync(&clients[index])
      }
    }
    for _ in 0..<2 {
      for index in clients.indices { try await bench.sync(&clients[index]) }
    }

    let documents = Set(clients.map { $0.replica.toJSON() })
    #expect(documents.count == 1)
    #expect(try await bench.json() == documents.first)
  }
}

/// What the server writes of replicas that only read.
extension DocumentExchangeTests {
  /// What the server has noted that a client has seen.
  private func noted(_ client: BenchClient, _ bench: DocumentBench) async throws -> Int64 {
    try await bench.store.snapshot(.scan) { rows in
      let document = try #require(try rows.document(key: "document"))
      return try #require(
        try rows.documentReplica(of: document.number, client: client.id)
      ).serverSequence
    }
  }

  /// Somebody who types, and somebody who has read all of it and said so.
  private func pair(
    _ bench: DocumentBench
  ) async throws -> (typist: BenchClient, reader: BenchClient) {
    var (typist, reader) = (try await bench.client(), try await bench.client())
    try typist.begin("text")
    try await bench.attach(&typist)
    try await bench.attach(&reader)
    try await bench.sync(&reader)
    return (typist, reader)
  }

  @Test func `a client that reads along is answered without a write until that is far behind`()
    async throws
  {
    let bench = try DocumentBench()
    var (typist, reader) = try await pair(bench)
    #expect(try await noted(reader, bench) == 1)

    func type(_ count: Int) async throws {
      for _ in 0..<count {
        try typist.append("a")
        try await bench.sync(&typist)
        try await bench.sync(&reader)
      }
    }
    try await type(31)
    #expect(try await noted(reader, bench) == 1)
    #expect(reader.text == typist.text)

    try await type(5)
    #expect(try await noted(reader, bench) == 32)
  }

  @Test func `a client that asks and hears nothing new has seen all`() async throws {
    let bench = try DocumentBench()
    var (typist, reader) = try await pair(bench)
    try typist.append("a")
    try await bench.sync(&typist)
    try await bench.sync(&reader)
    #expect(try await noted(reader, bench) == 1)

    try await bench.sync(&reader)

    #expect(try await noted(reader, bench) == 2)
  }

  @Test func `a client that only shows where it is is answered without a write`() async throws {
    let bench = try DocumentBench()
    var (typist, _) = try await pair(bench)
    try typist.append("a")
    try await bench.sync(&typist)
    let before = try await noted(typist, bench)

    var request = typist.request()
    typist.replica.takePresence(["head": "3"])
    request.pack.changes = [typist.replica.presenceChange]
    _ = try await bench.answer(request)

    #expect(try await noted(typist, bench) == before)
  }

  @Test func `a push says what its client has seen`() async throws {
    let bench = try DocumentBench()
    var (typist, reader) = try await pair(bench)
    try typist.append("a")
    try await bench.sync(&typist)
    try await bench.sync(&reader)

    try reader.append("b")
    try await bench.sync(&reader)

    #expect(try await noted(reader, bench) == 2)
  }

  @Test func `a departure is noted at once, and a return`() async throws {
    let bench = try DocumentBench()
    var (_, reader) = try await pair(bench)
    func isAttached() async throws -> Bool? {
      let id = reader.id
      return try await bench.store.snapshot(.scan) { rows in
        let number = try rows.document(key: "document")?.number ?? 0
        return try rows.documentReplica(of: number, client: id)?.isAttached
      }
    }

    try await bench.detach(&reader)
    #expect(try await isAttached() == false)

    reader.replica = try BenchClient.replica("document", reader.id)
    try await bench.attach(&reader)
    #expect(try await isAttached() == true)
    #expect(reader.text == "text")
  }

  @Test func `a client that starts over has seen nothing`() async throws {
    let bench = try DocumentBench()
    var (_, reader) = try await pair(bench)

    reader.replica = try BenchClient.replica("document", reader.id)
    try await bench.sync(&reader)

    #expect(try await noted(reader, bench) == 0)
  }

  // MARK: - Elements that would cost the server more than their bytes

  @Test func `elements count by the memory that they take, not by their bytes`() async throws {
    let bench = try DocumentBench()
    var (c1, c2) = (try await bench.client(), try await bench.client())
    try c1.begin()
    try c1.replica.update { root, _ in root.a = [Any?](repeating: nil, count: 10_000) }

    try await bench.attach(&c1)
    try await bench.attach(&c2)

    #expect(try await bench.row()?.size ?? 0 > 100_000)
    #expect(c2.replica.toJSON() == c1.replica.toJSON())
    #expect(c2.replica.toJSON().count > 50_000)
  }

  @Test func `a change after which nobody could read the document is refused`() async throws {
    let bench = try DocumentBench()
    var c1 = try await bench.client()
    try c1.begin()
    try await bench.attach(&c1)
    let before = try await bench.json()
    var hostile = c1.replica
    try hostile.update { root, _ in root.a = [1, 2, 3] }
    let change = try #require(hostile.localChanges.last)
    let part = TimeTicket(lamport: change.id.lamport, actor: change.id.actor, delimiter: 3)
    var request = c1.request()
    request.pack.checkpoint.clientSequence += 1
    request.pack.changes = [
      Change(
        id: change.id, message: nil,
        operations: [
          .set(object: .initial, key: "b", value: .primitive(.null), at: part)
        ] + change.operations, presence: nil)
    ]
    let sent = request

    let code = try await bench.refusal { _ = try await bench.answer(sent) }

    #expect(code == "validation_error")
    #expect(try await bench.json() == before)
  }

  @Test func `a change that knows a great number of strangers is refused, not looked up`()
    async throws
  {
    let bench = try DocumentBench()
    var c1 = try await bench.client()
    try c1.begin()
    try await bench.attach(&c1)
    try c1.append("a")
    let change = try #require(c1.replica.localChanges.last)
    func request(_ strangers: Int) -> DocumentRequest {
      var known = change.id.others
      for number in 0..<strangers { known[ActorID(number: UInt64(number) + 1 << 40)] = 1 }
      let id = ChangeID(
        clientSequence: change.id.clientSequence, lamport: change.id.lamport,
        actor: change.id.actor, others: known)
      var request = c1.request()
      request.pack.changes = [
        Change(id: id, message: nil, operations: change.operations, presence: nil)
      ]
      return request
    }
    let requests = [request(1001), request(1000)]

    var codes: [String?] = []
    for request in requests {
      codes.append(try await bench.refusal { _ = try await bench.answer(request) })
    }

    #expect(codes == ["validation_error", nil])
  }
}
