import Testing

@testable import Documents

/// Changes of text that one replica has purged already and that another brings back meanwhile.
@Suite(.timeLimit(.minutes(20))) struct PurgedTextTests {
  /// What is there before, what the first replica does and undoes, and what is left if that undo is
  /// the later one, or the other's undo of the deletion.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let isStyle: Bool
    let expected: (ifFirst: String, ifSecond: String)
  }

  struct Order: CustomTestStringConvertible, Sendable {
    let isFirstLater: Bool
    let sendsFirst: Bool
    let bothPurge: Bool

    var testDescription: String {
      "\(isFirstLater ? "later" : "earlier"), \(sendsFirst ? "sent first" : "sent last"), "
        + (bothPurge ? "purged by both" : "purged by one")
    }
  }

  static let rows = [
    // documents.md knows no such row; a random history found it.
    Row(
      testDescription: "the undo of a style", isStyle: true,
      expected: (#""a""x""b""#, #""a""x"{b=1}"b""#)),
    Row(
      testDescription: "the undo of an insertion", isStyle: false,
      expected: (#""a""b""#, #""a""x""b""#)),
  ]

  static let orders = [false, true].flatMap { isLater in
    [false, true].flatMap { sendsFirst in
      [false, true].map {
        Order(isFirstLater: isLater, sendsFirst: sendsFirst, bothPurge: $0)
      }
    }
  }

  /// Edits that leave nothing but a later time.
  private func wait(_ replica: inout Replica) throws {
    for _ in 0..<3 {
      try replica.edit(0, 0, "-")
      try replica.undo()
    }
  }

  @Test(arguments: rows, orders)
  func `the later of two undos decides, also when another purged the text`(row: Row, order: Order)
    throws
  {
    var meeting = Meeting()
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "ab")
    }
    if row.isStyle { try meeting.c1.edit(1, 1, "x") }
    try meeting.sync(1, 2)
    if row.isStyle {
      try meeting.c1.style(1, 2, ["b": "1"])
    } else {
      try meeting.c1.edit(1, 1, "x")
    }
    try meeting.sync(1, 2)
    try meeting.c2.edit(1, 2)
    try meeting.sync(2, 1, 1)
    if order.bothPurge { try meeting.sync(2) }
    #expect(meeting.replicas.map(\.garbageCount) == [0, order.bothPurge ? 0 : 1])

    if order.isFirstLater { try wait(&meeting.c1) } else { try wait(&meeting.c2) }
    try meeting.c1.undo()
    try meeting.c2.undo()
    if order.sendsFirst { try meeting.sync(1, 2, 1) } else { try meeting.sync(2, 1, 2) }

    let expected = order.isFirstLater ? row.expected.ifFirst : row.expected.ifSecond
    #expect(meeting.pieces == [expected, expected])
    let copies = try meeting.replicas.map { try Snapshot(decoding: $0.snapshot()) }
    #expect(copies.map(\.root.garbageCount) == meeting.replicas.map(\.garbageCount))
    try meeting.sync(1, 2, 1, 2)
    #expect(meeting.replicas.map(\.garbageCount) == [0, 0])
    #expect(meeting.pieces == [expected, expected])
  }
}
