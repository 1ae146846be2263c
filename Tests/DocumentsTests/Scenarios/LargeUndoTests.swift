import Documents
import TestSupport
import Testing

/// Undo and redo of what is more than one change may have.
@Suite(.timeLimit(.minutes(20))) struct LargeUndoTests {
  /// The bytes of the largest of the changes that follow a number of others.
  private func largest(of replica: Replica, after count: Int) -> Int {
    replica.localChanges[count...].reduce(0) { largest, change in
      var pack = replica.pack()
      pack.changes = [change]
      return max(largest, pack.encoded().count)
    }
  }

  @Test func `deleted text that is too large for one change comes back in several`() throws {
    var mine = try Replica.withText("kept")
    mine.changeLimit = 150_000
    let part = String(repeating: "é1", count: 40_000)
    for _ in 0..<3 { try mine.edit(4, 4, part) }
    try mine.edit(2, 2, "-")
    let before = mine.text
    try mine.edit(0, before.unicodeScalars.count)
    let count = mine.localChanges.count

    let event = try #require(try mine.undo())

    #expect(mine.text == before && mine.canRedo)
    #expect(mine.localChanges.count > count + 1)
    #expect(event.clientSequence == mine.localChanges.last?.id.clientSequence)
    #expect(largest(of: mine, after: count) < 151_000)
    var yours = Replica(key: "doc", actor: ActorID(number: 2))
    for change in mine.pack().changes { _ = try yours.apply(change) }
    #expect(yours.text == before)

    // It was one update, and still is.
    try mine.redo()
    #expect(mine.text == "")
    try mine.undo()
    #expect(mine.text == before)
    try mine.undo()
    #expect(mine.text.hasPrefix("kepté1"))
    for change in mine.localChanges { _ = try yours.apply(change) }
    #expect(yours.text == mine.text)
  }

  @Test func `the steps of an undo in several changes lead to the text`() throws {
    var mine = try Replica.withText("ab")
    try mine.edit(1, 1, "0123456789日本", ["b": "1"])
    try mine.edit(5, 5, "xyz")
    let before = (mine.toJSON(), mine.text)
    try mine.edit(0, 17)
    mine.changeLimit = 60

    let event = try #require(try mine.undo())

    #expect((mine.toJSON(), mine.text) == before)
    var scalars = Array("".unicodeScalars)
    for case .edit(_, let from, let to, let content, _) in event.operations {
      scalars.replaceSubrange(from..<to, with: content.unicodeScalars)
    }
    #expect(scalars == Array(before.1.unicodeScalars))
  }

  @Test func `of an undo in several changes all happens or nothing`() throws {
    var replica = try Replica.withText("kept")
    try replica.update { root, _ in root.n = [] as [Any?] }
    for _ in 0..<2 {
      try replica.update { root, _ in
        for _ in 0..<60_000 { try root.jsonArray("n")?.append(0) }
      }
    }
    // The text would come back first.
    try replica.update { root, _ in
      try root.remove("n")
      try root.jsonText("t")?.edit(0, 4, "")
    }
    let before = (replica.toJSON(), replica.localChanges.count, replica.snapshot())

    let error = #expect(throws: DocumentsError.self) { try replica.undo() }

    #expect(error?.isTooLarge == true)
    #expect((replica.toJSON(), replica.localChanges.count, replica.snapshot()) == before)
    #expect(!replica.canRedo)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `undo and redo in several changes do what they do in one`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var whole = try Replica.withText("start")
    var yours = Replica(key: "doc", actor: ActorID(number: 2))
    for change in whole.localChanges { _ = try yours.apply(change) }
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let count = whole.text.unicodeScalars.count
      let from = Int.random(in: 0...count, using: &random)
      let to = Int.random(in: from...min(count, from + 30), using: &random)
      let content = ["", "é", "abcdefghijkl", "日本語"].randomElement(using: &random) ?? ""
      let isBold = Bool.random(using: &random)
      try whole.edit(from, to, content, isBold ? ["b": "1"] : nil)
    }
    for change in whole.localChanges { _ = try yours.apply(change) }
    try yours.edit(0, 0, "theirs")
    for change in yours.localChanges { _ = try whole.apply(change) }
    var cut = whole
    cut.changeLimit = 80

    for _ in 0..<20 {
      if Bool.random(using: &random) {
        try whole.undo()
        try cut.undo()
      } else {
        try whole.redo()
        try cut.redo()
      }
      #expect(cut.toJSON() == whole.toJSON(), "seed \(seed)")
      #expect(cut.canUndo == whole.canUndo && cut.canRedo == whole.canRedo)
    }
    for change in cut.localChanges { _ = try yours.apply(change) }
    #expect(yours.toJSON() == cut.toJSON())
  }

  @Test func `several elements that are too many for one change come back in several`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    for key in ["a", "b"] {
      try replica.update { root, _ in
        try root.set(key, to: [Any?](repeating: nil, count: 60_000))
      }
    }
    let before = replica.toJSON()
    try replica.update { root, _ in
      try root.remove("a")
      try root.remove("b")
    }

    try replica.undo()

    #expect(replica.toJSON() == before && replica.localChanges.count == 5)
    try replica.redo()
    #expect(replica.toJSON() == "{}")
  }

  @Test func `an element that is too large by itself is reported once, and undo goes on`() throws {
    var replica = try Replica.withText("kept")
    let part = String(repeating: "x", count: 1 << 20)
    try replica.update { root, _ in root.n = JSONText() }
    for _ in 0..<2 {
      try replica.update { root, _ in try root.jsonText("n")?.edit(0, 0, part) }
    }
    try replica.edit(4, 4, "!")
    try replica.update { root, _ in try root.remove("n") }
    let before = (replica.toJSON(), replica.localChanges.count)

    let error = #expect(throws: DocumentsError.self) { try replica.undo() }
    #expect(error?.isTooLarge == true)
    #expect((replica.toJSON(), replica.localChanges.count) == before)
    #expect(replica.canUndo && !replica.canRedo)

    try replica.undo()
    #expect(replica.text == "kept")
  }
}
