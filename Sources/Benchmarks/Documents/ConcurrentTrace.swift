import Documents

/// Recorded writing of several people, who did not always have what the others wrote.
struct ConcurrentTrace {
  let name: String
  let end: String
  /// The changes of everybody, in an order that their causes allow.
  let changes: [Change]

  private struct Recording: Decodable {
    struct Step: Decodable {
      /// The steps after whose merge this one was made.
      let parents: [Int]
      let agent: Int
      let patches: [[EditingTrace.Piece]]
    }

    let numAgents: Int
    let txns: [Step]
    let endContent: String
  }

  /// The recording of a folder, or nil; each agent's replica is there at each of its steps.
  ///
  /// - Throws: When the recording does not fit itself.
  init?(_ name: String, below folder: String?) throws {
    guard let folder,
      let recording = try? EditingTrace.read(
        Recording.self, "\(folder)/\(name)-concurrent.json.gz")
    else { return nil }
    var first = Replica(key: "trace", actor: ActorID(number: 99))
    try first.update { root, _ in root.text = JSONText() }
    var changes = first.localChanges
    var people = try (0..<recording.numAgents).map { agent in
      var replica = Replica(key: "trace", actor: ActorID(number: UInt64(agent + 1)))
      replica.historyDepth = 0
      _ = try replica.apply(changes[0])
      return (replica: replica, known: Set<Int>())
    }
    for (number, step) in recording.txns.enumerated() {
      var missing: Set<Int> = []
      var waiting = step.parents
      while let parent = waiting.popLast() {
        guard !people[step.agent].known.contains(parent), missing.insert(parent).inserted else {
          continue
        }
        waiting += recording.txns[parent].parents
      }
      for parent in missing.sorted() {
        _ = try people[step.agent].replica.apply(changes[parent + 1])
      }
      try people[step.agent].replica.update { root, _ in
        for patch in step.patches.compactMap(EditingTrace.Patch.init) {
          try root.jsonText("text")?.edit(
            patch.position, patch.position + patch.deleted, patch.inserted)
        }
      }
      changes += people[step.agent].replica.localChanges
      people[step.agent].replica.acknowledge(
        through: people[step.agent].replica.lastClientSequence)
      people[step.agent].known.formUnion(missing)
      people[step.agent].known.insert(number)
    }
    (self.name, self.changes, end) = (name, changes, recording.endContent)
  }

  /// Everything in one pack, as a newcomer gets it.
  var pack: [UInt8] {
    ChangePack(documentKey: "trace", checkpoint: .initial, changes: changes).encoded()
  }

  /// Takes a pack over, and looks at the text.
  ///
  /// - Throws: `DocumentsError`.
  func merge(_ pack: [UInt8]) throws {
    var replica = Replica(key: "trace", actor: ActorID(number: 50))
    _ = try replica.apply(ChangePack(decoding: pack))
    precondition(replica.readingRoot.jsonText("text")?.string == end, "The text came out wrong.")
  }
}
