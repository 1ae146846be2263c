import Foundation
import TestSupport
import Testing

@testable import Documents

/// Random histories of several replicas, their server, and a naive model.
///
/// `MARFA_DOCUMENT_HISTORIES` sets their number for a long run, `MARFA_DOCUMENT_SEED` the first
/// seed.
@Suite(.timeLimit(.minutes(20))) struct ConvergenceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["MARFA_DOCUMENT_SEED"].flatMap { UInt64($0) } ?? 0
  private static let count = environment["MARFA_DOCUMENT_HISTORIES"].flatMap { UInt64($0) } ?? 1000

  @Test(
    arguments: 0..<10 as Range<UInt64>,
    [RandomHistory.Habit.typing, .undoing, .arranging, .purging, .visiting])
  func `after any history all replicas are equal, and equal to the model`(
    part: UInt64, habit: RandomHistory.Habit
  ) throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: 10) {
      #expect(throws: Never.self, "seed \(seed)") {
        try RandomHistory.run(seed: seed, habit: habit)
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `runs that several people type at one place stay whole in both directions`(
    part: UInt64
  ) throws {
    for seed in stride(from: Self.first + part, to: Self.first + Self.count, by: 10) {
      var random = SplitMix64(seed: seed)
      let actors = Array(1...UInt64.random(in: 2...5, using: &random)).shuffled(using: &random)
      var meeting = Meeting(actors: actors)
      try meeting.c1.update { root, _ in
        root.t = JSONText()
        try root.jsonText("t")?.edit(0, 0, "[]")
      }
      for number in actors.indices { try meeting.sync(number + 1) }
      var runs: [String] = []
      for number in actors.indices {
        let letters = "abcdef".prefix(Int.random(in: 2...6, using: &random)).map {
          "\(number)\($0)"
        }
        try type(letters, isBackward: .random(using: &random), &meeting.replicas[number])
        runs.append(letters.joined())
      }
      for number in Array(actors.indices) + Array(actors.indices) { try meeting.sync(number + 1) }

      #expect(Set(meeting.texts).count == 1, "seed \(seed)")
      var rest = meeting.texts[0]
      for run in runs { rest = rest.replacing(run, with: "") }
      #expect(rest == "[]", "seed \(seed): \(meeting.texts[0]) of \(runs)")
    }
  }

  /// Types pieces of two scalars between the brackets, each in a change of its own, from the first
  /// to the last or from the last to the first; they are read in their order.
  private func type(_ pieces: [String], isBackward: Bool, _ replica: inout Replica) throws {
    for (step, piece) in (isBackward ? pieces.reversed() : pieces).enumerated() {
      let offset = isBackward ? 1 : 1 + 2 * step
      try replica.edit(offset, offset, piece)
    }
  }
}
