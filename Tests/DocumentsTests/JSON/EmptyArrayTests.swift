import Documents
import Testing

@Suite(.timeLimit(.minutes(20))) struct EmptyArrayTests {
  @Test(arguments: [[String]() as any Sendable, [Int](), [Bool]()])
  func `an empty array is a list, whatever it is of`(_ value: any Sendable) throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))

    try replica.update { root, _ in
      try root.set("list", to: value)
      try root.jsonArray("list")?.append("reed")
    }

    #expect(replica.toJSON() == #"{"list":["reed"]}"#)
  }

  @Test func `no bytes are bytes`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))

    try replica.update { root, _ in try root.set("none", to: [UInt8]()) }

    #expect(replica.readingRoot.jsonArray("none") == nil)
  }
}
