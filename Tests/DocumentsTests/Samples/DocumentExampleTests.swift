import Documents
import TestSupport
import Testing

/// The examples of the documentation: each is in a test, and does what is written next to it.
@Suite(.timeLimit(.minutes(20))) struct DocumentExampleTests {
  @Test func `each example is in a test`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/Documents", compiledIn: "Tests/DocumentsTests")

    #expect(examples.missing == [])
    #expect(examples.count >= 20)
  }

  @Test func `a replica is edited, stored and taken up again`() throws {
    var mine = Replica(key: "list", actor: ActorID(number: 1))
    try mine.update { root, _ in root.title = "Groceries" }
    let json = mine.toJSON()  // {"title":"Groceries"}
    #expect(json == #"{"title":"Groceries"}"#)

    let replica = mine
    let stored = replica.snapshot()
    let again = try Replica(key: "list", actor: ActorID(number: 3), stored: stored)
    #expect(again.toJSON() == mine.toJSON())
  }

  @Test func `an update is undone and redone`() throws {
    var mine = Replica(key: "list", actor: ActorID(number: 1))
    try mine.update { root, _ in root.title = "Groceries" }

    try mine.undo()
    try mine.redo()

    #expect(mine.toJSON() == #"{"title":"Groceries"}"#)
  }

  @Test func `offsets are given in other units`() throws {
    var mine = Replica(key: "list", actor: ActorID(number: 1))
    try mine.update { root, _ in
      root.note = JSONText()
      try root.jsonText("note")?.edit(0, 0, "a👍🏽b")

      let text = root.jsonText("note")  // "a👍🏽b": 4 scalars, 6 UTF-16 units, 3 characters
      let units = try text?.utf16Offset(of: 3)  // 5
      let scalars = try text?.offset(ofCharacter: 2)  // 3
      #expect((units, scalars) == (5, 3))
    }
  }
}
