@testable import Documents

/// A server in a value: the log of one document, and what each attached replica has seen.
///
/// The rules are those of documents.md §2.10; it answers with a snapshot beyond the threshold.
struct SimulatedServer {
  struct Refused: Error {}

  /// The changes as their makers made them.
  private(set) var log: [Change] = []
  /// The same without what they knew of actors that were forgotten before they came.
  private var kept: [Change] = []
  private var acknowledged: [ActorID: UInt32] = [:]
  private(set) var vectors: [ActorID: VersionVector] = [:]
  /// The last change that each attached replica has, as far as it was noted.
  private var sequences: [ActorID: Int64] = [:]
  private var state = Replica(key: "server", actor: ActorID(number: 999_999))
  /// Actors that never come back.
  private var gone: Set<ActorID> = []
  /// Whether somebody was forgotten, so that changes do not name all their causes any more.
  private(set) var hasForgotten = false
  /// Who lacks a change up to this one gets the document as a whole.
  private var trimmedTo: Int64 = 0
  var snapshotThreshold = 500
  var isRemoved = false

  /// What is reported but not noted is kept only as the first report of its replica.
  mutating func answer(
    _ pack: ChangePack, from actor: ActorID, isPushOnly: Bool = false, isNoted: Bool = true
  ) throws -> ChangePack {
    for change in pack.changes { try take(change, from: actor) }
    guard pack.checkpoint.serverSequence <= Int64(log.count) else { throw Refused() }
    if isNoted || vectors[actor] == nil {
      vectors[actor] = pack.versionVector
      sequences[actor] = pack.checkpoint.serverSequence
    }
    let client = acknowledged[actor] ?? 0
    if isPushOnly {
      return ChangePack(
        documentKey: pack.documentKey,
        checkpoint: Checkpoint(
          serverSequence: pack.checkpoint.serverSequence, clientSequence: client))
    }
    let checkpoint = Checkpoint(serverSequence: Int64(log.count), clientSequence: client)
    let missing = kept[Int(pack.checkpoint.serverSequence)...]
    if missing.count >= snapshotThreshold || pack.checkpoint.serverSequence < trimmedTo {
      state.purge(seenByAll: seenByAll)
      return ChangePack(
        documentKey: pack.documentKey, checkpoint: checkpoint, snapshot: state.snapshot())
    }
    return ChangePack(
      documentKey: pack.documentKey, checkpoint: checkpoint,
      changes: missing.filter { $0.id.actor != actor || isLost($0, pack) },
      versionVector: seenByAll, isRemoved: isRemoved)
  }

  private mutating func take(_ change: Change, from actor: ActorID) throws {
    let known = acknowledged[actor] ?? 0
    if change.id.clientSequence <= known { return }
    guard change.id.clientSequence == known + 1 else { throw Refused() }
    var stored = change
    stored.id.serverSequence = Int64(log.count + 1)
    acknowledged[actor] = change.id.clientSequence
    log.append(stored)
    stored = stored.forgetting(gone.filter { state.others[$0] == nil })
    kept.append(stored)
    _ = try state.apply(stored)
  }

  /// What all attached replicas have seen, of whom the document knows; whom no report names yet
  /// somebody has not heard of.
  private var seenByAll: VersionVector {
    let seen = VersionVector.minimum(of: vectors.values)
    return VersionVector(
      Dictionary(uniqueKeysWithValues: state.others.actors.map { ($0, seen[$0] ?? 0) }))
  }

  /// Whether a change is its maker's from before it attached again with an empty replica.
  private func isLost(_ change: Change, _ pack: ChangePack) -> Bool {
    pack.checkpoint.serverSequence == 0
      && !pack.changes.contains { $0.id.clientSequence == change.id.clientSequence }
  }

  /// Ends an attachment; an actor that leaves for good never comes back.
  mutating func detach(_ actor: ActorID, isForGood: Bool = false) {
    (vectors[actor], sequences[actor]) = (nil, nil)
    if isForGood { gone.insert(actor) }
  }

  /// Keeps the document as a whole for those who come, without what all know to be deleted, and
  /// forgets actors that are gone and of whom everybody has seen everything; the latest stays.
  mutating func tidy() {
    let known = state.others
    let latest = known.actors.max { (known[$0] ?? 0, $0) < (known[$1] ?? 0, $1) }
    let forgotten = known.actors.filter { actor in
      actor != latest && gone.contains(actor)
        && vectors.values.allSatisfy { $0[actor] ?? -1 >= known[actor] ?? 0 }
    }
    hasForgotten = hasForgotten || !forgotten.isEmpty
    state.forget(forgotten)
    state.purge(seenByAll: seenByAll)
    trimmedTo = max(trimmedTo, sequences.values.min() ?? Int64(log.count))
  }
}

/// Replicas and their server; replicas are numbered from 1, as in the tables.
struct Meeting {
  var server = SimulatedServer()
  var replicas: [Replica]
  /// Those that take no part now.
  var away: Set<Int> = []
  /// How often somebody came back.
  var visits = 0
  /// An answer that is still on its way to each.
  var late: [Int: ChangePack] = [:]

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

extension ChangePack {
  /// How many letters of the pack's bytes are taken together.
  var lettersTogether: Int {
    get throws {
      var count = 0
      try ChangePack(decoding: encoded()).changeList.forEachStep {
        if case .letters(let run) = $0 { count += run.letters.count }
      }
      return count
    }
  }
}

extension Change {
  /// What the change does, as the next change after another.
  func next(after last: ChangeID, knowing others: VersionVector) -> Change {
    Change(
      id: ChangeID(
        clientSequence: last.clientSequence + 1, lamport: last.lamport + 1, actor: last.actor,
        others: others),
      message: nil, operations: operations, presence: nil)
  }
}
