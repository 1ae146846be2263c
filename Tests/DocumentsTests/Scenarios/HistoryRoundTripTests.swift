import Testing

@testable import Documents

/// documents.md §3.9: undo and redo again and again.
@Suite(.timeLimit(.minutes(20))) struct HistoryRoundTripTests {
  @Test func `DOC-H02 an insertion is undone and done again three times`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "ABCD")
    }
    try replica.edit(2, 2, "XY")
    for _ in 0..<3 {
      try replica.undo()
      #expect(replica.text == "ABCD")
      try replica.redo()
      #expect(replica.text == "ABXYCD")
    }
  }

  @Test func `a value that an update made and filled comes back filled`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "Hello", ["align": "center"])
      root.votes = JSONCounter(value: 1)
      try root.jsonCounter("votes")?.increase(value: 2)
      root.list = ["a"]
      try root.jsonArray("list")?.append("b")
    }
    let made = replica.toJSON()
    #expect(
      made == #"{"list":["a","b"],"t":[{"attrs":{"align":"center"},"val":"Hello"}],"votes":3}"#)
    for _ in 0..<3 {
      try replica.undo()
      #expect(replica.toJSON() == "{}")
      try replica.redo()
      #expect(replica.toJSON() == made)
    }
  }

  @Test func `a value that an update put in the place of another comes back filled`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.t = "former" }
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "Hello")
    }
    for _ in 0..<2 {
      try replica.undo()
      #expect(replica.toJSON() == #"{"t":"former"}"#)
      try replica.redo()
      #expect(replica.toJSON() == #"{"t":[{"val":"Hello"}]}"#)
    }
  }
}
