import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImportCrashTests {
  /// The program that kills itself.
  private static let probe = "ImportCrashProbe"

  /// Numbers of random draws: in the first set, in the second, and in the third.
  @Test(
    arguments: [40, 2_000, 3_300])
  func `an import that is killed and run again is like one that was never killed`(
    draws: Int
  ) async throws {
    let files = (0..<1_200).map { number in
      ("d\(number % 5)/n\(number).md", "# Note \(number)\nsee [[Note \((number * 7) % 1_200)]]\n")
    }
    let killed = try CommandFixture()
    let whole = try CommandFixture()
    for (path, text) in files { try killed.directory.write(text, to: "notes/" + path) }

    let signal = try await KilledProgram.signal(
      ending: Self.probe, ["\(draws)", "import", "md", killed.directory.path + "/notes"],
      environment: ["MARFA_DATA": killed.directory.path + "/data", "HOME": killed.directory.path])
    let rest = try await killed.json("import md notes --json").objectValue
    _ = await whole.run("import md \(killed.directory.path)/notes")

    #expect(signal == SIGKILL)
    #expect(rest?["seen"] == 1_200 && rest?["failed"] == [])
    let left = try await content(killed.store())
    let right = try await content(whole.store())
    #expect(left.count == 1_200)
    #expect(left == right)
    #expect(try await killed.store().quickCheck() == [])
  }

  /// Each note with its notebook and the notes that it refers to, in order.
  private func content(_ store: LocalStore) async throws -> [String] {
    let titles = Dictionary(
      try await store.titles().map { ($0.id, $0.title) }
    ) { first, _ in first }
    let edges = try await store.edges(EdgeFilters()).data
    var related: [String: [String]] = [:]
    for edge in edges {
      let isMembership = edge.edgeType == "parent-of"
      let (note, other) =
        isMembership ? (edge.targetId, edge.sourceId) : (edge.sourceId, edge.targetId)
      related[note, default: []].append("\(edge.edgeType):\(titles[other] ?? "")")
    }
    let notes = try await store.summaries(ListFilters(type: "core.note")).data
    return notes.map { "\($0.title) \((related[$0.id] ?? []).sorted())" }.sorted()
  }
}
