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

  @Test func `who reads along is answered without a write until that is far behind`() async throws {
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

  @Test func `who asks and hears nothing new has seen all`() async throws {
    let bench = try DocumentBench()
    var (typist, reader) = try await pair(bench)
    try typist.append("a")
    try await bench.sync(&typist)
    try await bench.sync(&reader)
    #expect(try await noted(reader, bench) == 1)

    try await bench.sync(&reader)

    #expect(try await noted(reader, bench) == 2)
  }

  @Test func `who only shows where they are is answered without a write`() async throws {
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

  @Test func `what somebody sends says what they have seen`() async throws {
    let bench = try DocumentBench()
    var (typist, reader) = try await pair(bench)
    try typist.append("a")
    try await bench.sync(&typist)
    try await bench.sync(&reader)

    try reader.append("b")
    try await bench.sync(&reader)

    #expect(try await noted(reader, bench) == 2)
  }

  @Test func `who leaves is noted at once, and who comes again`() async throws {
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

  @Test func `who starts over has seen nothing`() async throws {
    let bench = try DocumentBench()
    var (_, reader) = try await pair(bench)

    reader.replica = try BenchClient.replica("document", reader.id)
    try await bench.sync(&reader)

    #expect(try await noted(reader, bench) == 0)
  }
}
