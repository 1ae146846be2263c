import Documents
import TestSupport
import Testing

/// A replica that was set back goes on without what all others have seen, deleted and purged.
///
/// No honest client does that: it takes another actor. Its changes are refused by every replica, or
/// do the same to all of them, whether they have purged or not.
@Suite(.timeLimit(.minutes(20))) struct LateChangeTests {
  private static let everything = VersionVector([
    ActorID(number: 1): .max, ActorID(number: 2): .max,
  ])

  /// The same document under four histories: nothing purged, everything purged, stored after that,
  /// and a newcomer that reads all changes at the end, the late ones before those they did not see.
  private struct Witnesses {
    var whole: Replica
    var purged: Replica
    var stored: Replica

    init(_ replica: Replica) throws {
      whole = replica
      purged = replica
      purged.purge(seenByAll: LateChangeTests.everything)
      stored = try Replica(key: "doc", actor: ActorID(number: 9), stored: purged.snapshot())
    }

    /// Whether each of them takes a change; nil for one that refuses it.
    mutating func take(_ change: Change) -> [String?] {
      [Self.take(change, &whole), Self.take(change, &purged), Self.take(change, &stored)]
    }

    private static func take(_ change: Change, _ replica: inout Replica) -> String? {
      do {
        _ = try replica.apply(change)
        return replica.toJSON()
      } catch {
        return nil
      }
    }
  }

  private func begun() throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.title = "one"
      root.list = [0, 1, 2, 3, 4]
      root.inner = ["list": [5, 6, 7], "name": "x"]
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "some text")
    }
    return replica
  }

  private func other(_ replica: Replica) throws -> Replica {
    var other = Replica(key: "doc", actor: ActorID(number: 2))
    for change in replica.pack().changes { _ = try other.apply(change) }
    return other
  }

  @Test func `an element that was purged elsewhere is replaced alike`() throws {
    var first = try begun()
    var late = try other(first)
    try first.update { root, _ in try root.jsonArray("list")?.remove(at: 2) }
    var witnesses = try Witnesses(first)
    try late.update { root, _ in try root.jsonArray("list")?.set(2, to: 9) }

    let taken = witnesses.take(try #require(late.pack().changes.last))

    #expect(Set(taken).count == 1, "\(taken)")
    #expect(taken[0]?.contains("[0,1,9,3,4]") == true)
  }

  @Test func `a key that was set and removed later, and purged, is set alike`() throws {
    var first = try begun()
    var late = try other(first)
    try late.update { root, _ in root.name = "late" }
    for name in ["a", "b", "c"] { try first.update { root, _ in root.name = name } }
    try first.update { root, _ in try root.remove("name") }
    var witnesses = try Witnesses(first)

    let taken = witnesses.take(try #require(late.pack().changes.last))

    #expect(Set(taken).count == 1, "\(taken)")
    #expect(taken[0]?.contains("late") == false)
    for replica in [witnesses.purged, witnesses.stored] {
      var replica = replica
      #expect(replica.garbageCount == 1)
      replica.purge(seenByAll: Self.everything)
      #expect(replica.garbageCount == 0)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `late changes are refused by all, or do the same to all`(part: UInt64) throws {
    for seed in stride(from: part, to: 400, by: 10) {
      var random = SplitMix64(seed: seed)
      var first = try begun()
      var late = try other(first)
      for _ in 0..<Int.random(in: 0...6, using: &random) { try edit(&late, &random) }
      for _ in 0..<Int.random(in: 2...12, using: &random) { try edit(&first, &random) }
      var witnesses = try Witnesses(first)
      let unseen = late.pack().changes
      for _ in 0..<Int.random(in: 0...6, using: &random) { try edit(&late, &random) }

      for change in late.pack().changes {
        let taken = witnesses.take(change)
        #expect(Set(taken).count == 1, "seed \(seed): \(taken)")
      }
      var newcomer = Replica(key: "doc", actor: ActorID(number: 3))
      _ = try newcomer.apply(first.pack().changes[0])
      for change in unseen { _ = try newcomer.apply(change) }
      for change in first.pack().changes { _ = try newcomer.apply(change) }
      for change in late.pack().changes { _ = try newcomer.apply(change) }
      #expect(newcomer.toJSON() == witnesses.whole.toJSON(), "seed \(seed)")
    }
  }

  /// One change of what there is: everything but the undo of a deletion, which the server judges.
  private func edit(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    let kind = Int.random(in: 0..<12, using: &random)
    let number = Int.random(in: 10..<100, using: &random)
    let key = ["title", "name", "other"].randomElement(using: &random) ?? "title"
    let name = ["list", "inner", "t"].randomElement(using: &random) ?? "list"
    let isInner = Bool.random(using: &random)
    let dice = (random.next(), random.next())
    try replica.update { root, _ in
      let holder = isInner ? root.jsonObject("inner") ?? root : root
      switch kind {
      case 0, 1: holder[key] = number
      case 2, 3: try holder.remove(key)
      case 4: try root.remove(name)
      case 5: root.inner = ["list": [number], "name": "y"]
      case 6, 7:
        guard let text = root.jsonText("t") else { return }
        let from = Int(dice.0 % UInt64(text.count + 1))
        let to = min(text.count, from + Int(dice.1 % 4))
        if kind == 6 {
          try text.edit(from, to, "né")
        } else if to > from {
          try text.setStyle(from, to, ["b": "\(number)"])
        }
      default: try arrange(holder, kind, number, dice)
      }
    }
  }

  private func arrange(
    _ holder: JSONObject, _ kind: Int, _ number: Int, _ dice: (UInt64, UInt64)
  ) throws {
    guard let array = holder.jsonArray("list") else { return holder.list = [number] }
    guard array.count > 0 else { return try array.append(number) }
    let (index, other) = (
      Int(dice.0 % UInt64(array.count)), Int(dice.1 % UInt64(array.count))
    )
    switch kind {
    case 8: try array.set(index, to: number)
    case 9: try array.remove(at: index)
    case 10: try array.moveAfter(other, index)
    default: try array.insertAfter(index, number)
    }
  }
}
