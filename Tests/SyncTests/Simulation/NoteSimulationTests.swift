import Foundation
import Testing

@testable import Simulations

/// Histories in which people edit notes as documents, too.
@Suite(.timeLimit(.minutes(20))) struct NoteSimulationTests {
  /// How many histories are run; `MARFA_NOTE_HISTORIES` asks for more.
  private static var histories: UInt64 { number("MARFA_NOTE_HISTORIES") ?? 16 }
  /// The seed of the first history.
  private static var firstSeed: UInt64 { number("MARFA_FIRST_SEED") ?? 1 }
  /// Histories that are run in place of those, separated by commas.
  private static var seeds: [UInt64]? {
    ProcessInfo.processInfo.environment["MARFA_NOTE_SEEDS"]?.split(separator: ",").compactMap {
      UInt64($0)
    }
  }
  /// How often each person turns to a note, and three times as often to a document.
  private static var edits: Int { Int(clamping: number("MARFA_EDITS") ?? 4) }
  /// The history that is printed step by step.
  private static var toldSeed: UInt64? { number("MARFA_TELL") }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  private func history(seed: UInt64, _ fault: NoteFault = .none) -> History {
    var history = History(kind: .notes, seed: seed, edits: Self.edits, noteFault: fault)
    if seed == Self.toldSeed {
      history.tell = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    }
    return history
  }

  @Test(arguments: 0..<UInt64(8))
  func `after any history with documents all replicas are alike and every word is there once`(
    share: UInt64
  ) async throws {
    let seeds = Self.seeds ?? Array(Self.firstSeed..<Self.firstSeed + Self.histories)
    for seed in seeds where seed % 8 == share {
      // A history never waits; other tests want the thread, too.
      await Task.yield()
      let problems = try history(seed: seed).problems()
      #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
    }
  }

  @Test func `the same seed gives the same history with documents`() throws {
    var contents: [ServerContents] = []
    var told: [[String]] = [[], []]
    for run in 0..<2 {
      let simulation = try history(seed: 6).begin()
      // The members of JSON have no order.
      simulation.tell = { if !$0.contains(" -> ") { told[run].append($0) } }
      try simulation.run(edits: Self.edits)
      try simulation.meet()
      contents.append(try ServerContents(simulation.server))
    }

    #expect(contents[0] == contents[1])
    #expect(told[0] == told[1])
    #expect(told[0].contains { $0.contains("types w") })
  }

  @Test(arguments: NoteFault.allCases.filter { $0 != .none })
  fileprivate func `a planted fault with documents is found`(fault: NoteFault) async throws {
    var found: (seed: UInt64, problems: [String])?
    for seed in 2...UInt64(40) where found == nil {
      await Task.yield()
      let problems: [String]
      do {
        problems = try history(seed: seed, fault).problems()
      } catch {
        // A store that sees that it is damaged says so itself.
        problems = ["\(error)"]
      }
      if !problems.isEmpty { found = (seed, problems) }
    }

    let first = try #require(found)
    if ProcessInfo.processInfo.environment["MARFA_SHOW_FAULTS"] != nil {
      FileHandle.standardError.write(
        Data("\(fault): seed \(first.seed): \(first.problems[0])\n".utf8))
    }
  }
}
