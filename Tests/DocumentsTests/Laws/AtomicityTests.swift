import TestSupport
import Testing

@testable import Documents

/// A pack that is refused leaves the replica as it was, though it is applied without a copy.
@Suite(.timeLimit(.minutes(20))) struct AtomicityTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a pack that fails at its end changes nothing`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var meeting = Meeting(actors: [1, 2])
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      root.a = [0, 1, 2]
      root.c = JSONCounter(value: 0)
    }
    try meeting.c1.edit(0, 0, "some text to begin with")
    // Nobody undoes the creation of the text.
    meeting.c1.clearHistory()
    try meeting.sync(1, 2)
    for _ in 0..<12 {
      let number = Int.random(in: 0..<2, using: &random)
      try Self.change(&meeting.replicas[number], &random)
      if Int.random(in: 0..<4, using: &random) == 0 { try meeting.sync(number + 1) }
    }
    // The first has all that the second sent before.
    try meeting.sync(1)
    var pack = meeting.c2.pack()
    if pack.changes.isEmpty {
      try meeting.c2.edit(0, 0, "last")
      pack = meeting.c2.pack()
    }
    pack.changes.append(Self.impossible(after: pack.changes[pack.changes.count - 1]))
    let before = meeting.c1.toJSON()
    let bytes = meeting.c1.snapshot()
    let vector = meeting.c1.versionVector

    let refused = meeting.c1
    #expect(throws: DocumentsError.self) { _ = try meeting.c1.apply(pack) }

    #expect(meeting.c1.toJSON() == before)
    #expect(meeting.c1.versionVector == vector)
    #expect(try Snapshot(decoding: meeting.c1.snapshot()).root.json(of: 0) == before)
    #expect(try Snapshot(decoding: bytes).root.json(of: 0) == before)
    // Both go on alike.
    var copy = refused
    pack.changes.removeLast()
    _ = try copy.apply(pack)
    #expect(throws: Never.self) { _ = try meeting.c1.apply(pack) }
    #expect(meeting.c1.toJSON() == copy.toJSON())
    // A refused pack may leave cuts in what is deleted, which a purge does not mind.
    for replica in [meeting.c1, copy] {
      var replica = replica
      replica.purge(seenByAll: .everything(of: replica.versionVector.actors))
      #expect(replica.garbageCount == 0)
    }
  }

  private static func change(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    let count = replica.readingRoot.jsonText("t")?.count ?? 0
    let from = Int.random(in: 0...count, using: &random)
    let to = Int.random(in: from...min(count, from + 4), using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: try replica.edit(from, to)
    case 1: try replica.style(from, to, ["b": "1"])
    case 2: try replica.undo()
    case 3: try replica.array { try $0.insert(7, at: 0) }
    case 4: try replica.array { try $0.moveLast(0) }
    case 5: try replica.update { root, _ in try root.jsonCounter("c")?.increase(value: 3) }
    default: try replica.edit(from, to, "né")
    }
  }

  /// A change that names a scalar which nobody inserted.
  private static func impossible(after change: Change) -> Change {
    let at = TimeTicket(lamport: change.id.lamport + 1, actor: change.id.actor, delimiter: 1)
    let nobody = CharacterReference(
      createdAt: TimeTicket(lamport: 1, actor: .max, delimiter: 9), offset: 0)
    let text = TimeTicket(lamport: 1, actor: ActorID(number: 1), delimiter: 1)
    let edit = TextEdit(left: nobody, right: nil, removed: [], content: "x", attributes: nil)
    return Change(
      id: ChangeID(
        clientSequence: change.id.clientSequence + 1, lamport: at.lamport, actor: at.actor,
        others: change.id.others),
      message: nil, operations: [.edit(text: text, edit, at: at)], presence: nil)
  }
}
