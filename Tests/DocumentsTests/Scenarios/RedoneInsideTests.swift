import Testing

@testable import Documents

/// Undo and redo of an update that made an element, and of those that changed it since.
@Suite(.timeLimit(.minutes(20))) struct RedoneInsideTests {
  typealias Update = @Sendable (JSONObject) throws -> Void

  /// All that the document shows; pieces of text count only where their attributes differ.
  private func shown(_ replica: Replica) -> String {
    guard let text = replica.readingRoot.jsonText("t") else { return replica.toJSON() }
    let scalars = text.values.flatMap { piece in
      piece.content.unicodeScalars.map { "\($0)\(piece.attributes.sorted { $0.key < $1.key })" }
    }
    return scalars.joined(separator: "\n")
  }

  /// Makes the updates, then goes back and forth through all of them.
  private func walk(_ updates: [Update]) throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    var states = [shown(replica)]
    for update in updates {
      try replica.update { root, _ in try update(root) }
      states.append(shown(replica))
    }
    for round in 0..<3 {
      for state in states.dropLast().reversed() {
        try replica.undo()
        #expect(shown(replica) == state, "undo of round \(round)")
      }
      #expect(!replica.canUndo)
      for state in states.dropFirst() {
        try replica.redo()
        #expect(shown(replica) == state, "redo of round \(round)")
      }
      #expect(!replica.canRedo)
    }
    // Another replica follows.
    var peer = Replica(key: "doc", actor: ActorID(number: 2))
    for change in replica.localChanges { _ = try peer.apply(change) }
    #expect(peer.toJSON() == replica.toJSON())
  }

  @Test func `a text comes back, then what was typed into it`() throws {
    try walk([
      { $0.t = JSONText() },
      { try $0.jsonText("t")?.edit(0, 0, "Hello") },
      { try $0.jsonText("t")?.edit(5, 5, " world") },
      { try $0.jsonText("t")?.edit(1, 4, "ipp") },
    ])
  }

  @Test func `a text comes back, then its attributes`() throws {
    try walk([
      { $0.t = JSONText() },
      { try $0.jsonText("t")?.edit(0, 0, "Hello", ["b": "1"]) },
      { try $0.jsonText("t")?.setStyle(0, 5, ["b": "2"]) },
      { try $0.jsonText("t")?.setStyle(0, 5, ["i": "1"]) },
    ])
  }

  @Test func `an array comes back, then what was put into it`() throws {
    try walk([
      {
        $0.list = ["x"]
        try $0.jsonArray("list")?.remove(at: 0)
      },
      { try $0.jsonArray("list")?.append("a") },
      { try $0.jsonArray("list")?.append("b") },
      { try $0.jsonArray("list")?.append("c") },
    ])
  }

  @Test func `a value put into an array that was made filled comes back at its place`() throws {
    try walk([
      { $0.list = ["a", "d"] },
      { try $0.jsonArray("list")?.insert("b", at: 1) },
      { try $0.jsonArray("list")?.insert("c", at: 2) },
      { try $0.jsonArray("list")?.remove(at: 0) },
      { try $0.jsonArray("list")?.moveFront(2) },
    ])
  }

  @Test func `a key that comes back after all have purged it stays, for others too`() throws {
    var meeting = Meeting()
    let made = #"{"shape":{"x":1}}"#
    try meeting.c1.update { root, _ in root.shape = ["x": 1] as [String: Any?] }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in root.shape = nil }
    for _ in 0..<3 {
      try meeting.sync(1, 2, 1, 2, 1)
      #expect(meeting.replicas.map(\.garbageCount) == [0, 0])
      try meeting.c1.undo()
      // The purges of what was there before leave it.
      try meeting.sync(1, 2, 1, 2, 1, 2)
      #expect(meeting.documents == [made, made])
      try meeting.c1.redo()
      try meeting.sync(1, 2)
      #expect(meeting.documents == ["{}", "{}"])
    }
  }

  @Test func `a value that nobody has any more is passed over`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.t = JSONText() }
    try replica.edit(0, 0, "Hello")
    try replica.style(0, 5, ["b": "1"])
    for _ in 0..<3 { try replica.undo() }
    replica.purge(seenByAll: .everything(of: [ActorID(number: 1)]))

    for _ in 0..<3 { try replica.redo() }

    #expect(replica.text == "")
    #expect(!replica.canRedo)
  }
}
