import Testing

@testable import Documents

/// documents.md §3.10, as far as it needs no stream.
@Suite(.timeLimit(.minutes(20))) struct ProtocolTests {
  @Test func `DOC-M06 an acknowledged change is not sent or applied again`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.c = JSONCounter(value: 0) }
    try meeting.sync(1)
    #expect(meeting.c1.checkpoint == Checkpoint(serverSequence: 1, clientSequence: 1))
    try meeting.c1.update { root, _ in try root.jsonCounter("c")?.increase(value: 1) }
    try meeting.sync(1, isPushOnly: true)
    #expect(meeting.c1.checkpoint == Checkpoint(serverSequence: 1, clientSequence: 2))
    try meeting.c1.update { root, _ in try root.jsonCounter("c")?.increase(value: 1) }
    #expect(meeting.c1.pack().changes.count == 1)
    try meeting.sync(1)
    #expect(meeting.c1.checkpoint == Checkpoint(serverSequence: 3, clientSequence: 3))
    #expect(meeting.c1.toJSON() == #"{"c":2}"#)
  }

  @Test func `DOC-M10, M11 and M12 a snapshot keeps unsent changes`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      root.c = JSONCounter(value: 0)
    }
    try meeting.sync(1, 2)
    for index in 0..<501 { try meeting.c1.edit(index, index, "x") }
    try meeting.c2.edit(0, 0, "o")
    try meeting.c2.update { root, _ in try root.jsonCounter("c")?.increase(value: 1) }
    try meeting.sync(1)
    let events = try meeting.sync(2)
    #expect(events == [.snapshot])
    #expect(!meeting.c2.canUndo)
    try meeting.sync(1, 2, 1)

    #expect(meeting.documents[0] == meeting.documents[1])
    #expect(meeting.c1.text == "o" + String(repeating: "x", count: 501))
    #expect(meeting.c1.readingRoot.jsonCounter("c")?.value == 1)
  }

  @Test func `DOC-M16 a gap is refused and a repetition ignored`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.a = 1 }
    let first = meeting.c1.pack()
    try meeting.sync(1)
    _ = try meeting.server.answer(first, from: meeting.c1.actor)
    #expect(meeting.server.log.count == 1)
    try meeting.c1.update { root, _ in root.b = 1 }
    try meeting.c1.update { root, _ in root.c = 1 }
    var gap = meeting.c1.pack()
    gap.changes.removeFirst()
    #expect(throws: SimulatedServer.Refused.self) {
      try meeting.server.answer(gap, from: meeting.c1.actor)
    }
    var ahead = meeting.c1.pack()
    ahead.checkpoint.serverSequence = 99
    #expect(throws: SimulatedServer.Refused.self) {
      try meeting.server.answer(ahead, from: meeting.c1.actor)
    }
  }

  @Test func `DOC-M19 a removed document takes no more edits`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.a = 1 }
    meeting.server.isRemoved = true
    let events = try meeting.sync(1)

    #expect(events == [.removed])
    #expect(throws: DocumentsError.self) { try meeting.c1.update { root, _ in root.a = 2 } }
  }

  @Test func `a change that comes before its cause is refused, and nothing changes`() throws {
    var meeting = Meeting(actors: [1, 2, 3])
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.sync(1, 2)
    try meeting.c2.edit(0, 0, "x")
    let late = meeting.c2.localChanges[0]

    #expect(throws: DocumentsError.self) { try meeting.replicas[2].apply(late) }
    #expect(meeting.replicas[2].toJSON() == "{}")
  }

  @Test func `changes made before the first attachment get the actor`() throws {
    var meeting = Meeting()
    var fresh = Replica(key: "doc")
    try fresh.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "hello")
    }
    try fresh.edit(1, 4, "XY")
    try fresh.attach(as: ActorID(number: 1))
    #expect(fresh.text == "hXYo")
    meeting.c1 = fresh
    try meeting.sync(1, 2)
    try meeting.c2.edit(4, 4, "!")
    try meeting.sync(2, 1)

    #expect(meeting.texts == ["hXYo!", "hXYo!"])
  }
}
