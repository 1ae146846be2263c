import Foundation
import Testing

@testable import Simulations

/// Histories that seeds decide.
///
/// Many of them are run fastest in a release: `swift build -c release --product Simulations`, then
/// `nice -n 19 .build/release/Simulations full 1 100000`, and likewise `documented`, `asked`,
/// `away`, `purging` and `notes`.
/// `.ci/run` does so with these seeds and many more.
@Suite(.timeLimit(.minutes(20))) struct SimulationTests {
  /// How many histories are run; `MARFA_HISTORIES` asks for more.
  private static var histories: UInt64 { number("MARFA_HISTORIES") ?? 32 }
  /// How many of them are run with a server that has the documented API only.
  private static var documentedHistories: UInt64 { number("MARFA_DOCUMENTED_HISTORIES") ?? 16 }
  /// The seed of the first history.
  private static var firstSeed: UInt64 { number("MARFA_FIRST_SEED") ?? 1 }
  /// How often each person turns to a note; `MARFA_EDITS` asks for smaller histories.
  private static var edits: Int { Int(clamping: number("MARFA_EDITS") ?? 5) }
  /// The history that is printed step by step.
  private static var toldSeed: UInt64? { number("MARFA_TELL") }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// Everything that is wrong at the end of a history; empty when nothing is.
  private func problems(
    seed: UInt64, _ plant: PlantedFault = .none, kind: History.Kind = .full
  ) throws -> [String] {
    var history = History(kind: kind, seed: seed, edits: Self.edits, plant: plant)
    if seed == Self.toldSeed {
      history.tell = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    }
    return try history.problems()
  }

  @Test(arguments: 0..<UInt64(8))
  func `after any history all devices are alike and nothing is lost or doubled`(
    share: UInt64
  ) async throws {
    let end = Self.firstSeed + Self.histories
    for seed in stride(from: Self.firstSeed + share, to: end, by: 8) {
      // A history never waits; other tests want the thread, too.
      await Task.yield()
      let problems = try problems(seed: seed)
      #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func `with a server of the documented API alone they are alike, too`(share: UInt64) async throws {
    let end = Self.firstSeed + Self.documentedHistories
    for seed in stride(from: Self.firstSeed + share, to: end, by: 8) {
      await Task.yield()
      let problems = try problems(seed: seed, kind: .documented)
      #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func `where people are asked they are alike, too, and nobody decides for them`(
    share: UInt64
  ) async throws {
    let end = Self.firstSeed + Self.documentedHistories
    for seed in stride(from: Self.firstSeed + share, to: end, by: 8) {
      await Task.yield()
      let problems = try problems(seed: seed, kind: .asked)
      #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
    }
  }

  @Test func `the same seed gives the same history`() throws {
    var contents: [ServerContents] = []
    for _ in 0..<2 {
      let simulation = try Simulation(seed: 5, clients: 3)
      try simulation.run(edits: 5)
      contents.append(try ServerContents(simulation.server))
    }

    #expect(contents[0] == contents[1])
    #expect(!contents[0].items.isEmpty)
  }

  @Test(arguments: PlantedFault.allCases.filter { $0 != .none })
  fileprivate func `a planted fault is found`(plant: PlantedFault) async throws {
    var found: (seed: UInt64, problems: [String])?
    for seed in 1...UInt64(200) where found == nil {
      await Task.yield()
      let problems = try problems(seed: seed, plant, kind: plant.kind)
      if !problems.isEmpty { found = (seed, problems) }
    }

    let first = try #require(found)
    // It is the fault that is found, and nothing else.
    #expect(try problems(seed: first.seed, kind: plant.kind).isEmpty)
    if ProcessInfo.processInfo.environment["MARFA_SHOW_FAULTS"] != nil {
      FileHandle.standardError.write(
        Data("\(plant): seed \(first.seed): \(first.problems[0])\n".utf8))
    }
  }
}
