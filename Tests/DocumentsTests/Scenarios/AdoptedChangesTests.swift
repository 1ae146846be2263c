import Testing

@testable import Documents

/// What a client does that the server forgot, and presence without numbers.
@Suite(.timeLimit(.minutes(20))) struct AdoptedChangesTests {
  /// A fresh replica of another actor with everything that the server has.
  private func fresh(_ meeting: inout Meeting, _ number: UInt64) throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: number))
    _ = try replica.apply(meeting.server.answer(replica.pack(), from: replica.actor))
    return replica
  }

  private func meeting() throws -> Meeting {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "one two")
      root.votes = JSONCounter(value: 0)
    }
    try meeting.sync(1, 2)
    return meeting
  }

  @Test func `changes of a former actor are made once, exactly as they were`() throws {
    var meeting = try meeting()
    try meeting.c1.edit(3, 3, " and")
    try meeting.c1.edit(7, 7, " a half")
    try meeting.c1.edit(0, 1, "O")
    try meeting.c1.update { root, _ in
      try root.jsonCounter("votes")?.increase(value: 3)
      root.list = ["a"]
    }
    try meeting.c1.update { root, _ in try root.jsonArray("list")?.append("b") }
    try meeting.c2.edit(0, 0, "# ")
    try meeting.sync(2)
    let (old, expected) = (meeting.c1, try merged(meeting))

    var again = try fresh(&meeting, 3)
    let count = try again.adopt(old.localChanges, of: old.actor)
    meeting.c1 = again
    try meeting.sync(1, 2)

    #expect(count == old.localChanges.count)
    #expect(meeting.documents == [expected, expected])
    #expect(meeting.c1.localChanges.isEmpty)
  }

  /// The document that the changes would have led to, had they arrived.
  private func merged(_ meeting: Meeting) throws -> String {
    var meeting = meeting
    try meeting.sync(1, 2)
    return meeting.documents[1]
  }

  @Test func `changes whose acknowledgement was lost are not made again`() throws {
    var meeting = try meeting()
    try meeting.c1.edit(0, 0, "x")
    _ = try meeting.server.answer(meeting.c1.pack(), from: meeting.c1.actor)
    try meeting.c1.edit(1, 1, "y")
    let old = meeting.c1

    var again = try fresh(&meeting, 3)
    #expect(try again.adopt(old.localChanges, of: old.actor) == 1)
    meeting.c1 = again
    try meeting.sync(1, 2)

    #expect(meeting.texts == ["xyone two", "xyone two"])
  }

  @Test func `changes after what is not here yet leave the replica as it was`() throws {
    var meeting = try meeting()
    var other = meeting.c2
    try other.update { root, _ in root.elsewhere = ["a"] }
    // After a change, later than all here, of somebody whom this copy has never heard of.
    let known = VersionVector([ActorID(number: 9): 100])
    let late = other.localChanges.map { change in
      Change(
        id: ChangeID(
          clientSequence: change.id.clientSequence, lamport: change.id.lamport,
          actor: change.id.actor, others: known),
        message: nil, operations: change.operations, presence: nil)
    }

    var again = try fresh(&meeting, 3)
    let before = again.toJSON()
    #expect(throws: DocumentsError.self) { try again.adopt(late, of: other.actor) }

    #expect(again.toJSON() == before)
    #expect(again.localChanges.isEmpty)
  }

  @Test func `changes that know somebody who is forgotten are made like any others`() throws {
    var meeting = try meeting()
    try meeting.c2.edit(0, 0, "# ")
    try meeting.sync(2, 1)
    try meeting.c1.edit(2, 5, "One")
    let (old, expected) = (meeting.c1, try merged(meeting))

    var again = try fresh(&meeting, 3)
    again.forget([meeting.c2.actor])
    #expect(try again.adopt(old.localChanges, of: old.actor) == 1)
    meeting.c1 = again
    try meeting.sync(1, 2)

    #expect(meeting.documents == [expected, expected])
  }

  @Test func `a change of a container that is not here any more does nothing`() throws {
    var meeting = try meeting()
    var other = meeting.c2
    try other.update { root, _ in root.elsewhere = ["a"] }
    try other.update { root, _ in try root.jsonArray("elsewhere")?.append("b") }

    var again = try fresh(&meeting, 3)
    let before = again.toJSON()
    #expect(try again.adopt(Array(other.localChanges.suffix(1)), of: other.actor) == 1)

    #expect(again.toJSON() == before)
  }

  /// The server was set back to before somebody's text, so that nobody has it any more; its time is
  /// not later than what is here, as that of somebody who is forgotten.
  private func setBack() throws -> (c2: Replica, fresh: Replica) {
    var meeting = try meeting()
    let server = meeting.server
    var lost = Replica(key: "doc", actor: ActorID(number: 8))
    _ = try lost.apply(meeting.server.answer(lost.pack(), from: lost.actor))
    try lost.edit(7, 7, " lost")
    _ = try meeting.server.answer(lost.pack(), from: lost.actor)
    try meeting.sync(2)
    meeting.server = server
    // Others go on, so that the lost time is one of the past.
    for letter in ["a", "b", "c", "d"] { try meeting.c1.edit(0, 0, letter) }
    try meeting.sync(1)
    return (meeting.c2, try fresh(&meeting, 3))
  }

  @Test func `after a server was set back, an edit next to lost text is refused and kept`() throws {
    var (old, again) = try setBack()
    try old.edit(0, 0, "x")
    try old.edit(13, 13, "!")
    let before = again

    // The last one names a scalar that is not here: neither is made, and a client says so.
    #expect(throws: DocumentsError.self) { try again.adopt(old.localChanges, of: old.actor) }

    #expect(old.text == "xone two lost!")
    #expect(again.toJSON() == before.toJSON())
    #expect(again.localChanges.isEmpty)
    #expect(again.versionVector == before.versionVector)
  }

  @Test func `after a server was set back, an edit of what is left is made`() throws {
    var (old, again) = try setBack()
    try old.edit(0, 3, "One")

    #expect(try again.adopt(old.localChanges, of: old.actor) == 1)

    #expect(again.text == "Onedcba two")
    // Nobody waits for what was lost.
    #expect(again.localChanges[0].id.versionVector[ActorID(number: 8)] == nil)
  }

  @Test func `text that comes back late is there whether it was purged or not`() throws {
    var meeting = Meeting(actors: [1, 2, 3])
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "one two three")
    }
    try meeting.sync(1, 2, 3)
    try meeting.c1.edit(3, 7)
    // The same words, and later.
    try meeting.c2.edit(0, 0, "!")
    try meeting.c2.edit(0, 1)
    try meeting.c2.edit(3, 7)
    try meeting.sync(1, 2, 3)
    try meeting.c1.undo()
    try meeting.c1.edit(0, 0, "#")
    let old = meeting.c1
    meeting.server.detach(old.actor)
    // One of the two purges.
    try meeting.sync(2, 3, 2, 3)
    var whole = meeting.replicas[2]
    try meeting.c2.edit(0, 0, "-")
    try meeting.sync(2)
    meeting.c2.purge(seenByAll: .everything(of: meeting.c2.versionVector.actors))
    whole.keepsGarbage = true
    meeting.replicas[2] = whole

    var again = try fresh(&meeting, 4)
    try again.adopt(old.localChanges, of: old.actor)
    meeting.c1 = again
    try meeting.sync(1, 2, 3, 1)

    #expect(Set(meeting.texts).count == 1, "\(meeting.texts)")
    #expect(meeting.texts[0].contains("one two three"), "\(meeting.texts)")
    #expect(meeting.texts[0].contains("#"))
    #expect(meeting.c1.localChanges.isEmpty)
  }

  @Test func `presence that travels apart takes no number and is in no change`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    replica.presenceTravels = .apart
    let event = try replica.update { _, presence in presence.set(["name": "Ana"]) }
    #expect(event?.clientSequence == 0)
    try replica.update { root, presence in
      root.title = "a"
      presence.set(["cursor": "1"])
    }

    #expect(replica.localChanges.map(\.id.clientSequence) == [1])
    #expect(replica.localChanges.map(\.presence) == [nil])
    var pack = replica.pack()
    pack.changes.append(replica.presenceChange)
    let read = try ChangePack(decoding: pack.encoded())
    #expect(read.changes.last?.presence == .put(["name": "Ana", "cursor": "1"]))
    #expect(read.changes.last?.id.clientSequence == 0)
    #expect(read.checkpoint.clientSequence == 1)
  }
}
