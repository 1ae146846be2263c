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
}
