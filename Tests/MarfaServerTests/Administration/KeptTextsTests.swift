import Foundation
import Logging
import MarfaModel
import Testing

@testable import MarfaServer

/// How long the texts of versions are kept (documents.md, 0.12), on both stores.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct KeptTextsTests {
  private func sweep(_ bench: DocumentBench, _ settings: ServerSettings) async throws {
    let fixture = bench.fixture
    let documents = DocumentService(
      store: fixture.store, limits: DocumentLimits(), hub: DocumentHub(streams: 9, share: 9))
    let upkeep = Upkeep(
      environment: ServerEnvironment(
        store: fixture.store, settings: settings, clock: fixture.clock,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }),
      documents: documents, purges: [],
      restores: try await UnfinishedRestores(
        fixture.store, spoolFolder: fixture.directory + "-spool"))
    try await upkeep.sweep()
  }

  /// Versions 1…7, ten days from one to the next; what is left then of the texts of 1…6.
  @Test(arguments: [
    (days: 30, events: 1_000, kept: [3, 4, 5, 6]), (days: 1_000, events: 3, kept: [4, 5, 6]),
    (days: 1_000, events: 1_000, kept: [1, 2, 3, 4, 5, 6]),
  ])
  func `upkeep keeps the text of each version as long as the event log`(
    days: Int, events: Int, kept: [Int]
  ) async throws {
    let bench = try DocumentBench()
    let item = try await bench.fixture.note("title", body: "text 1")
    var client = try await bench.client()
    try await bench.attach(&client, to: item)
    for version in 2...7 {
      // The write comes a millisecond later.
      bench.fixture.clock.advance(byMilliseconds: 10 * Timestamp.millisecondsPerDay - 1)
      let properties: [String: JSONValue] = ["body": .string("text \(version)")]
      try await bench.fixture.write(
        .patchItem(id: item, PatchItemBody(properties: properties, snapshot: false)))
    }
    var settings = ServerSettings()
    (settings.eventRetentionDays, settings.eventRetentionCount) = (days, events)

    try await sweep(bench, settings)

    let document = try #require(try await bench.row())
    for version in 1...6 {
      let found = try await bench.store.transact(.slice) {
        try BoundVersions(rows: $0).text(of: document, at: version, present: "text 7")
      }
      #expect(found == (kept.contains(version) ? "text \(version)" : nil))
    }
  }
}
