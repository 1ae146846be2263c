import TestSupport
import Testing

@testable import Documents

/// Keys of several people at places of their own, which lie apart in the buffer.
@Suite(.timeLimit(.minutes(20))) struct JoinedSpansTests {
  private static let people = 4

  private func meeting() throws -> Meeting {
    var meeting = Meeting(actors: (1...UInt64(Self.people)).map { $0 })
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, String(repeating: "\n", count: Self.people))
    }
    for number in 1...Self.people { try meeting.sync(number) }
    return meeting
  }

  /// The end of a line.
  private func end(of line: Int, in text: String) -> Int {
    var rest = line
    for (offset, scalar) in text.unicodeScalars.enumerated() where scalar == "\n" {
      if rest == 0 { return offset }
      rest -= 1
    }
    return text.unicodeScalars.count
  }

  private func type(_ letters: String, _ number: Int, _ meeting: inout Meeting) throws {
    let offset = end(of: number, in: meeting.texts[number])
    try meeting.replicas[number].edit(offset, offset, letters)
  }

  private func spans(of replica: Replica) -> Int {
    replica.root.texts.reduce(0) { $0 + $1.list.spanCount }
  }

  @Test func `people who each type in a line of their own make few spans`() throws {
    var meeting = try meeting()

    for _ in 0..<500 {
      for number in 0..<Self.people { try type("x", number, &meeting) }
      for number in 1...Self.people { try meeting.sync(number) }
    }
    for number in 1...Self.people { try meeting.sync(number) }

    let line = String(repeating: "x", count: 500) + "\n"
    for replica in meeting.replicas {
      #expect(replica.text == String(repeating: line, count: Self.people))
      #expect(spans(of: replica) <= 2 * TextState.fewSpans)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `edits made on joined spans, and before they were, end as the model says`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var meeting = try meeting()

    for step in 0..<900 {
      let number = Int.random(in: 0..<Self.people, using: &random)
      let count = meeting.texts[number].unicodeScalars.count
      let from = Int.random(in: 0...count, using: &random)
      switch Int.random(in: 0..<30, using: &random) {
      case 0: try meeting.replicas[number].edit(from, min(count, from + 3))
      case 1: try meeting.replicas[number].edit(from, from, "yé")
      case 2: try meeting.replicas[number].undo()
      default: try type("x", number, &meeting)
      }
      // The last one is away for long, so that its edits name what is joined elsewhere.
      if number < Self.people - 1 || step % 300 == 299 { try meeting.sync(number + 1) }
    }
    for _ in 0..<4 { for number in 1...Self.people { try meeting.sync(number) } }

    var model = NaiveText()
    for change in meeting.server.log { model.apply(change) }
    #expect(Set(meeting.texts) == [model.string])
    #expect(meeting.replicas.allSatisfy { $0.garbageCount == 0 })
  }
}
