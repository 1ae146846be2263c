import Foundation
import TestSupport
import Testing

/// Three devices and a server, all processes of their own, behind a network that cuts, refuses,
/// lies and says nothing, with full disks and kills.
///
/// A long history: `MARFA_REAL_SEED=7 MARFA_REAL_STEPS=300 MARFA_REAL_KEEP=/tmp/kept swift test
/// --filter RealDevicesTests`; with `MARFA_PROGRAMS=.build/release` its programs are a release's.
@Suite(
  .timeLimit(.minutes(20)))
struct RealDevicesTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
  /// `MARFA_REAL_SEED` asks for one seed, `MARFA_REAL_STEPS` for longer histories.
  private static let seeds = number("MARFA_REAL_SEED").map { [$0] } ?? [1, 2, 3]
  private static let steps = number("MARFA_REAL_STEPS") ?? 100
  /// A folder in which a history that fails keeps the stores of its devices and of the server.
  private static let keep = ProcessInfo.processInfo.environment["MARFA_REAL_KEEP"]
  /// Whether a server that says nothing is waited for, as long as the client does.
  private static let waitsInSilence = number("MARFA_REAL_SILENCE") != nil

  private func keep(_ history: RealHistory, of seed: Int) async throws {
    guard let folder = Self.keep else { return }
    try await history.keep(in: "\(folder)/seed-\(seed)")
  }

  @Test(arguments: seeds)
  func `after everything healed all devices are equal, and every stored line is there once`(
    seed: Int
  ) async throws {
    let history = try await RealHistory(
      seed: UInt64(seed), endsSilence: !Self.waitsInSilence)
    let problems: [String]
    do {
      for _ in 0..<Self.steps { try await history.step() }
      problems = try await history.problems()
    } catch {
      try await keep(history, of: seed)
      throw error
    }
    if !problems.isEmpty { try await keep(history, of: seed) }

    let told = history.told.joined(separator: "\n")
    #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))\n\(told)")
    #expect(history.stored.count > Self.steps / 8)
    #expect(history.fullDiskCount > 0)
    if Self.number("MARFA_REAL_TELL") != nil {
      FileHandle.standardError.write(Data((told + "\n").utf8))
    }
  }
}
