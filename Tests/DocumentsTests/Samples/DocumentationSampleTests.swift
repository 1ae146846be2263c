import Documents
import Testing

/// The seven steps of `Documents.docc`, as they are there.
@Suite(.timeLimit(.minutes(20))) struct DocumentationSampleTests {
  @Test func `the seven steps of the documentation compile and do what they say`() throws {
    var mine = Replica(key: "list", actor: ActorID(number: 1))
    try mine.update { root, _ in
      root.title = "Groceries"
      root.items = ["bread"]
    }

    let bytes = mine.pack().encoded()
    var yours = Replica(key: "list", actor: ActorID(number: 2))
    for change in try ChangePack(decoding: bytes).changes { _ = try yours.apply(change) }
    #expect(yours.toJSON() == #"{"items":["bread"],"title":"Groceries"}"#)

    try mine.update { root, _ in root.note = JSONText() }
    try mine.update { root, _ in try root.jsonText("note")?.edit(0, 0, "Hello") }
    try mine.update { root, _ in try root.jsonText("note")?.setStyle(0, 5, ["bold": "true"]) }
    try mine.update { root, _ in
      root.votes = JSONCounter(value: 0)
      try root.jsonCounter("votes")?.increase(value: 2)
      try root.jsonArray("items")?.insert("milk", at: 0)
      try root.jsonArray("items")?.moveLast(0)
    }
    let before = mine.toJSON()
    #expect(mine.readingRoot.jsonText("note")?.string == "Hello")
    try mine.undo()
    #expect(mine.readingRoot.jsonCounter("votes") == nil)
    try mine.redo()
    #expect(mine.readingRoot.jsonCounter("votes")?.value == 2)
    #expect(before.contains("milk"))

    let word = try mine.readingRoot.jsonText("note")?.indexRangeToPosRange(1..<5)
    try mine.update { root, _ in try root.jsonText("note")?.edit(0, 0, "Oh. ") }
    let moved = word.flatMap { mine.readingRoot.jsonText("note")?.posRangeToIndexRange($0) }
    #expect(moved == 5..<9)

    let seen = VersionVector.minimum(of: [mine.versionVector, yours.versionVector])
    mine.purge(seenByAll: seen)
  }
}
