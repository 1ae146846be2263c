import Testing

@testable import Documents

/// documents.md §3.8 and §3.2.
@Suite(.timeLimit(.minutes(20))) struct GarbageTests {
  private let all = VersionVector.everything(of: [ActorID(number: 1), ActorID(number: 2)])

  @Test(arguments: [false, true])
  func `DOC-G01 and G03 a removed array with its elements`(keeps: Bool) throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    replica.keepsGarbage = keeps
    try replica.update { root, _ in
      root["1"] = 1
      root["2"] = [1, 2, 3]
      root["3"] = 3
    }
    try replica.update { root, _ in root["2"] = nil }

    #expect(replica.garbageCount == 4)
    let outcome1 = replica.purge(seenByAll: all)
    #expect(outcome1 == (keeps ? 0 : 4))
    #expect(replica.garbageCount == (keeps ? 4 : 0))
  }

  @Test func `DOC-G02 an array of ten thousand`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = [Int](0..<10_000) }
    try replica.update { root, _ in root.a = nil }

    let outcome2 = replica.purge(seenByAll: all)
    #expect(outcome2 == 10_001)
  }

  @Test func `DOC-G04 a text goes on after a purge`() throws {
    var replica = try Replica.withText("ABCD")
    try replica.edit(0, 2, "12")
    #expect(replica.root.texts[0].pieces.map(\.content) == ["12", "AB", "CD"])
    #expect(replica.garbageCount == 1)
    let outcome3 = replica.purge(seenByAll: all)
    #expect(outcome3 == 1)
    #expect(replica.root.texts[0].pieces.map(\.content) == ["12", "CD"])
    try replica.edit(2, 4)

    #expect(replica.text == "12")
  }

  @Test func `DOC-G05 replaced pieces are counted one by one`() throws {
    var replica = try Replica.withText("ab")
    try replica.edit(0, 1, "c")
    #expect(replica.text == "cb")
    #expect(replica.garbageCount == 1)
    try replica.edit(1, 2, "d")

    #expect(replica.text == "cd")
    #expect(replica.garbageCount == 2)
    let outcome4 = replica.purge(seenByAll: all)
    #expect(outcome4 == 2)
  }

  @Test func `DOC-G06 pieces with attributes`() throws {
    var replica = try Replica.withText("")
    try replica.edit(0, 0, "Hello world", ["b": "1"])
    try replica.edit(6, 11, "mario")
    #expect(replica.garbageCount == 1)
    try replica.edit(0, 5, "Hi", ["b": "1"])
    try replica.edit(3, 4, "j")
    try replica.edit(4, 8, "ane", ["b": "1"])

    let values = replica.readingRoot.jsonText("t")?.values ?? []
    #expect(values.map(\.content) == ["Hi", " ", "j", "ane"])
    #expect(values.map(\.attributes) == [["b": "1"], ["b": "1"], [:], ["b": "1"]])
    #expect(replica.garbageCount == 4)
    let outcome5 = replica.purge(seenByAll: all)
    #expect(outcome5 == 4)
  }

  @Test func `DOC-G07 and H32 a purge spares what undo brought back`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = [1, 2, 3] }
    try replica.array { try $0.remove(at: 1) }
    #expect(replica.garbageCount == 1)
    try replica.undo()
    let outcome6 = replica.purge(seenByAll: all)
    #expect(outcome6 == 1)
    #expect(replica.toJSON() == #"{"a":[1,2,3]}"#)
    try replica.redo()
    #expect(replica.toJSON() == #"{"a":[1,3]}"#)
  }

  @Test func `DOC-G07 a removed element of a live array is purged, and the others stay`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = [1, 2, 3] }
    try replica.array { try $0.remove(at: 1) }
    #expect(replica.garbageCount == 1)

    let purged = replica.purge(seenByAll: all)

    #expect(purged == 1)
    #expect(replica.garbageCount == 0)
    #expect(replica.toJSON() == #"{"a":[1,3]}"#)
    try replica.array { try $0.insertAfter(0, 2) }
    #expect(replica.toJSON() == #"{"a":[1,2,3]}"#)
    #expect(try Snapshot(decoding: replica.snapshot()).root.json(of: 0) == replica.toJSON())
  }

  @Test func `DOC-G08 an overwritten style is no garbage`() throws {
    var replica = try Replica.withText("abc")
    try replica.style(0, 3, ["b": "t"])
    try replica.style(0, 3, ["b": "f"])
    #expect(replica.garbageCount == 0)
    try replica.edit(0, 3)
    #expect(replica.garbageCount == 1)
  }

  @Test func `DOC-G11 a replacement that is deleted again`() throws {
    var replica = try Replica.withText("ABC")
    try replica.edit(1, 2, "X")
    try replica.edit(2, 3)
    #expect(replica.garbageCount == 2)
  }

  @Test func `DOC-G12 a removal is purged once everybody has answered`() throws {
    var meeting = Meeting()
    let (one, two) = (meeting.c1.actor, meeting.c2.actor)
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in root.a = [1, [1, 2, 3] as [Any?], 3] as [Any?] }
    try meeting.sync(1)
    #expect(meeting.c1.versionVector == VersionVector([one: 1]))
    try meeting.sync(2)
    #expect(meeting.c2.versionVector == VersionVector([one: 1, two: 2]))
    try meeting.c2.array { try $0.remove(at: 1) }
    #expect(meeting.c2.versionVector == VersionVector([one: 1, two: 3]))
    #expect(meeting.replicas.map(\.garbageCount) == [0, 4])
    try meeting.sync(2)
    #expect(meeting.replicas.map(\.garbageCount) == [0, 4])
    try meeting.sync(1)
    #expect(meeting.c1.versionVector == VersionVector([one: 4, two: 3]))
    #expect(meeting.replicas.map(\.garbageCount) == [4, 4])
    try meeting.sync(2)
    #expect(meeting.replicas.map(\.garbageCount) == [4, 4])
    try meeting.sync(1)
    #expect(meeting.replicas.map(\.garbageCount) == [0, 4])
    try meeting.sync(2)
    #expect(meeting.replicas.map(\.garbageCount) == [0, 0])
  }

  @Test func `DOC-G18 and G19 both sides purge the same of overlapping deletions`() throws {
    for isNewer in [false, true] {
      var meeting = Meeting()
      try meeting.c1.update { root, _ in
        root.t = JSONText()
        try root.jsonText("t")?.edit(0, 0, "abcdef")
      }
      try meeting.sync(1, 2)
      if isNewer { try meeting.c1.edit(6, 6, "!") }
      try meeting.c1.edit(0, 6)
      try meeting.c2.edit(2, 4)
      try meeting.sync(1, 2, 1)
      let first = meeting.c1.purge(seenByAll: all)
      let second = meeting.c2.purge(seenByAll: all)

      #expect(first == second)
      #expect(meeting.replicas.map(\.garbageCount) == [0, 0])
      #expect(meeting.texts[0] == meeting.texts[1])
      #expect(meeting.c1.size == meeting.c2.size)
      #expect(meeting.c1.size.garbage == DocumentSize.Part())
    }
  }

  @Test func `DOC-G22 a client that left holds nothing back`() throws {
    var meeting = Meeting(actors: [1, 2, 3])
    try meeting.c1.update { root, _ in root.k = 1 }
    try meeting.sync(1, 2, 3)
    try meeting.c1.update { root, _ in root.k = nil }
    try meeting.sync(1, 2, 1, 2)
    #expect(meeting.c1.garbageCount == 1)
    meeting.server.detach(meeting.replicas[2].actor)
    try meeting.sync(1, 2)
    #expect(meeting.replicas[0].garbageCount + meeting.replicas[1].garbageCount == 0)
  }

  struct Deletions: Sendable, CustomTestStringConvertible {
    let id: String
    let first: (Int, Int)
    let second: (Int, Int)
    /// Who deleted each character, 1 or 2.
    let deleters: [UInt64]
    var testDescription: String { "DOC-" + id }
  }

  @Test(arguments: [
    Deletions(id: "L02", first: (1, 3), second: (0, 4), deleters: [2, 2, 2, 2]),
    Deletions(id: "L03", first: (0, 4), second: (1, 3), deleters: [1, 2, 2, 1]),
    Deletions(id: "L04", first: (0, 3), second: (1, 4), deleters: [1, 2, 2, 2]),
  ])
  func `of concurrent deletions the later time stays`(row: Deletions) throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "abcd")
    }
    try meeting.sync(1, 2)
    try meeting.c1.edit(row.first.0, row.first.1)
    try meeting.c2.edit(row.second.0, row.second.1)
    try meeting.sync(1, 2, 1)

    for replica in meeting.replicas {
      let deleters = replica.root.texts[0].pieces.flatMap { piece in
        piece.content.map { _ in piece.removedAt?.actor }
      }
      #expect(deleters == row.deleters.map { ActorID(number: $0) })
    }
  }

  @Test func `DOC-L01 a deletion that knew of another leaves it its time`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "abcd")
    }
    try meeting.sync(1, 2)
    try meeting.c1.edit(1, 3)
    let first = meeting.c1.root.texts[0].pieces[1].removedAt
    for change in meeting.c1.localChanges { _ = try meeting.c2.apply(change) }
    try meeting.c2.edit(0, 2)
    for change in meeting.c2.localChanges { _ = try meeting.c1.apply(change) }

    for replica in meeting.replicas {
      let pieces = replica.root.texts[0].pieces
      #expect(pieces.map(\.content) == ["a", "bc", "d"])
      #expect(pieces.map { $0.removedAt?.actor.low } == [2, 1, 2])
      let times = try pieces.map { try #require($0.removedAt) }
      #expect(times[0] == times[2] && times[0] > times[1])
      #expect(times[1] == first)
    }
  }
}
