import Logging
import MarfaModel
import Testing

@testable import MarfaServer

/// The texts of versions that a bound property had, on both stores (documents.md, 0.12).
@Suite(.everyStore, .timeLimit(.minutes(20))) struct BoundVersionsTests {
  private struct Bound {
    let bench: DocumentBench
    let item: String
    /// The text at each version, 1….
    var texts: [String]
  }

  /// A note with a document whose text has changed many times.
  private func bound(_ text: String, changes: Int) async throws -> Bound {
    let bench = try DocumentBench()
    let item = try await bench.fixture.note("title", body: text)
    var client = try await bench.client()
    try await bench.attach(&client, to: item)
    var texts = [text]
    for number in 1...changes {
      texts.append("\(number)\n" + (texts.last ?? ""))
      try await bench.fixture.write(
        .patchItem(
          id: item, PatchItemBody(properties: ["body": .string(texts[number])], snapshot: false)))
    }
    return Bound(bench: bench, item: item, texts: texts)
  }

  private func kept(_ bound: Bound) async throws -> [DocumentTextRow] {
    let number = try #require(try await bound.bench.row()).number
    return try await bound.bench.store.snapshot(.scan) { rows in
      var all: [DocumentTextRow] = []
      while true {
        let more = try rows.documentTexts(of: number, from: (all.last?.version ?? 0) + 1)
        guard !more.isEmpty else { return all }
        all += more
      }
    }
  }

  @Test func `every version's text is known, through differences and whole ones`() async throws {
    let bound = try await bound(String(repeating: "line of text\n", count: 40), changes: 150)
    let document = try #require(try await bound.bench.row())

    let found = try await bound.bench.store.transact(.slice) { [texts = bound.texts] rows in
      let versions = BoundVersions(rows: rows)
      return try (1..<texts.count).map {
        try versions.text(of: document, at: $0, present: texts.last ?? "")
      }
    }

    #expect(found == bound.texts.dropLast())
    let whole = try await kept(bound).filter { !$0.isDifference }.count
    #expect(whole == 150 / BoundVersions.longestRun)
  }

  @Test func `a long text costs little for each version`() async throws {
    let text = String(repeating: "A line of a long text that somebody goes on with.\n", count: 400)
    let bound = try await bound(text, changes: 60)

    let bytes = try await kept(bound).reduce(0) { $0 + $1.text.utf8.count }

    #expect(try await kept(bound).count == 60)
    #expect(bytes < text.utf8.count)
  }

  @Test func `a version that is not known has no text`() async throws {
    let bound = try await bound("text", changes: 3)
    let document = try #require(try await bound.bench.row())

    let found = try await bound.bench.store.transact(.slice) { rows in
      try rows.deleteDocumentTexts(before: .max, limit: 1)
      let versions = BoundVersions(rows: rows)
      return try [1, 3, 9].map { try versions.text(of: document, at: $0, present: "now") }
    }

    #expect(found[0] == nil && found[1] != nil && found[2] == nil)
  }

  // MARK: - Upkeep

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
