import Testing

@testable import Documents

/// documents.md §3.6 and §3.7.
@Suite(.timeLimit(.minutes(20))) struct ObjectAndCounterTests {
  @Test(arguments: [([1, 2] as [UInt64], "v2"), ([2, 1], "v1")])
  func `DOC-O01 equal times are decided by the actor`(actors: [UInt64], winner: String) throws {
    var meeting = Meeting(actors: actors)
    try meeting.c1.update { root, _ in root.k1 = "v1" }
    try meeting.c2.update { root, _ in root.k1 = "v2" }
    try meeting.sync(1, 2, 1)

    #expect(meeting.documents == Array(repeating: "{\"k1\":\"\(winner)\"}", count: 2))
  }

  @Test(arguments: [[3, 1, 2], [1, 2, 3], [2, 3, 1], [3, 2, 1]])
  func `DOC-O02 and O03 the latest write of a key stays in any order`(times: [Int]) throws {
    var root = Root()
    for time in times {
      _ = try root.execute(
        .set(
          object: .initial, key: "color", value: .primitive(.integer(Int32(time))),
          at: TimeTicket(lamport: Int64(time), actor: ActorID(number: 1), delimiter: 1)),
        by: nil)
    }

    #expect(root.json(of: 0) == "{\"color\":3}")
    #expect(root.garbageCount == 2)
    let outcome7 = root.purge(.everything(of: [ActorID(number: 1)]))
    #expect(outcome7 == 2)
  }

  @Test func `DOC-O04 a later write survives a removal`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.k3 = 1 }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in root.k3 = nil }
    try meeting.c2.update { root, _ in root.k3 = 2 }
    try meeting.sync(1, 2, 1)

    #expect(meeting.documents == ["{\"k3\":2}", "{\"k3\":2}"])
  }

  @Test func `DOC-O05 of two first values the later actor's stays and the other is purged`() throws
  {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.writer = "user1" }
    try meeting.c2.update { root, _ in root.writer = "user2" }
    #expect(meeting.documents == [#"{"writer":"user1"}"#, #"{"writer":"user2"}"#])
    try meeting.sync(1, 2, 1)

    #expect(meeting.documents == [#"{"writer":"user2"}"#, #"{"writer":"user2"}"#])
    #expect(meeting.replicas.map(\.garbageCount) == [1, 1])
    try meeting.sync(2, 1, 2, 1)
    #expect(meeting.replicas.map(\.garbageCount) == [0, 0])
  }

  @Test func `DOC-O06 a removed object is garbage with its parts`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.shape = ["point": ["x": 0, "y": 0] as [String: Any?]] as [String: Any?]
    }
    try replica.update { root, _ in root.shape = nil }

    #expect(replica.garbageCount == 4)
    let outcome8 = replica.purge(seenByAll: .everything(of: [replica.actor]))
    #expect(outcome8 == 4)
  }

  @Test func `DOC-O07 a key with a dot is refused, and nothing of the update happens`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))

    #expect(throws: DocumentsError.self) {
      try replica.update { root, _ in
        root.good = 1
        root["a.b"] = 2
      }
    }
    #expect(replica.toJSON() == "{}")
    #expect(replica.localChanges.isEmpty)
    #expect(replica.garbageCount == 0)
  }

  struct Sum: Sendable, CustomTestStringConvertible {
    let id: String
    let start: CounterValue
    let steps: [CounterOperand]
    let expected: Int64
    var testDescription: String { "DOC-" + id }
  }

  @Test(arguments: [
    Sum(id: "C01", start: .integer(1), steps: [.whole(5)], expected: 6),
    Sum(id: "C01", start: .integer(10), steps: [.fraction(3.5)], expected: 13),
    Sum(id: "C01", start: .integer(6), steps: [.fraction(1.5), .whole(1)], expected: 8),
    Sum(id: "C01", start: .integer(13), steps: [.fraction(3.5), .whole(1)], expected: 17),
    Sum(id: "C03", start: .integer(.max), steps: [.whole(1)], expected: -2_147_483_648),
    Sum(id: "C05", start: .long(.max), steps: [.whole(1)], expected: .min),
    Sum(id: "C06", start: .integer(1), steps: [.whole(5_000_000_000)], expected: 705_032_705),
    Sum(id: "C07", start: .integer(0), steps: [.whole(1 << 31)], expected: -2_147_483_648),
    Sum(id: "C07", start: .integer(-1), steps: [.whole(1 << 31)], expected: 2_147_483_647),
    Sum(id: "C08", start: .integer(10), steps: [.whole(10), .whole(100)], expected: 120),
    Sum(id: "C08", start: .integer(120), steps: [.whole(-50), .whole(-100)], expected: -30),
    Sum(id: "C08", start: .long(100), steps: [.whole(10), .whole(100)], expected: 210),
    Sum(
      id: "C08", start: .long(100), steps: [.whole(10), .whole(100), .whole(-150)], expected: 60),
  ])
  func `a counter adds, truncates and wraps`(sum: Sum) throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      switch sum.start {
      case .integer(let value): root.c = JSONCounter(value: value)
      case .long(let value): root.c = JSONCounter(value: value)
      }
      for step in sum.steps {
        switch step {
        case .whole(let value): try root.jsonCounter("c")?.increase(value: value)
        case .fraction(let value): try root.jsonCounter("c")?.increase(value: value)
        }
      }
    }

    #expect(replica.readingRoot.jsonCounter("c")?.value == sum.expected)
    while replica.canUndo { try replica.undo() }
    #expect(replica.toJSON() == "{}")
  }

  @Test func `DOC-C02 concurrent additions add up`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.c = JSONCounter(value: 0) }
    try meeting.sync(1, 2)
    for operand in [1, 2] {
      try meeting.c1.update { root, _ in try root.jsonCounter("c")?.increase(value: operand) }
    }
    try meeting.c2.update { root, _ in
      try root.jsonCounter("c")?.increase(value: 3.14).increase(value: 2)
    }
    try meeting.sync(1, 2, 1)

    #expect(meeting.documents == ["{\"c\":8}", "{\"c\":8}"])
  }

  @Test func `DOC-C01 and C04 a start is truncated, and beyond 32 bits it wraps`() {
    #expect(JSONCounter(value: 10.5).value == 10)
    #expect(JSONCounter(value: 2_147_483_648 as Int).value == -2_147_483_648)
  }

  @Test func `DOC-C09 what is no number is refused`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in root.c = JSONCounter(value: 7) }
    for value in [true, "1", [UInt8(1)], Primitive.date(milliseconds: 1)] as [any Sendable] {
      #expect(throws: DocumentsError.self) {
        try replica.update { root, _ in try root.jsonCounter("c")?.increase(value: value as Any) }
      }
    }

    #expect(replica.toJSON() == "{\"c\":7}")
  }

  @Test func `DOC-C10 undo of an addition undoes only one's own`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.c = JSONCounter(value: 100) }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in try root.jsonCounter("c")?.increase(value: 1) }
    try meeting.c2.update { root, _ in try root.jsonCounter("c")?.increase(value: 2) }
    try meeting.sync(1, 2, 1)
    #expect(meeting.documents == ["{\"c\":103}", "{\"c\":103}"])

    try meeting.c1.undo()
    try meeting.sync(1, 2)
    #expect(meeting.documents == ["{\"c\":102}", "{\"c\":102}"])
    #expect(meeting.c1.canRedo && !meeting.c2.canRedo)
    try meeting.c1.redo()
    #expect(meeting.c1.toJSON() == "{\"c\":103}")
  }

  @Test func `DOC-C11 and C12 undo restores what overflowed and what was truncated`() throws {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.i = JSONCounter(value: 0)
      root.l = JSONCounter(value: Int64(0))
    }
    try replica.update { root, _ in
      try root.jsonCounter("i")?.increase(value: 1.5)
      try root.jsonCounter("l")?.increase(value: Int64.max)
    }
    try replica.update { root, _ in try root.jsonCounter("l")?.increase(value: 1) }
    try replica.undo()
    #expect(replica.toJSON() == "{\"i\":1,\"l\":9223372036854775807}")
    let undone = try replica.undo()
    #expect(replica.toJSON() == "{\"i\":0,\"l\":0}")
    #expect(
      undone?.operations
        == [.increase(path: "$.l", value: -Int64.max), .increase(path: "$.i", value: -1)])
  }

  @Test func `DOC-C14 an addition to a replaced counter is lost with it`() throws {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in root.width = JSONCounter(value: 1) }
    try meeting.sync(1, 2)
    try meeting.c1.update { root, _ in try root.jsonCounter("width")?.increase(value: 10) }
    try meeting.c2.update { root, _ in root.width = JSONCounter(value: 2.5) }
    try meeting.sync(1, 2, 1)

    #expect(meeting.documents == ["{\"width\":2}", "{\"width\":2}"])
  }
}
