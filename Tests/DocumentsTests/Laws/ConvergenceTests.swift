import Foundation
import TestSupport
import Testing

@testable import Documents

/// Random histories of several replicas, their server, and a naive model.
///
/// `MARFA_DOCUMENT_HISTORIES` sets their number for a long run, `MARFA_DOCUMENT_SEED` the first seed.
@Suite(.timeLimit(.minutes(20))) struct ConvergenceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["MARFA_DOCUMENT_SEED"].flatMap { UInt64($0) } ?? 0
  private static let count = environment["MARFA_DOCUMENT_HISTORIES"].flatMap { UInt64($0) } ?? 1000

  @Test(arguments: 0..<10 as Range<UInt64>, [RandomHistory.Habit.typing, .undoing, .arranging])
  func `after any history all replicas are equal, and equal to the model`(
    part: UInt64, habit: RandomHistory.Habit
  ) throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: 10) {
      #expect(throws: Never.self, "seed \(seed)") {
        try RandomHistory.run(seed: seed, habit: habit)
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
