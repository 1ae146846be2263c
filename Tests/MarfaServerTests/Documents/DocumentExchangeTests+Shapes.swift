import MarfaModel
import Testing

@testable import Documents
@testable import MarfaServer

/// Elements that would cost the server more than their bytes.
extension DocumentExchangeTests {
  @Test func `elements count as what they take, and not as their few bytes`() async throws {
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
