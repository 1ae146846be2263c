import Foundation
import TestSupport
import Testing

@testable import Documents

/// Bytes that a stranger sent are refused with an error or applied whole; nothing traps.
///
/// `MARFA_DOCUMENT_BYTES` sets the number of inputs of each kind for a long run.
@Suite(.timeLimit(.minutes(20))) struct HostileBytesTests {
  private static let count =
    ProcessInfo.processInfo.environment["MARFA_DOCUMENT_BYTES"].flatMap { Int($0) } ?? 3000

  /// A document with everything in it, as a pack of changes and as a snapshot.
  static func samples() throws -> (pack: ChangePack, snapshot: [UInt8]) {
    var replica = Replica(key: "doc", actor: ActorID(number: 7))
    try replica.update(message: "begin") { root, presence in
      root.t = JSONText()
      root.a = [1, "two", [3.5, nil] as [Any?]] as [Any?]
      root.c = JSONCounter(value: Int64(5))
      root.o = ["k": true, "b": [UInt8(1), 2]] as [String: Any?]
      presence.set(["name": "Ana"])
    }
    try replica.edit(0, 0, "hello wörld", ["b": "1"])
    try replica.edit(3, 6, "日本")
    try replica.style(1, 5, ["i": "1"])
    try replica.undo()
    try replica.edit(0, 2)
    try replica.undo()
    try replica.array { try $0.moveAfter(2, 0) }
    try replica.array { try $0.set(0, to: "new") }
    try replica.array { try $0.remove(at: 1) }
    try replica.update { root, _ in try root.jsonCounter("c")?.increase(value: 2.5) }
    try replica.update { root, _ in root.o = nil }
    return (replica.pack(), replica.snapshot())
  }

  private static func mutated(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<4, using: &random) {
      let index = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.remove(at: index)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      }
      if bytes.isEmpty { return [0] }
    }
    return bytes
  }

  /// Uses what was read, so that a damaged document shows itself.
  private static func exercise(_ replica: Replica) throws {
    var replica = replica
    _ = replica.toJSON()
    if replica.isRemoved { return }
    try replica.update { root, _ in
      if let text = root.jsonText("t") { try text.edit(text.count / 2, text.count, "x") }
      if let array = root.jsonArray("a"), array.count > 0 { try array.moveFront(array.count - 1) }
    }
    replica.purge(seenByAll: .everything(of: replica.versionVector.actors))
    _ = try Snapshot(decoding: replica.snapshot())
    _ = replica.toJSON()
  }

  /// Applies what some bytes say to an empty replica, and uses it.
  ///
  /// - Returns: Why it was refused; nil when it was applied.
  private static func refusal(of pack: () throws -> ChangePack) throws -> DocumentsError? {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    do {
      _ = try replica.apply(pack())
    } catch let error as DocumentsError {
      #expect(replica.toJSON() == "{}")
      return error
    }
    try exercise(replica)
    return nil
  }

  private static func pack(_ snapshot: [UInt8]) -> ChangePack {
    ChangePack(documentKey: "doc", checkpoint: .initial, snapshot: snapshot)
  }

  @Test func `mutated packs are refused or applied whole`() throws {
    let bytes = try Self.samples().pack.encoded()
    var random = SplitMix64(seed: 1)
    var applied = 0
    for _ in 0..<Self.count {
      let mutated = Self.mutated(bytes, &random)
      if try Self.refusal(of: { try ChangePack(decoding: mutated) }) == nil { applied += 1 }
    }
    #expect(applied > 0)
  }

  @Test func `mutated snapshots are refused or applied whole`() throws {
    let bytes = try Self.samples().snapshot
    var random = SplitMix64(seed: 2)
    var applied = 0
    for _ in 0..<Self.count {
      let mutated = Self.mutated(bytes, &random)
      if try Self.refusal(of: { Self.pack(mutated) }) == nil { applied += 1 }
    }
    #expect(applied > 0)
  }

  @Test func `random bytes after a version are refused or applied whole`() throws {
    var random = SplitMix64(seed: 3)
    var reasons: Set<String> = []
    for _ in 0..<Self.count {
      // Small numbers get further than others.
      let bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 5 : 255), using: &random)
      }
      let ofPack = try Self.refusal {
        var pack = try ChangePack(decoding: [ChangePack.version] + bytes)
        pack.documentKey = "doc"
        return pack
      }
      let ofSnapshot = try Self.refusal { Self.pack([Snapshot.version] + bytes) }
      reasons.formUnion([ofPack, ofSnapshot].compactMap { $0?.detail })
    }
    #expect(!reasons.contains("the version is unknown"))
    #expect(reasons.count > 5)
  }

  @Test func `packs and snapshots come back as they were`() throws {
    let (pack, snapshot) = try Self.samples()

    #expect(try ChangePack(decoding: pack.encoded()) == pack)
    #expect(try Snapshot(decoding: snapshot).encoded() == snapshot)
  }

  @Test func `a snapshot with later times than it has seen can be edited and kept`() throws {
    var maker = Replica(key: "doc", actor: ActorID(number: 1))
    try maker.update { root, _ in
      root.a = [1, 2, 3]
      root.t = JSONText()
    }
    try maker.edit(0, 0, "text")
    for _ in 0..<3 { try maker.update { root, _ in try root.jsonArray("a")?.moveFront(2) } }
    let early = Snapshot(
      root: maker.root, presences: [:], versionVector: VersionVector([maker.actor: 1]))
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    _ = try replica.apply(
      ChangePack(documentKey: "doc", checkpoint: .initial, snapshot: early.encoded()))

    for _ in 0..<4 { try Self.exercise(replica) }
    try replica.update { root, _ in try root.jsonArray("a")?.moveFront(2) }

    #expect(try Snapshot(decoding: replica.snapshot()).root.json(of: 0) == replica.toJSON())
  }

  @Test func `a vector with a time out of range is refused`() {
    for time in [-1, Int64.max / 2, .max] {
      let bytes = VersionVector([ActorID(number: 1): time]).encoded()
      #expect(throws: DocumentsError.self) { try VersionVector(decoding: bytes) }
      #expect(throws: DocumentsError.self) {
        try Snapshot(decoding: [Snapshot.version] + bytes + [0, 3, 0, 0])
      }
    }
  }

  @Test func `a change whose time is far ahead of all others is refused`() throws {
    let id = ChangeID(
      clientSequence: 1, lamport: 1 << 40, actor: ActorID(number: 2), others: VersionVector())
    let at = TimeTicket(lamport: 1 << 40, actor: ActorID(number: 2), delimiter: 1)
    let change = Change(
      id: id,
      message: nil,
      operations: [.set(object: .initial, key: "k", value: .primitive(.boolean(true)), at: at)],
      presence: nil)
    var replica = Replica(key: "doc", actor: ActorID(number: 1))

    #expect(throws: DocumentsError.self) { try replica.apply(change) }

    try replica.update { root, _ in root.k = false }
    #expect(replica.localChanges.first?.id.lamport == 1)
  }

  @Test func `a change that claims to have seen what its reader never made is refused`() throws {
    let (reader, liar) = (ActorID(number: 1), ActorID(number: 2))
    var replica = Replica(key: "doc", actor: reader)
    try replica.update { root, _ in root.mine = 1 }
    var other = Replica(key: "doc", actor: liar)
    _ = try other.apply(replica.pack())
    for number in 1...5 { try other.update { root, _ in root.theirs = number } }
    _ = try replica.apply(other.pack())
    let time = other.lamport + 1
    let change = Change(
      id: ChangeID(
        clientSequence: 6, lamport: time, actor: liar, others: VersionVector([reader: 3])),
      message: nil,
      operations: [
        .set(
          object: .initial, key: "k", value: .primitive(.boolean(true)),
          at: TimeTicket(lamport: time, actor: liar, delimiter: 1))
      ], presence: nil)

    let error = #expect(throws: DocumentsError.self) { try replica.apply(change) }

    // A replica that reads both would wait for a change of the reader at the time 3.
    #expect(error?.isOutOfOrder == true)
  }

  @Test func `a refused pack does not change what a replica reports as seen`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.a = 1 }
    var again = Replica(key: "doc", actor: ActorID(number: 1))
    var pack = replica.pack()
    let missing = ChangeID(
      clientSequence: 1, lamport: 9, actor: ActorID(number: 2),
      others: VersionVector([ActorID(number: 3): 8]))
    pack.changes.append(Change(id: missing, message: nil, operations: [], presence: nil))
    let before = again.snapshot()

    #expect(throws: DocumentsError.self) { try again.apply(pack) }

    #expect(again.snapshot() == before)
  }
}
