import Documents
import TestSupport
import Testing

/// Letters that are taken over together come to the same as one by one.
@Suite(.timeLimit(.minutes(20))) struct LetterRunTests {
  private func type(_ text: String, at place: Int, _ replica: inout Replica) throws {
    for (step, letter) in text.enumerated() {
      try replica.edit(place + step, place + step, String(letter))
    }
  }

  /// Two who have the same text.
  private func meeting(_ text: String) throws -> Meeting {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, text)
    }
    try meeting.sync(1, 2)
    return meeting
  }

  /// Takes changes over as the bytes of a pack and as values, and compares what comes of it.
  private func take(_ answer: ChangePack, into replica: inout Replica) throws {
    var other = replica
    let together = try replica.apply(ChangePack(decoding: answer.encoded()))
    let apart = try other.apply(answer)

    #expect(together == apart)
    #expect(replica.toJSON() == other.toJSON())
    #expect(replica.snapshot() == other.snapshot())
    #expect(replica.versionVector == other.versionVector)
    #expect(replica.garbageCount == other.garbageCount)
  }

  @Test func `what was typed in one go is one run`() throws {
    var meeting = try meeting("[]")
    try type("hello", at: 1, &meeting.c1)
    let answer = try meeting.server.answer(meeting.c1.pack(), from: meeting.c1.actor)
    _ = try meeting.c1.apply(answer)
    let pack = try meeting.server.answer(meeting.c2.pack(), from: meeting.c2.actor)

    #expect(try pack.lettersTogether == 4)
    #expect(try Array(ChangePack(decoding: pack.encoded()).changes) == pack.changes)
    try take(pack, into: &meeting.c2)
    #expect(meeting.c2.text == "[hello]")
  }

  @Test func `a run goes round what another typed at its place`() throws {
    for (one, two) in [(1, 1), (1, 2), (2, 1)] {
      var meeting = try meeting("[.]")
      try type("abc", at: one, &meeting.c1)
      try type("xyz", at: two, &meeting.c2)
      try meeting.c2.edit(0, 1)
      try meeting.sync(1)
      let pack = try meeting.server.answer(meeting.c2.pack(), from: meeting.c2.actor)
      try take(pack, into: &meeting.c2)
      try meeting.sync(1)

      #expect(meeting.texts[0] == meeting.texts[1])
    }
  }

  @Test func `a pack that fails after a run changes nothing`() throws {
    var meeting = try meeting("[]")
    let before = meeting.c2
    try type("hello", at: 1, &meeting.c1)
    try meeting.c1.edit(0, 0, "x")
    var changes = meeting.c1.localChanges
    let last = try #require(changes.last?.id)
    changes.append(changes[0].next(after: last, knowing: VersionVector([ActorID(number: 77): 7])))
    let pack = ChangePack(documentKey: "doc", checkpoint: .initial, changes: changes)

    #expect(throws: DocumentsError.self) {
      try meeting.c2.apply(ChangePack(decoding: pack.encoded()))
    }

    #expect(meeting.c2.toJSON() == before.toJSON())
    #expect(meeting.c2.versionVector == before.versionVector)
    #expect(meeting.c2.garbageCount == before.garbageCount)
    _ = try meeting.c2.apply(
      ChangePack(documentKey: "doc", checkpoint: .initial, changes: changes.dropLast()))
    #expect(meeting.c2.text == "x[hello]")
  }

  @Test func `letters that are there already are passed over, one by one`() throws {
    var meeting = try meeting("[]")
    try type("hello", at: 1, &meeting.c1)
    let changes = meeting.c1.localChanges
    for count in 1...changes.count {
      var replica = meeting.c2
      for change in changes.prefix(count) { _ = try replica.apply(change) }
      let pack = ChangePack(documentKey: "doc", checkpoint: .initial, changes: changes)
      try take(pack, into: &replica)
      #expect(replica.text == "[hello]")
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `histories of letters lead to the same, whichever way they come`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var meeting = Meeting(actors: [1, 2, 3])
    try meeting.c1.update { root, _ in root.t = JSONText() }
    for number in 1...3 { try meeting.sync(number) }

    for _ in 0..<60 {
      let number = Int.random(in: 0..<3, using: &random)
      let count = meeting.replicas[number].readingRoot.jsonText("t")?.count ?? 0
      let place = Int.random(in: 0...count, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: try meeting.replicas[number].edit(place, min(count, place + 3))
      case 1: try meeting.replicas[number].style(place, count, ["b": "1"])
      case 2: try meeting.replicas[number].undo()
      case 3: try meeting.replicas[number].edit(place, place, "é")
      case 4...6:
        let letters = String("abcdefgh".prefix(Int.random(in: 1...8, using: &random)))
        try type(letters, at: place, &meeting.replicas[number])
      default:
        let pack = try meeting.server.answer(
          meeting.replicas[number].pack(), from: meeting.replicas[number].actor)
        try take(pack, into: &meeting.replicas[number])
      }
    }
    for number in [1, 2, 3, 1, 2, 3] { try meeting.sync(number) }

    #expect(Set(meeting.documents).count == 1)
    var newcomer = Replica(key: "doc", actor: ActorID(number: 9))
    let pack = ChangePack(
      documentKey: "doc", checkpoint: .initial, changes: meeting.server.log)
    try take(pack, into: &newcomer)
    #expect(newcomer.toJSON() == meeting.documents[0])
  }
}
