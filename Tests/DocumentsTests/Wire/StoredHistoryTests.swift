import TestSupport
import Testing

@testable import Documents

/// What can be undone, stored with a replica and taken again with it.
@Suite(.timeLimit(.minutes(20))) struct StoredHistoryTests {
  private let plenty = 1 << 18

  /// The replica as a later process has it.
  private func reopened(_ replica: Replica, limit: Int? = nil) throws -> Replica {
    var copy = try Replica(key: replica.key, actor: replica.actor, stored: replica.snapshot())
    if let bytes = replica.storedHistory(limit: limit ?? plenty) {
      try copy.takeHistory(stored: bytes)
    }
    return copy
  }

  /// A replica with one update of each kind, and then some.
  private func original() throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "hello wörld")
      root.list = [1, 2, 3]
      root.n = JSONCounter(value: 5)
    }
    // What is in an element cannot be done again once its creation was undone.
    replica.clearHistory()
    try replica.update { root, presence in
      root.shape = ["color": "red", "points": [1, 2]]
      presence.set(["name": "Ana"], history: .recorded)
    }
    try replica.edit(3, 8, "日本", ["b": "1"])
    try replica.style(0, 3, ["i": "1"])
    try replica.update { root, _ in
      try root.jsonCounter("n")?.increase(value: 3)
      try root.jsonCounter("n")?.increase(value: 1.5)
      try root.jsonArray("list")?.remove(at: 1)
    }
    try replica.update { root, presence in
      root.shape = "none"
      presence.set(["name": "Bo", "color": "red"], history: .recorded)
    }
    try replica.edit(1, 2)
    return replica
  }

  @Test func `everything is undone and done again as without a restart`() throws {
    var replica = try original()
    var copy = try reopened(replica)

    for _ in 0..<2 {
      while replica.canUndo {
        #expect(copy.canUndo)
        try replica.undo()
        try copy.undo()
        #expect(copy.toJSON() == replica.toJSON())
        #expect(copy.presences == replica.presences)
      }
      #expect(!copy.canUndo)
      while replica.canRedo {
        #expect(copy.canRedo)
        try replica.redo()
        try copy.redo()
        #expect(copy.toJSON() == replica.toJSON())
      }
      #expect(!copy.canRedo)
    }
  }

  @Test func `a restart between any two steps of undo and redo changes nothing`() throws {
    var replica = try original()
    var copy = replica
    var random = SplitMix64(seed: 7)

    for _ in 0..<60 {
      copy = try reopened(copy)
      switch Int.random(in: 0..<5, using: &random) {
      case 0...1:
        try replica.undo()
        try copy.undo()
      case 2...3:
        try replica.redo()
        try copy.redo()
      default:
        try replica.update { root, _ in try root.jsonArray("list")?.append(4) }
        try copy.update { root, _ in try root.jsonArray("list")?.append(4) }
      }
      #expect(copy.toJSON() == replica.toJSON())
      #expect(copy.canUndo == replica.canUndo)
      #expect(copy.canRedo == replica.canRedo)
    }
  }

  @Test func `only what has room is kept, and the newest first`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.t = JSONText() }
    for number in 0..<9 { try replica.edit(0, 0, "\(number)") }
    for _ in 0..<9 { try replica.edit(0, 1) }
    let whole = try #require(replica.storedHistory(limit: plenty)).count

    var half = try reopened(replica, limit: whole / 2)
    var count = 0
    while half.canUndo {
      try half.undo()
      count += 1
    }

    #expect((3...15).contains(count))
    #expect(half.text.count == min(count, 9) - max(count - 9, 0))
    #expect(replica.storedHistory(limit: 3) == nil)
  }

  @Test func `a large deletion takes what is before it along`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, String(repeating: "x", count: 2_000))
    }
    try replica.edit(0, 2_000)
    try replica.edit(0, 0, "a")

    var copy = try reopened(replica, limit: 1_000)
    try copy.undo()

    #expect(copy.text == "")
    #expect(!copy.canUndo)
  }

  @Test func `nothing to undo has no bytes, and other bytes are refused`() throws {
    #expect(Replica(key: "doc").storedHistory(limit: plenty) == nil)
    let replica = try original()
    let bytes = try #require(replica.storedHistory(limit: plenty))

    for end in 0..<bytes.count {
      var copy = replica
      #expect(throws: DocumentsError.self) { try copy.takeHistory(stored: Array(bytes[..<end])) }
      #expect(copy.canUndo)
    }
    var mutated = bytes
    mutated[0] = 200
    var copy = replica
    #expect(throws: DocumentsError.self) { try copy.takeHistory(stored: mutated) }
  }
}
