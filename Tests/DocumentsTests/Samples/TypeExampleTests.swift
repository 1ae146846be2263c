import Documents
import Testing

/// The examples beside the declarations of types, as they stand there.
@Suite(.timeLimit(.minutes(20))) struct TypeExampleTests {
  private func pair() throws -> (Replica, Replica) {
    var mine = Replica(key: "list", actor: ActorID(number: 1))
    try mine.update { root, _ in root.title = "Groceries" }
    #expect(mine.toJSON() == #"{"title":"Groceries"}"#)
    return (mine, Replica(key: "list", actor: ActorID(number: 2)))
  }

  @Test func `a pack and a stored replica carry a document`() throws {
    var (mine, yours) = try pair()

    let bytes = mine.pack().encoded()
    let events = try yours.apply(ChangePack(decoding: bytes))
    #expect(events.count == 1)

    try mine.update { _, presence in presence.set(["name": "Ana"], history: .recorded) }
    let stored = mine.snapshot()
    let again = try Replica(key: "list", actor: ActorID(number: 3), stored: stored)
    #expect(again.toJSON() == mine.toJSON())
    #expect(again.toJSON() == yours.toJSON())

    let seen = VersionVector.minimum(of: [mine.versionVector, yours.versionVector])
    #expect(mine.purge(seenByAll: seen) == 0)
  }

  @Test func `a writer and a reader carry changes`() throws {
    var (mine, yours) = try pair()
    try mine.update { root, _ in
      root.items = ["bread"]
      try root.jsonArray("items")?.insert("milk", at: 0)
      try root.jsonArray("items")?.moveLast(0)
      root.votes = JSONCounter(value: 0)
      try root.jsonCounter("votes")?.increase(value: 2)
      root.note = JSONText()
      try root.jsonText("note")?.edit(0, 0, "Hello")
      try root.jsonText("note")?.setStyle(0, 5, ["bold": "true"])
    }

    var writer = ChangeWriter()
    let bytes = writer.encode(mine.localChanges)
    mine.acknowledge(through: mine.lastClientSequence)
    var reader = ChangeReader()
    for change in try reader.decode(bytes) { _ = try yours.apply(change) }

    #expect(mine.localChanges.isEmpty)
    #expect(yours.toJSON() == mine.toJSON())
    #expect(yours.readingRoot.jsonText("note")?.string == "Hello")
  }
}
