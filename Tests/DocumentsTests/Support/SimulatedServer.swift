@testable import Documents

/// A server in a value: the log of one document, and what each attached replica has seen.
///
/// The rules are those of documents.md §2.10; it answers with a snapshot beyond the threshold.
struct SimulatedServer {
  struct Refused: Error {}

  private(set) var log: [Change] = []
  private var acknowledged: [ActorID: UInt32] = [:]
  private(set) var vectors: [ActorID: VersionVector] = [:]
  private var state = Replica(key: "server", actor: ActorID(number: 999_999))
  var snapshotThreshold = 500
  var isRemoved = false

  mutating func answer(
    _ pack: ChangePack, from actor: ActorID, isPushOnly: Bool = false
  ) throws -> ChangePack {
    for change in pack.changes {
      let known = acknowledged[actor] ?? 0
      if change.id.clientSequence <= known { continue }
      guard change.id.clientSequence == known + 1 else { throw Refused() }
      var stored = change
      stored.id.serverSequence = Int64(log.count + 1)
      acknowledged[actor] = change.id.clientSequence
      log.append(stored)
      _ = try state.apply(stored)
    }
    guard pack.checkpoint.serverSequence <= Int64(log.count) else { throw Refused() }
    vectors[actor] = pack.versionVector
    let client = acknowledged[actor] ?? 0
    if isPushOnly {
      return ChangePack(
        documentKey: pack.documentKey,
        checkpoint: Checkpoint(
          serverSequence: pack.checkpoint.serverSequence, clientSequence: client))
    }
    let checkpoint = Checkpoint(serverSequence: Int64(log.count), clientSequence: client)
    let minimum = VersionVector.minimum(of: vectors.values)
    let missing = log[Int(pack.checkpoint.serverSequence)...]
    if missing.count >= snapshotThreshold {
      state.purge(seenByAll: minimum)
      return ChangePack(
        documentKey: pack.documentKey, checkpoint: checkpoint, snapshot: state.snapshot())
    }
    return ChangePack(
      documentKey: pack.documentKey, checkpoint: checkpoint,
      changes: missing.filter { $0.id.actor != actor }, versionVector: minimum,
      isRemoved: isRemoved)
  }

  mutating func detach(_ actor: ActorID) { vectors[actor] = nil }
}

/// Replicas and their server; replicas are numbered from 1, as in the tables.
struct Meeting {
  var server = SimulatedServer()
  var replicas: [Replica]

  /// - Parameter actors: Their numbers, which decide between equal lamport times.
  init(actors: [UInt64] = [1, 2]) {
    replicas = actors.map { Replica(key: "doc", actor: ActorID(number: $0)) }
  }

  var c1: Replica {
    get { replicas[0] }
    _modify { yield &replicas[0] }
  }
  var c2: Replica {
    get { replicas[1] }
    _modify { yield &replicas[1] }
  }

  @discardableResult
  mutating func sync(_ numbers: Int..., isPushOnly: Bool = false) throws -> [ReplicaEvent] {
    var events: [ReplicaEvent] = []
    for number in numbers {
      let answer = try server.answer(
        replicas[number - 1].pack(), from: replicas[number - 1].actor, isPushOnly: isPushOnly)
      events += try replicas[number - 1].apply(answer)
    }
    return events
  }

  var texts: [String] { replicas.map { $0.readingRoot.jsonText("t")?.string ?? "none" } }
  var documents: [String] { replicas.map { $0.toJSON() } }
  /// The pieces of the text `t` with their attributes, quoted one after another.
  var pieces: [String] {
    replicas.map { replica in
      (replica.readingRoot.jsonText("t")?.values ?? []).map { piece in
        let attributes = piece.attributes.sorted { $0.key < $1.key }
          .map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        return "\"\(piece.content)\"" + (attributes.isEmpty ? "" : "{\(attributes)}")
      }.joined()
    }
  }
}

extension Replica {
  /// One change of one edit of the text `t`.
  mutating func edit(
    _ from: Int, _ to: Int, _ content: String = "", _ attributes: [String: String]? = nil
  ) throws {
    try update { root, _ in try root.jsonText("t")?.edit(from, to, content, attributes) }
  }

  mutating func style(_ from: Int, _ to: Int, _ attributes: [String: String]) throws {
    try update { root, _ in try root.jsonText("t")?.setStyle(from, to, attributes) }
  }

  mutating func array(_ body: (JSONArray) throws -> Void) throws {
    try update { root, _ in if let array = root.jsonArray("a") { try body(array) } }
  }

  var text: String { readingRoot.jsonText("t")?.string ?? "none" }
}
