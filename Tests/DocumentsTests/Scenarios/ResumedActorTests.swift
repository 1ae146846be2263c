import Testing

@testable import Documents

/// What a server needs: an actor that goes on in another replica, and changes as they are kept.
@Suite(.timeLimit(.minutes(20))) struct ResumedActorTests {
  @Test func `an actor that comes back with a fresh replica goes on with its numbers`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.c1.edit(0, 0, "one")
    try meeting.sync(1, 2)
    var fresh = Replica(key: "doc", actor: meeting.c1.actor)
    let all = meeting.server.log
    _ = try fresh.apply(
      ChangePack(
        documentKey: "doc", checkpoint: Checkpoint(serverSequence: 2, clientSequence: 2),
        changes: all))

    meeting.c1 = fresh
    try meeting.c1.edit(3, 3, " two")
    try meeting.sync(1, 2)

    #expect(meeting.texts == ["one two", "one two"])
    #expect(meeting.c1.lastClientSequence == 3)
  }

  @Test func `a stored replica of an actor that edited keeps what it says of itself`() throws {
    var mine = Replica(key: "doc", actor: ActorID(number: 9))
    try mine.update { root, _ in root.t = JSONText() }
    let first = mine.localChanges
    var again = try Replica(key: "doc", actor: ActorID(number: 9), stored: mine.snapshot())
    again.resume(after: 1)

    try again.edit(0, 0, "x")

    #expect(again.localChanges.map(\.id.clientSequence) == [2])
    var yours = try Replica(key: "doc", actor: ActorID(number: 1), stored: again.snapshot())
    try again.edit(1, 1, "y")
    for change in first + again.localChanges { _ = try yours.apply(change) }
    #expect(yours.text == "xy")
  }

  @Test func `a change is kept with its number and without presence`() throws {
    var mine = Replica(key: "doc", actor: ActorID(number: 1))
    try mine.update { root, presence in
      root.a = 1
      presence.set(["name": "Ana"])
    }

    let kept = try #require(mine.localChanges.first).stored(at: 7)

    #expect(kept.id.serverSequence == 7)
    #expect(kept.presence == nil && kept.hasOperations)
    #expect(mine.localChanges.first?.presence == .put(["name": "Ana"]))
  }

  @Test func `a vector is the same after its bytes`() throws {
    let vector = VersionVector([ActorID(number: 3): 17, .max: 2])

    #expect(try VersionVector(decoding: vector.encoded()) == vector)
    #expect(try VersionVector(decoding: []) == VersionVector())
    #expect(throws: DocumentsError.self) { try VersionVector(decoding: [200]) }
  }

  @Test func `a change made after a snapshot is later than those of a departed actor`() throws {
    var gone = Replica(key: "doc", actor: ActorID(number: 9))
    for number in 1...5 { try gone.update { root, _ in root.title = number } }
    var mine = Replica(key: "doc", actor: ActorID(number: 1))
    _ = try mine.apply(gone.pack())
    mine.forget([gone.actor])

    for copy in [mine.snapshot(), try Snapshot(decoding: mine.snapshot()).encoded()] {
      var newcomer = Replica(key: "doc", actor: ActorID(number: 2))
      _ = try newcomer.apply(
        ChangePack(documentKey: "doc", checkpoint: .initial, snapshot: copy))
      try newcomer.update { root, _ in root.title = "new" }
      var stored = try Replica(key: "doc", actor: ActorID(number: 3), stored: copy)
      try stored.update { root, _ in root.title = "new" }

      #expect(newcomer.toJSON() == #"{"title":"new"}"#)
      #expect(stored.toJSON() == #"{"title":"new"}"#)
    }
  }
}
