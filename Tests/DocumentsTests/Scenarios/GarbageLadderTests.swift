import Testing

@testable import Documents

/// documents.md §3.8: when garbage goes, step by step of two replicas.
@Suite(.timeLimit(.minutes(20))) struct GarbageLadderTests {
  private func meeting(_ letters: String, actors: [UInt64] = [1, 2]) throws -> Meeting {
    var meeting = Meeting(actors: actors)
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      // Backwards, so that each letter is a piece: one after another they would be one insertion.
      for letter in letters.reversed() { try root.jsonText("t")?.edit(0, 0, String(letter)) }
    }
    for number in actors.indices { try meeting.sync(number + 1) }
    return meeting
  }

  private func garbage(_ meeting: Meeting) -> [Int] {
    meeting.replicas.prefix(2).map(\.garbageCount)
  }

  @Test func `DOC-G09 removed attributes are garbage until they are purged or written`() throws {
    let everything = VersionVector.everything(of: [ActorID(number: 1)])
    func text(_ steps: [String]) throws -> Int {
      var replica = try meeting("a").c1
      for (number, step) in steps.enumerated() {
        switch step {
        case "remove":
          let at = TimeTicket(
            lamport: replica.lamport, actor: replica.actor, delimiter: UInt32(number + 100))
          let reaches = replica.root.texts[0].reaches(from: 0, to: 1)
          let created = replica.readingRoot.jsonText("t")?.createdAt ?? .initial
          _ = try replica.root.execute(
            .style(text: created, reaches: reaches, values: ["b": nil], at: at), by: nil)
        case "style": try replica.style(0, 1, ["b": "1"])
        case "delete": try replica.edit(0, 1)
        default: replica.purge(seenByAll: everything)
        }
      }
      let count = replica.garbageCount
      #expect(replica.purge(seenByAll: everything) == count)
      #expect(replica.garbageCount == 0)
      return count
    }
    #expect(try text(["remove"]) == 1)
    #expect(try text(["remove", "remove"]) == 1)
    #expect(try text(["remove", "style"]) == 0)
    #expect(try text(["remove", "delete"]) == 2)
    #expect(try text(["remove", "purge", "delete"]) == 1)
  }

  @Test func `DOC-G13 replaced text is purged once everybody has answered`() throws {
    var meeting = Meeting()
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      root.u = JSONText()
      try root.jsonText("t")?.edit(0, 0, "Hello World")
      try root.jsonText("u")?.edit(0, 0, "Hello World")
    }
    try meeting.sync(1, 2)
    try meeting.c2.update { root, _ in
      try root.jsonText("t")?.edit(0, 1, "a")
      try root.jsonText("t")?.edit(1, 2, "b")
      try root.jsonText("u")?.edit(0, 1, "a", ["b": "1"])
    }
    #expect(garbage(meeting) == [0, 3])
    for (number, expected) in [
      (2, [0, 3]), (1, [3, 3]), (2, [3, 3]), (1, [0, 3]), (2, [0, 0]),
    ] {
      try meeting.sync(number)
      #expect(garbage(meeting) == expected)
    }
  }

  @Test func `DOC-G14 pieces of several people are counted one by one`() throws {
    var meeting = try meeting("z")
    try meeting.c1.edit(0, 1, "a")
    #expect(meeting.c1.garbageCount == 1)
    try meeting.c1.edit(1, 1, "b")
    try meeting.c1.edit(2, 2, "d")
    try meeting.sync(1, 2, 1, 2)
    #expect(meeting.c1.garbageCount + meeting.c2.garbageCount <= 1)
    try meeting.c2.edit(2, 2, "c")
    try meeting.sync(2, 1, 2, 1)
    #expect(meeting.texts == ["abcd", "abcd"])
    try meeting.c1.edit(1, 3)
    try meeting.sync(1)
    #expect(meeting.texts[0] == "ad")
    #expect(meeting.c1.garbageCount == 2)
    try meeting.sync(2, 1, 2)
    #expect(meeting.c2.garbageCount == 0)
    try meeting.sync(1)
    #expect(garbage(meeting) == [0, 0])
  }

  @Test func `DOC-G15 garbage between concurrent insertions`() throws {
    var meeting = try meeting("abc")
    try meeting.c2.edit(2, 2, "c")
    try meeting.c1.edit(1, 3)
    #expect(garbage(meeting) == [2, 0])
    try meeting.sync(1, 2)
    #expect(garbage(meeting) == [2, 2])
    try meeting.c2.edit(2, 2, "1")
    try meeting.sync(2)
    #expect(garbage(meeting) == [2, 0])
    try meeting.sync(1)
    #expect(garbage(meeting) == [0, 0])
    let one = ActorID(number: 1)
    let two = ActorID(number: 2)
    #expect(meeting.c1.versionVector == VersionVector([one: 6, two: 5]))
    #expect(meeting.c2.versionVector == VersionVector([one: 2, two: 5]))
  }

  @Test func `DOC-G16 who only pushes holds garbage back until it pulls`() throws {
    var meeting = try meeting("abc")
    try meeting.c1.edit(1, 3)
    try meeting.sync(1)
    try meeting.c2.edit(2, 2, "1")
    try meeting.sync(2, isPushOnly: true)
    try meeting.sync(1)
    #expect(garbage(meeting) == [2, 0])
    for (number, expected) in [(2, [2, 2]), (1, [2, 2]), (2, [2, 0]), (1, [0, 0])] {
      try meeting.sync(number)
      #expect(garbage(meeting) == expected)
    }
  }

  @Test func `DOC-G17 what somebody deleted before leaving`() throws {
    var meeting = try meeting("abc", actors: [1, 2, 3])
    for digit in ["1", "2", "3"] { try meeting.c1.edit(0, 0, digit) }
    try meeting.c2.edit(3, 3, "x")
    try meeting.c2.edit(4, 4, "y")
    try meeting.sync(1, 2, 1)
    #expect(meeting.texts[1] == "321abcxy")
    try meeting.replicas[2].edit(1, 3)
    try meeting.sync(3)
    meeting.server.detach(meeting.replicas[2].actor)
    try meeting.c2.edit(5, 5, "z")
    try meeting.sync(1, 2)
    #expect(garbage(meeting) == [2, 2])
    try meeting.sync(1, 2, 1)

    #expect(meeting.texts.prefix(2) == ["321azxy", "321azxy"])
    #expect(garbage(meeting) == [0, 0])
    #expect(meeting.c1.versionVector[ActorID(number: 3)] != nil)
  }

  @Test func `DOC-G20 the loser of two writes is purged`() throws {
    var meeting = try meeting("")
    try meeting.c1.update { root, _ in root.k = "one" }
    try meeting.c2.update { root, _ in root.k = "two" }
    try meeting.sync(1, 2, 1)
    #expect(garbage(meeting) == [1, 1])
    #expect(meeting.documents[0] == meeting.documents[1])
    try meeting.sync(2, 1, 2, 1)

    #expect(garbage(meeting) == [0, 0])
  }

  @Test func `DOC-G21 a snapshot has nothing of what all have seen deleted`() throws {
    var meeting = try meeting("abc")
    try meeting.c1.edit(0, 2)
    try meeting.c1.update { root, _ in root.a = [1, 2, 3] }
    try meeting.c1.update { root, _ in root.a = nil }
    try meeting.sync(1, 2)
    #expect(garbage(meeting)[1] > 2)
    for _ in 0..<500 { try meeting.c1.edit(0, 0, "x") }
    try meeting.sync(1)

    let bytes = try meeting.server.answer(meeting.c2.pack(), from: meeting.c2.actor).snapshot

    let snapshot = try Snapshot(decoding: try #require(bytes))
    #expect(snapshot.root.garbageCount == 0)
    #expect(snapshot.root.texts[0].pieces.allSatisfy { $0.removedAt == nil })
    try meeting.sync(2)
    #expect(meeting.texts[1] == meeting.texts[0] && meeting.c2.garbageCount == 0)
  }
}
