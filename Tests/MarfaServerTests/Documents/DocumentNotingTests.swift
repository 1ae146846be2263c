import Documents
import MarfaModel
import Testing

@testable import MarfaServer

/// What the server writes of replicas that only read, on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentNotingTests {
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
