import CMalloc
import TestSupport
import Testing

@testable import Documents

/// What is held for each byte that was read, by the allocator's count.
///
/// Each is measured in a process of its own, since the allocator counts what all tests hold.
@Suite(.timeLimit(.minutes(20))) struct DecodedSizeTests {
  @Test func `a pack of keystrokes is held as its bytes`() async {
    await #expect(processExitsWith: .success) {
      let bytes = pack((2..<100_000).map { change($0, [letter(Int64($0), 1, "a")]) })
      #expect(bytes.count < 500_000)

      let held = try density(bytes) { try ChangePack(decoding: bytes) }
      #expect(held < 16)
    }
  }

  @Test func `one transaction of keystrokes takes at most 64 bytes for each byte`() async {
    await #expect(processExitsWith: .success) {
      let bytes = pack([change(2, (1..<200_000).map { letter(2, $0, "a") })])
      #expect(bytes.count < 700_000)
      let read = try ChangePack(decoding: bytes)

      let held = density(bytes) { read.changeList.values }
      #expect(held < 64)
    }
  }

  @Test func `operations that say nothing are refused in great numbers`() throws {
    let few = pack([change(2, (1..<10).map { letter(2, $0, "") })])
    #expect(try ChangePack(decoding: few).changes[0].operations.count == 9)
    let many = pack([change(2, (1..<200_000).map { letter(2, $0, "") })])

    #expect(throws: DocumentsError.self) { try ChangePack(decoding: many) }
  }

  @Test func `a vector that grows with each change is not kept for each`() async {
    await #expect(processExitsWith: .success) {
      var others = VersionVector()
      let changes = (2..<2000 as Range<UInt32>).map { number in
        others[ActorID(number: UInt64(number) + 100)] = 1
        return Change(
          id: ChangeID(
            clientSequence: number, lamport: Int64(number), actor: actor, others: others),
          message: nil, operations: [letter(Int64(number), 1, "a")], presence: nil)
      }
      let bytes = pack(changes)

      // All of the vectors would take 48 MB.
      let held = try density(bytes) { try ChangePack(decoding: bytes) }
      #expect(held * Double(bytes.count) < 16_000_000)
    }
  }

  @Test func `mutated packs hold no more`() async {
    await #expect(processExitsWith: .success) {
      let dense = pack([change(2, (1..<100_000).map { letter(2, $0, "a") })])
      var random = SplitMix64(seed: 5)
      for _ in 0..<30 {
        var bytes = dense
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<200, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let held = density(bytes) { try? ChangePack(decoding: bytes).changes }
        #expect(held < 64)
      }
    }
  }

  @Test func `a snapshot takes at most 64 bytes for each byte`() async {
    await #expect(processExitsWith: .success) {
      for kind in kinds {
        let bytes = try dense(kind, 20_000).snapshot()
        let held = try density(bytes) { try Snapshot(decoding: bytes) }
        #expect(held < 64, "\(kind)")
      }
    }
  }

  @Test func `mutated snapshots hold no more`() async {
    await #expect(processExitsWith: .success) {
      var random = SplitMix64(seed: 6)
      for kind in kinds {
        let snapshot = try dense(kind, 4000).snapshot()
        for _ in 0..<10 {
          var bytes = snapshot
          for _ in 0..<3 {
            bytes[Int.random(in: 0..<200, using: &random)] = .random(in: 0...255, using: &random)
          }
          let held = density(bytes) { try? Snapshot(decoding: bytes) }
          #expect(held < 64, "\(kind)")
        }
      }
    }
  }

  /// What decoding holds ends with it; elements that were applied stay.
  @Test func `a replica holds 64 bytes for each byte that it applied`() async {
    await #expect(processExitsWith: .success) {
      for kind in kinds {
        for count in [17_000, 20_000, 25_000, 33_000] {
          let bytes = try dense(kind, count).pack().encoded()
          let held = try density(bytes) {
            var replica = Replica(key: "doc", actor: ActorID(number: 1))
            _ = try replica.apply(ChangePack(decoding: bytes))
            return replica
          }
          #expect(held < 64, "\(count) \(kind): \(held)")
        }
      }
    }
  }
}

/// What a document may be full of, each in few bytes.
private let kinds = [
  "nulls", "members", "arrays", "lists", "objects", "boxes", "texts", "words", "styles", "letters",
  "deleted",
]

/// A document of one kind of content, made in one transaction.
private func dense(_ kind: String, _ count: Int) throws -> Replica {
  var replica = Replica(key: "doc", actor: actor)
  try replica.update { root, _ in
    root.t = JSONText()
    try root.jsonText("t")?.edit(0, 0, "a")
  }
  try replica.update { root, _ in
    let text = root.jsonText("t")
    switch kind {
    case "nulls": root.a = [Any?](repeating: nil, count: count)
    case "members": for number in 0..<count { root[String(number, radix: 36)] = 1 }
    case "arrays": root.a = [[Any?]](repeating: [], count: count)
    case "lists": root.a = [[Any?]](repeating: [nil], count: count / 2)
    case "boxes": root.a = [[String: Any?]](repeating: ["": nil], count: count / 2)
    case "words": root.a = [Any?](repeating: text, count: count / 2)
    case "objects": root.a = [[String: Any?]](repeating: [:], count: count)
    case "texts": root.a = (0..<count / 2).map { _ in JSONText() as Any? }
    case "styles":
      for number in 0..<count / 4 { try text?.edit(0, 0, "a", ["b": String(number & 1)]) }
    case "letters": for _ in 0..<count / 4 { try text?.edit(0, 0, "a") }
    default:
      try text?.edit(0, 0, String(repeating: "a", count: count / 4))
      for number in 0..<count / 8 { try text?.edit(number, number + 1, "") }
    }
  }
  return replica
}

private let actor = ActorID(number: 7)
private let text = TimeTicket(lamport: 1, actor: ActorID(number: 7), delimiter: 1)

private var allocated: Int {
  let info = mallinfo2()
  return Int(info.uordblks) + Int(info.hblkhd)
}

/// Allocated bytes for each byte of the input while a value lives.
private func density<Value>(_ bytes: [UInt8], _ make: () throws -> Value) rethrows -> Double {
  let before = allocated
  let value = try make()
  let after = allocated
  withExtendedLifetime(value) {}
  return Double(after - before) / Double(bytes.count)
}

private func change(_ number: UInt32, _ operations: [Documents.Operation]) -> Change {
  Change(
    id: ChangeID(
      clientSequence: number, lamport: Int64(number), actor: actor, others: VersionVector()),
    message: nil, operations: operations, presence: nil)
}

private func letter(_ lamport: Int64, _ delimiter: UInt32, _ content: String)
  -> Documents.Operation
{
  let at = TimeTicket(lamport: lamport, actor: actor, delimiter: delimiter)
  let left = CharacterReference(
    createdAt: TimeTicket(
      lamport: delimiter > 1 ? lamport : lamport - 1, actor: actor,
      delimiter: delimiter > 1 ? delimiter - 1 : 1), offset: 0)
  return .edit(
    text: text,
    TextEdit(
      left: content.isEmpty ? nil : left, right: nil, removed: [], content: content,
      attributes: nil), at: at)
}

private func pack(_ changes: [Change]) -> [UInt8] {
  ChangePack(documentKey: "doc", checkpoint: .initial, changes: changes).encoded()
}
