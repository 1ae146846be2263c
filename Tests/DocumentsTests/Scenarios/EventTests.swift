import Testing

@testable import Documents

/// documents.md §3.11 as far as it needs no stream, and §3.4.
@Suite(.timeLimit(.minutes(20))) struct EventTests {
  @Test func `DOC-E01 and E02 one update is reported in order, here and there`() throws {
    var meeting = Meeting()
    let event = try meeting.c1.update { root, _ in
      root.counter = JSONCounter(value: 0)
      root.todos = ["a", "b", "c"]
      root.text = JSONText()
      try root.jsonText("text")?.edit(0, 0, "hello world")
      root.obj = ["score": 1, "c1": 2] as [String: Any?]
      root.jsonObject("obj")?.score = 2
      root.jsonObject("obj")?.c1 = nil
    }
    let expected: [OpInfo] = [
      .set(path: "$", key: "counter"), .set(path: "$", key: "todos"), .set(path: "$", key: "text"),
      .edit(path: "$.text", from: 0, to: 0, content: "hello world", attributes: [:]),
      .set(path: "$", key: "obj"), .set(path: "$.obj", key: "score"),
      .remove(path: "$.obj", key: "c1", index: nil),
    ]
    #expect(event?.operations == expected)

    try meeting.sync(1)
    let events = try meeting.sync(2)
    guard case .remoteChange(let remote) = events.first else {
      Issue.record("no change arrived")
      return
    }
    #expect(remote.operations == expected)
    #expect(remote.operations(at: "$.obj").count == 2)
    #expect(remote.operations(at: "$.todos").isEmpty)

    let second = try meeting.c1.update { root, _ in
      try root.jsonCounter("counter")?.increase(value: 1)
      try root.jsonArray("todos")?.append("d")
      try root.jsonArray("todos")?.moveAfter(1, 0)
      try root.jsonText("text")?.setStyle(0, 5, ["b": "1"])
    }
    #expect(
      second?.operations == [
        .increase(path: "$.counter", value: 1), .add(path: "$.todos", index: 3),
        .move(path: "$.todos", previousIndex: 0, index: 1),
        .style(path: "$.text", from: 0, to: 5, attributes: ["b": "1"]),
      ])
  }

  @Test func `DOC-E04 a path below a key reports its own members`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.todos = [["text": "", "done": false] as [String: Any?]]
      root.obj = ["c1": ["name": ""] as [String: Any?]] as [String: Any?]
    }
    let event = try replica.update { root, _ in
      (root.jsonArray("todos")?[0] as? JSONObject)?.text = "a"
      root.jsonObject("obj")?.jsonObject("c1")?.name = "b"
    }

    #expect(event?.operations(at: "$.todos.0") == [.set(path: "$.todos.0", key: "text")])
    #expect(event?.operations(at: "$.obj.c1") == [.set(path: "$.obj.c1", key: "name")])
    #expect(event?.operations(at: "$.todos.1") == [])
  }

  @Test func `DOC-E05 a selection keeps its characters`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "hello world")
    }
    try meeting.sync(1, 2)
    var selection: (TextPosStruct, TextPosStruct)?
    try meeting.c1.update { root, _ in
      selection = try root.jsonText("t")?.indexRangeToPosRange(6..<11)
    }
    try meeting.c2.edit(0, 0, "oh ")
    try meeting.c2.edit(9, 9, ">")

    let range = try #require(selection)
    #expect(meeting.c2.readingRoot.jsonText("t")?.posRangeToIndexRange(range) == 10..<15)
    #expect(meeting.c1.readingRoot.jsonText("t")?.posRangeToIndexRange(range) == 6..<11)
  }

  @Test func `DOC-P01, P02 and P03 a presence is set by its keys`() throws {
    var meeting = Meeting()
    try meeting.c1.update { _, presence in presence.set(["name": "Ana", "cursor": "1"]) }
    try meeting.c1.update { _, presence in presence.set(["cursor": "2"]) }
    try meeting.sync(1, 2)

    #expect(meeting.c2.presences == [meeting.c1.actor: ["name": "Ana", "cursor": "2"]])
    #expect(meeting.c2.versionVector.count == 0)
  }

  @Test func `DOC-P05 and P10 several sets of one update are one event`() throws {
    var meeting = Meeting()
    try meeting.c1.update { _, presence in
      for value in ["1", "2", "3"] { presence.set(["cursor": value]) }
      #expect(presence.get("cursor") == "3")
    }
    try meeting.sync(1)
    let events = try meeting.sync(2)

    #expect(events == [.presence(meeting.c1.actor, ["cursor": "3"])])
  }

  @Test func `DOC-U04 a syllable that an input method composes`() throws {
    var meeting = Meeting(actors: [1])
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.c1.edit(0, 0, "ㅎ")
    for (from, to, content) in [(0, 1, "하"), (0, 1, "한"), (0, 1, "하"), (1, 1, "느"), (1, 2, "늘")] {
      try meeting.c1.edit(from, to, content)
    }
    #expect(meeting.texts == ["하늘"])
  }

  /// Edits, and the text after each of the last ones.
  struct Followed: Sendable, CustomTestStringConvertible {
    let id: String
    let edits: [Edit]
    let texts: [String]
    var testDescription: String { "DOC-" + id }
  }

  @Test(arguments: [
    Followed(
      id: "U05", edits: [Edit(0, 0, "ABC"), Edit(3, 3, "DEF"), Edit(2, 4, "1"), Edit(1, 4, "2")],
      texts: ["ABC", "ABCDEF", "AB1EF", "A2F"]),
    Followed(
      id: "U06",
      edits: [
        Edit(0, 0, "A"), Edit(1, 1, "B"), Edit(2, 2, "C"), Edit(3, 3, "DE"), Edit(5, 5, "F"),
        Edit(6, 6, "GHI"), Edit(9, 9), Edit(8, 9), Edit(6, 8), Edit(4, 6), Edit(2, 4), Edit(0, 2),
      ], texts: ["ABCDEFGHI", "ABCDEFGHI", "ABCDEFGH", "ABCDEF", "ABCD", "AB", ""]),
    Followed(
      id: "U07",
      edits: [
        Edit(0, 0, "1A1BCXEF1"), Edit(8, 9), Edit(2, 3), Edit(0, 1), Edit(0, 1), Edit(0, 1),
        Edit(3, 4), Edit(1, 2), Edit(0, 2),
      ], texts: ["ABCXEF", "BCXEF", "CXEF", "CXE", "CE", ""]),
  ])
  func `a string that follows the events is the text`(row: Followed) throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.sync(1, 2)
    var view: [Unicode.Scalar] = []
    var texts: [String] = []
    for edit in row.edits {
      try meeting.c1.perform([edit])
      try meeting.sync(1)
      for case .remoteChange(let change) in try meeting.sync(2) {
        for case .edit(_, let from, let to, let content, _) in change.operations {
          view.replaceSubrange(from..<to, with: content.unicodeScalars)
        }
      }
      #expect(Array(meeting.texts[0].unicodeScalars) == view)
      texts.append(meeting.texts[0])
    }
    #expect(texts.suffix(row.texts.count) == row.texts[...])
    #expect(meeting.texts[0] == meeting.texts[1])
  }

  @Test func `DOC-U03 and U08 a line is broken, and a text emptied`() throws {
    var meeting = Meeting(actors: [1])
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "ABCD")
    }
    var broken = meeting
    try broken.c1.edit(3, 3, "\n")
    #expect(broken.pieces == ["\"ABC\"\"\n\"\"D\""])

    try meeting.c1.update { root, _ in try root.jsonText("t")?.delete(1, 3) }
    #expect(meeting.texts == ["AD"])
    try meeting.c1.update { root, _ in try root.jsonText("t")?.empty() }
    #expect(meeting.texts == [""])
  }

  @Test func `DOC-U01 and U02 the pieces and positions of one text`() throws {
    var meeting = Meeting(actors: [1])
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "ABCD")
    }
    try meeting.c1.edit(1, 3, "12")
    let pieces = meeting.c1.root.texts[0].pieces
    #expect(pieces.map(\.content) == ["A", "12", "BC", "D"])
    #expect(pieces.map(\.id.offset) == [0, 0, 1, 3])
    #expect(pieces.map { $0.removedAt == nil } == [true, true, false, true])
    #expect(pieces[2].id.createdAt == pieces[0].id.createdAt)
    #expect(pieces[2].id.createdAt == pieces[3].id.createdAt)
    var text = meeting.c1.root.texts[0]
    let positions = (0...4).map { text.position(at: $0) }
    #expect(positions.map(\.relativeOffset) == [0, 1, 1, 2, 1])
    #expect(positions[0].id.createdAt == .initial)
    #expect(positions[2].id.createdAt == positions[3].id.createdAt)
    #expect(positions[1].id.createdAt == positions[4].id.createdAt)
  }
}
