import Foundation
import TestSupport
import Testing

@testable import Documents

/// Random histories of several replicas, their server, and a naive model.
///
/// `MARFA_DOCUMENT_HISTORIES` sets their number for a long run, `MARFA_DOCUMENT_SEED` the first seed.
@Suite struct ConvergenceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["MARFA_DOCUMENT_SEED"].flatMap { UInt64($0) } ?? 0
  private static let count = environment["MARFA_DOCUMENT_HISTORIES"].flatMap { UInt64($0) } ?? 1000

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `after any history all replicas are equal, and equal to the model`(part: UInt64) throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: 10) {
      try Self.runHistory(seed: seed)
    }
  }

  static func runHistory(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var meeting = Meeting(actors: (1...UInt64.random(in: 2...5, using: &random)).map { $0 })
    meeting.server.snapshotThreshold = Bool.random(using: &random) ? 12 : 500
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      root.a = [0, 1, 2]
      root.c = JSONCounter(value: 0)
    }
    try meeting.c1.edit(0, 0, "start")
    // The model knows one text; nobody undoes its creation.
    meeting.c1.clearHistory()
    for number in meeting.replicas.indices { try meeting.sync(number + 1) }

    for _ in 0..<Int.random(in: 10...60, using: &random) {
      let number = Int.random(in: meeting.replicas.indices, using: &random)
      try step(&meeting, number, &random)
    }
    for _ in 0..<4 {
      for number in meeting.replicas.indices { try meeting.sync(number + 1) }
    }

    var model = NaiveText()
    for change in meeting.server.log { model.apply(change) }
    #expect(Set(meeting.documents).count == 1, "seed \(seed): \(meeting.documents)")
    #expect(meeting.texts[0] == model.string, "seed \(seed)")
    #expect(
      meeting.replicas.allSatisfy { $0.garbageCount == 0 },
      "seed \(seed): \(meeting.replicas.map(\.garbageCount))")
    for replica in meeting.replicas {
      let copy = try Snapshot(decoding: replica.snapshot())
      #expect(copy.root.json(of: 0) == replica.toJSON(), "seed \(seed)")
    }
  }

  private static func step(
    _ meeting: inout Meeting, _ number: Int, _ random: inout SplitMix64
  ) throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: try edit(&meeting.replicas[number], &random)
    case 9: try meeting.replicas[number].undo()
    case 10: try meeting.replicas[number].redo()
    case 11: try editArray(&meeting.replicas[number], &random)
    case 12:
      try meeting.replicas[number].update { root, presence in
        presence.set(["caret": "1"])
        if Bool.random(using: &random) { try root.jsonCounter("c")?.increase(value: 1) }
      }
    case 13:
      // The answer is lost; the next push repeats the changes.
      _ = try meeting.server.answer(
        meeting.replicas[number].pack(), from: meeting.replicas[number].actor)
    case 14:
      // The answer comes twice, as bytes.
      let answer = try meeting.server.answer(
        ChangePack(decoding: meeting.replicas[number].pack().encoded()),
        from: meeting.replicas[number].actor)
      let copy = try ChangePack(decoding: answer.encoded())
      #expect(copy == answer, "seed \(copy.changes.count) \(answer.changes.count)")
      _ = try meeting.replicas[number].apply(copy)
      if copy.snapshot == nil { _ = try meeting.replicas[number].apply(copy) }
    default: try meeting.sync(number + 1)
    }
  }

  private static func edit(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    let count = replica.readingRoot.jsonText("t")?.count ?? 0
    let from = Int.random(in: 0...count, using: &random)
    let to = Int.random(in: from...min(count, from + 5), using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try replica.edit(from, to)
    case 1: try replica.style(from, to, ["b": String(Int.random(in: 0..<3, using: &random))])
    case 2: try replica.edit(from, to, "é日", ["i": "1"])
    case 3:
      let before = replica.text
      try replica.edit(from, to, "xy")
      try replica.undo()
      #expect(replica.text == before)
    default: try replica.edit(from, from, ["a", "bc", "def"].randomElement(using: &random) ?? "")
    }
  }

  private static func editArray(_ replica: inout Replica, _ random: inout SplitMix64) throws {
    let count = replica.readingRoot.jsonArray("a")?.count ?? 0
    let kind = Int.random(in: 0..<4, using: &random)
    let index = Int.random(in: 0..<max(count, 1), using: &random)
    let other = Int.random(in: 0..<max(count, 1), using: &random)
    try replica.array { array in
      guard count > 0 else { return try array.append(7) }
      switch kind {
      case 0: try array.insertAfter(index, other)
      case 1: try array.remove(at: index)
      case 2: try array.set(index, to: other + 10)
      default: try array.moveAfter(other, index)
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `runs that two people type at one place stay whole in both directions`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var meeting = Meeting(actors: Bool.random(using: &random) ? [1, 2] : [2, 1])
    try meeting.c1.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, "[]")
    }
    try meeting.sync(1, 2)
    let length = Int.random(in: 2...6, using: &random)
    for (number, letter) in ["a", "b"].enumerated() {
      let isBackward = Bool.random(using: &random)
      for step in 0..<length {
        try meeting.replicas[number].edit(
          isBackward ? 1 : 1 + step, isBackward ? 1 : 1 + step, letter)
      }
    }
    try meeting.sync(2, 1, 2)

    let a = String(repeating: "a", count: length)
    let b = String(repeating: "b", count: length)
    #expect(["[\(a)\(b)]", "[\(b)\(a)]"].contains(meeting.texts[0]))
    #expect(meeting.texts[0] == meeting.texts[1])
  }
}
