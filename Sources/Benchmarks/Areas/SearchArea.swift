import Foundation
import MarfaSDK
import Observation

/// Search as a person types, with all notes in the store.
enum SearchArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let stores = try await setting.stores()
    let words = setting.corpus.words
    try await firstPage(report, stores, words)
    try await ranked(report, stores, words)
    try await filter(report, stores, words)
    try await titles(report, stores, words)
  }

  /// A list that is narrowed by what is typed.
  @MainActor private final class FilteredList {
    private let store: MarfaStore
    private let window: ItemWindow

    init(_ client: LocalClient) async {
      store = MarfaStore(store: client.store)
      window = store.queryWindow(length: 40)
      await store.settle()
    }

    /// Types a text, and waits for the first of its rows.
    func typeForFirstRows(_ text: String) async {
      store.show(search: text, in: window)
      await wait { $0.isStale }
    }

    /// Types a text, and waits until its rows are in order.
    func typeForRankedRows(_ text: String) async {
      store.show(search: text, in: window)
      await wait { $0.isStale || !$0.isRanked }
    }

    /// Types a text, and waits until all that it finds is known.
    func typeForAll(_ text: String) async {
      store.show(search: text, in: window)
      await settle()
    }

    private func wait(while isWaiting: (ItemWindow) -> Bool) async {
      while isWaiting(window) {
        await withCheckedContinuation { changed in
          withObservationTracking {
            _ = isWaiting(window)
          } onChange: {
            changed.resume()
          }
        }
      }
    }

    func settle() async { await store.settle() }
  }

  private static func filter(
    _ report: Report, _ stores: FilledStores, _ words: [String]
  ) async throws {
    let list = await FilteredList(stores.client)
    for (name, range) in [("any word", 0..<4000), ("common word", 0..<10)] {
      var turn = 0
      func typed() -> String {
        turn += 1
        return String(words[range.lowerBound + turn * 7 % range.count].prefix(1 + turn % 4))
      }
      try await report.row(
        samples: 200, .p99(seconds: 0.05),
        ours: Action(
          "filter, \(name) letter by letter, first rows", prepare: { await list.settle() },
          work: { await list.typeForFirstRows(typed()) }))
      try await report.row(
        samples: 200, .p95(seconds: 0.025),
        ours: Action(
          "filter, \(name) letter by letter, ranked", prepare: { await list.settle() },
          work: { await list.typeForRankedRows(typed()) }))
      try await report.row(
        samples: 200,
        ours: Action("filter, \(name) letter by letter, all hits") {
          await list.typeForAll(typed())
        })
    }
  }

  private static func firstPage(
    _ report: Report, _ stores: FilledStores, _ words: [String]
  ) async throws {
    let first = try stores.plain.database.prepare(
      "SELECT rowid FROM fts WHERE fts MATCH ? LIMIT 50")
    let best = try stores.plain.database.prepare(
      "SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT 50")
    var turn = 0
    func common() -> String {
      turn += 1
      return words[turn % 10]
    }
    try await report.row(
      samples: 40, .ratio(0.1),
      baseline: Action("C: bm25, common word, 50") { best.bind(common(), at: 1).drain() },
      ours: Action("first page, unranked, common word") {
        _ = try await stores.client.searchFirst(query: common())
      })
    try await report.row(
      samples: 100, .p99(seconds: 0.05),
      baseline: Action("C: 50 by rowid, common word") { first.bind(common(), at: 1).drain() },
      ours: Action("first page, unranked, common word") {
        _ = try await stores.client.searchFirst(query: common())
      })
    try await report.row(
      samples: 100, .p99(seconds: 0.05),
      ours: Action("first page, unranked, three letters") {
        _ = try await stores.client.searchFirst(query: String(common().prefix(3)))
      })
  }

  private static func ranked(
    _ report: Report, _ stores: FilledStores, _ words: [String]
  ) async throws {
    let best = try stores.plain.database.prepare(
      "SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT 50")
    for (name, range) in [("rare", 3000..<3900), ("mid", 300..<500), ("common", 0..<10)] {
      var turn = 0
      func word() -> String {
        turn += 1
        return words[range.lowerBound + turn % range.count]
      }
      try await report.row(
        samples: 100,
        baseline: Action("C: bm25, \(name) word, 50") { best.bind(word(), at: 1).drain() },
        ours: Action("ranked, \(name) word, 50 with snippets") {
          _ = try await stores.client.search(query: word(), filters: ListFilters(limit: 50))
        })
    }
  }

  private static func titles(
    _ report: Report, _ stores: FilledStores, _ words: [String]
  ) async throws {
    let index = FuzzyIndex(titles: try await stores.client.store.titles().map(\.title))
    var turn = 0
    try await report.row(
      samples: 200, .p95(seconds: 0.015),
      ours: Action("fuzzy titles, a word letter by letter, per key", count: 5) {
        var matcher = FuzzyMatcher(index: index)
        turn += 1
        _ = matcher.matches(for: String(words[turn % words.count].prefix(1 + turn % 4)))
      })
  }
}
