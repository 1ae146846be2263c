import Testing

@testable import Documents

/// documents.md §3.9.
@Suite(.timeLimit(.minutes(20))) struct HistoryTests {
  func text(_ content: String) throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, content)
    }
    replica.clearHistory()
    return replica
  }

  func meeting(_ content: String) throws -> Meeting {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, content)
    }
    try meeting.sync(1, 2)
    return meeting
  }

  let everything = VersionVector.everything(of: [ActorID(number: 1), ActorID(number: 2)])

  static let fox = "The fox jumped."

  @Test(arguments: [
    (fox, Edit(4, 4, "quick "), "The quick fox jumped."), (fox, Edit(4, 8), "The jumped."),
    (fox, Edit(4, 7, "cat"), "The cat jumped."), ("", Edit(0, 0, "Hello"), "Hello"),
    ("ABCD", Edit(0, 4), ""), ("OLD", Edit(0, 3, "NEW"), "NEW"), ("ABCD", Edit(0, 1), "BCD"),
    ("ABCD", Edit(3, 4), "ABC"),
  ])
  func `DOC-H01 and H05 undo and redo of one edit are exact`(
    before: String, edit: Edit, after: String
  ) throws {
    var replica = try text(before)
    try replica.edit(edit.from, edit.to, edit.content)
    #expect(replica.text == after)
    for _ in 0..<3 {
      try replica.undo()
      #expect(replica.text == before)
      try replica.redo()
      #expect(replica.text == after)
    }
  }

  @Test(arguments: 0..<27)
  func `DOC-H03 all triples of insertion, deletion and replacement`(number: Int) throws {
    var replica = try text("ABCD")
    var states = [replica.text]
    for kind in [number / 9, number / 3 % 3, number % 3] {
      let end = replica.text.count
      switch kind {
      case 0: try replica.edit(end, end, "X")
      case 1: try replica.edit(1, 2)
      default: try replica.edit(1, min(3, end), "12")
      }
      states.append(replica.text)
    }
    for state in states.dropLast().reversed() {
      try replica.undo()
      #expect(replica.text == state)
    }
    for state in states.dropFirst() {
      try replica.redo()
      #expect(replica.text == state)
    }
  }

  @Test func `DOC-H04 an edit after undo clears redo`() throws {
    var replica = try text("AB")
    try replica.edit(2, 2, "C")
    try replica.undo()
    #expect(replica.canRedo)
    try replica.edit(0, 0, "D")
    #expect(!replica.canRedo)
  }

  @Test func `DOC-H06 ten appended digits`() throws {
    var replica = try text("")
    for digit in 0..<10 { try replica.edit(digit, digit, String(digit)) }
    for length in (0..<10).reversed() {
      try replica.undo()
      #expect(replica.text == String("0123456789".prefix(length)))
    }
    for length in 1...10 {
      try replica.redo()
      #expect(replica.text == String("0123456789".prefix(length)))
    }
  }

  @Test(arguments: [true, false])
  func `DOC-H07 and H08 undo after a purge brings the text back in order`(typed: Bool) throws {
    let sentence = "hello my name is"
    var replica = try text(typed ? "" : sentence)
    if typed {
      for (offset, character) in sentence.enumerated() {
        try replica.edit(offset, offset, String(character))
      }
    }
    try replica.edit(6, 13)
    replica.purge(seenByAll: everything)
    #expect(replica.garbageCount == 0)
    try replica.undo()

    #expect(replica.text == sentence)
  }

  @Test func `DOC-H09 attributes come back with their text`() throws {
    var replica = try text("")
    try replica.edit(0, 0, "AB", ["b": "1"])
    try replica.edit(0, 2)
    try replica.undo()
    #expect(replica.readingRoot.jsonText("t")?.values.map(\.attributes) == [["b": "1"]])
    #expect(replica.garbageCount == 0)
  }

  @Test func `DOC-H10 deleted text comes back with its identity, and nothing is garbage`() throws {
    var replica = try text("ABCD")
    let before = replica.root.texts[0].pieces
    try replica.edit(1, 3)
    try replica.undo()
    let pieces = replica.root.texts[0].pieces
    #expect(pieces.map(\.content).joined() == "ABCD")
    #expect(Set(pieces.map(\.id.createdAt)) == Set(before.map(\.id.createdAt)))
    #expect(replica.garbageCount == 0)
    #expect(replica.purge(seenByAll: everything) == 0)
    try replica.redo()
    #expect(replica.text == "AD")
    #expect(replica.garbageCount == 1)
  }

  @Test func `DOC-H11 replaced text and its replacement keep their identities`() throws {
    var replica = try text("ABCD")
    let identity = replica.root.texts[0].pieces[0].id.createdAt
    try replica.edit(1, 3, "XY")
    let inserted = replica.root.texts[0].pieces[1].id.createdAt
    try replica.undo()
    #expect(
      replica.root.texts[0].pieces.filter { $0.removedAt == nil }.map(\.id.createdAt) == [
        identity, identity, identity,
      ])
    #expect(replica.garbageCount == 1)
    replica.purge(seenByAll: everything)
    #expect(replica.text == "ABCD")
    try replica.redo()
    #expect(replica.text == "AXYD")
    #expect(
      replica.root.texts[0].pieces.contains { $0.id.createdAt == inserted && $0.removedAt == nil })
  }

  @Test func `DOC-H12 garbage along a way back and forth`() throws {
    var replica = try text("")
    try replica.edit(0, 0, "ABCD")
    try replica.edit(4, 4, "EF")
    try replica.edit(0, 2)
    var seen: [String] = []
    for step in 0..<6 {
      if step < 3 { try replica.undo() } else { try replica.redo() }
      seen.append("\(replica.text) \(replica.garbageCount)")
    }
    #expect(seen == ["ABCDEF 0", "ABCD 1", " 3", "ABCD 1", "ABCDEF 0", "CDEF 1"])
  }

  struct Reconciliation: Sendable, CustomTestStringConvertible {
    let id: String
    let first: Edit
    let second: Edit
    let merged: String
    var testDescription: String { "DOC-" + id }
  }

  @Test(
    arguments: [
      Reconciliation(id: "H13", first: Edit(4, 6), second: Edit(2, 8), merged: "0189"),
      Reconciliation(id: "H15", first: Edit(4, 6), second: Edit(2, 5), merged: "016789"),
      Reconciliation(id: "H17", first: Edit(6, 8), second: Edit(2, 2, "XX"), merged: "01XX234589"),
      Reconciliation(id: "H18", first: Edit(2, 4), second: Edit(8, 8, "YY"), merged: "014567YY89"),
      Reconciliation(id: "H19", first: Edit(2, 8), second: Edit(5, 5, "ZZ"), merged: "01ZZ89"),
      Reconciliation(id: "H20", first: Edit(4, 8), second: Edit(2, 6), merged: "0189"),
      Reconciliation(id: "H20", first: Edit(2, 6), second: Edit(4, 8), merged: "0189"),
      Reconciliation(id: "H21", first: Edit(4, 6), second: Edit(6, 6, "AA"), merged: "0123AA6789"),
    ], [(1, false), (1, true), (2, false), (2, true)])
  func `undo by both restores each character once`(
    row: Reconciliation, way: (first: Int, isPurged: Bool)
  ) throws {
    let order = way.first == 1 ? [1, 2] : [2, 1]
    var meeting = try meeting("0123456789")
    try meeting.c1.perform([row.first])
    try meeting.c2.perform([row.second])
    try meeting.sync(1, 2, 1)
    #expect(meeting.texts == [row.merged, row.merged])
    // One of them forgets what was deleted; the other does not.
    if way.isPurged { meeting.c1.purge(seenByAll: everything) }

    for number in order { try meeting.replicas[number - 1].undo() }
    for number in order + order { try meeting.sync(number) }
    #expect(meeting.texts == ["0123456789", "0123456789"])
    for number in order { try meeting.replicas[number - 1].redo() }
    for number in order + order { try meeting.sync(number) }
    #expect(meeting.texts == [row.merged, row.merged])
  }

  @Test func `DOC-H14 undo by one restores what that one deleted`() throws {
    var meeting = try meeting("0123456789")
    try meeting.c1.edit(4, 6)
    try meeting.c2.edit(2, 8)
    try meeting.sync(1, 2, 1)
    try meeting.c1.undo()
    try meeting.sync(1, 2)
    #expect(meeting.texts == ["014589", "014589"])
    try meeting.c2.undo()
    try meeting.sync(2, 1)
    #expect(meeting.texts == ["0123456789", "0123456789"])
  }

  @Test func `DOC-H16 a change that comes twice changes nothing`() throws {
    var meeting = try meeting("0123")
    try meeting.c1.edit(1, 3)
    try meeting.c1.undo()
    let changes = meeting.c1.localChanges
    for change in changes + changes { _ = try meeting.c2.apply(change) }
    #expect(meeting.c2.text == "0123")
  }
}
