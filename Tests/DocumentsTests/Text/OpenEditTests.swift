import TestSupport
import Testing

@testable import Documents

/// Keystrokes of one transaction that continue one another are one operation.
@Suite(.timeLimit(.minutes(20))) struct OpenEditTests {
  private func replica(_ content: String = "") throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, content)
    }
    return replica
  }

  @Test func `accessors that outlive their update are refused, and show nothing`() throws {
    var replica = try replica("ab")
    var kept: (root: JSONObject?, text: JSONText?)
    try replica.update { root, _ in
      kept = (root, root.jsonText("t"))
      try kept.text?.edit(2, 2, "c")
    }

    #expect(throws: DocumentsError.self) { try kept.text?.edit(0, 0, "x") }
    #expect(throws: DocumentsError.self) { try kept.root?.set("a", to: 1) }
    #expect(kept.text?.string == "" && kept.text?.count == 0)
    #expect(kept.text?.createdAt == nil)
    #expect(replica.text == "abc")
  }

  @Test func `letters typed one after another in one update are one operation`() throws {
    var replica = try replica("ab")

    let event = try replica.update { root, _ in
      for (index, letter) in "xyz".enumerated() {
        try root.jsonText("t")?.edit(1 + index, 1 + index, String(letter))
      }
    }

    #expect(replica.text == "axyzb")
    #expect(
      event?.operations == [.edit(path: "$.t", from: 1, to: 1, content: "xyz", attributes: [:])])
    #expect(replica.localChanges.last?.operations.count == 1)
  }

  @Test func `deletions backwards, forwards and a text in their place are one operation`() throws {
    var replica = try replica("abcdef")

    let event = try replica.update { root, _ in
      let text = root.jsonText("t")
      try text?.delete(2, 3)
      try text?.delete(1, 2)
      try text?.delete(1, 2)
      try text?.edit(1, 1, "X")
      try text?.edit(2, 2, "Y")
    }

    #expect(replica.text == "aXYef")
    #expect(
      event?.operations == [.edit(path: "$.t", from: 1, to: 4, content: "XY", attributes: [:])])
    #expect(replica.garbageCount == 1)
    try replica.undo()
    #expect(replica.text == "abcdef")
    try replica.redo()
    #expect(replica.text == "aXYef")
  }

  @Test func `an update that fails undoes what its keystrokes joined`() throws {
    struct Failure: Error {}
    var replica = try replica("abcdef")
    let before = replica.snapshot()

    #expect(throws: Failure.self) {
      try replica.update { root, _ in
        let text = root.jsonText("t")
        try text?.edit(6, 6, "g")
        try text?.edit(7, 7, "h")
        try text?.delete(4, 5)
        try text?.delete(3, 4)
        try text?.delete(3, 4)
        throw Failure()
      }
    }

    #expect(replica.text == "abcdef")
    #expect(replica.garbageCount == 0)
    #expect(try Snapshot(decoding: before).root.json(of: 0) == replica.toJSON())
    try replica.edit(6, 6, "!")
    #expect(replica.text == "abcdef!")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `keystrokes of one update make the same text here, there and undone`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var mine = try replica("hello, wörld")
    var yours = Replica(key: "doc", actor: ActorID(number: 2))
    for change in mine.pack().changes { _ = try yours.apply(change) }
    mine.acknowledge(through: mine.lastClientSequence)
    for _ in 0..<4 {
      let before = mine.text
      let event = try mine.update { root, _ in
        guard let text = root.jsonText("t") else { return }
        var caret = Int.random(in: 0...text.count, using: &random)
        for _ in 0..<Int.random(in: 1..<60, using: &random) {
          switch Int.random(in: 0..<12, using: &random) {
          case 0: caret = Int.random(in: 0...text.count, using: &random)
          case 1..<4 where caret > 0:
            let count = min(caret, Int.random(in: 1...2, using: &random))
            try text.delete(caret - count, caret)
            caret -= count
          case 4 where caret < text.count: try text.delete(caret, caret + 1)
          case 5 where caret + 2 < text.count: try text.edit(caret, caret + 2, "é")
          default:
            let range = try text.edit(
              caret, caret, ["a", "日", "bc"].randomElement(using: &random) ?? "")
            caret = range.upperBound
          }
        }
      }
      let after = mine.text
      if event == nil { continue }
      try mine.undo()
      #expect(mine.text == before)
      try mine.redo()
      #expect(mine.text == after)
      for change in mine.pack().changes { _ = try yours.apply(change) }
      mine.acknowledge(through: mine.lastClientSequence)
      #expect(yours.text == after)
      #expect(yours.garbageCount == mine.garbageCount)
      #expect(try Snapshot(decoding: mine.snapshot()).root.json(of: 0) == yours.toJSON())
    }
  }
}
