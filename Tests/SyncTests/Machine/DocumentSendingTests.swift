import Documents
import MarfaSDK
import Testing

/// What goes to the server in one request.
@Suite(.timeLimit(.minutes(20))) struct DocumentSendingTests {
  private func other(_ number: UInt64, _ replica: Replica) throws -> Replica {
    var other = Replica(key: "doc", actor: ActorID(number: number))
    for change in replica.pack().changes { _ = try other.apply(change) }
    return other
  }

  @Test func `a request with a part of the changes says what those that are left have seen`() throws
  {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    replica.presenceTravels = .apart
    try replica.update { root, _ in root.n = JSONCounter(value: 0) }
    var ana = try other(2, replica)
    for _ in 0..<6_000 {
      try replica.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
    }
    try ana.update { root, _ in root.title = "late" }
    for change in ana.pack().changes { _ = try replica.apply(change) }
    let audience = DocumentAudience()

    let first = DocumentSending(of: replica, for: audience)
    #expect(!first.isWhole)
    #expect(first.pack.versionVector[ana.actor] == nil)
    replica.acknowledge(through: 5_000)
    let rest = DocumentSending(of: replica, for: audience)

    #expect(rest.isWhole)
    #expect(rest.pack.versionVector == replica.versionVector)
  }
}
