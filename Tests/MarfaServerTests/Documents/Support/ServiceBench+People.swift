import Documents
import MarfaModel

extension ServiceBench {
  /// A document, who made it, and somebody with a number of changes to send.
  func people(
    changes: Int, attached: Bool = true
  ) async throws -> (ana: BenchClient, bob: BenchClient) {
    var (ana, bob) = (try await client(), try await client())
    try bob.begin("text")
    try await send("attach", &bob)
    if attached { try await send("attach", &ana) } else { try ana.begin() }
    for number in 0..<changes - (attached ? 0 : 1) { try ana.append("\(number % 10)") }
    return (ana, bob)
  }

  /// Sends what a client has until the server has all of it, as its program does: under another
  /// actor where the server has other changes of this one.
  func sendAll(_ client: inout BenchClient) async throws {
    while !client.replica.localChanges.isEmpty {
      do {
        try await send("sync", &client)
      } catch let error as APIError where error.code == "replica_forked" {
        try await begin(again: &client, as: .otherCopy)
      }
    }
  }

  /// Takes what a client has not sent over to another actor.
  func begin(again client: inout BenchClient, as copy: AdoptedCopy) async throws {
    let former = client.replica
    client = try await self.client()
    try await send("attach", &client)
    try client.replica.adopt(former.localChanges, of: former.actor, as: copy)
  }
}
