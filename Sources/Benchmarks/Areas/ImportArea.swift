import Foundation
import MarfaSDK

/// Writing many notes at once.
enum ImportArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let count = min(20_000, setting.corpus.count)
    let notes = (0..<count).map(setting.corpus.note)
    var number = 0
    func path() -> String {
      number += 1
      return setting.path("import-\(number)/notes.sqlite")
    }
    func plain(_ name: String, _ index: CNoteStore.Index, isWide: Bool = false) -> Action {
      Action("C: \(name)") { try write(notes, to: path(), index, isWide: isWide) }
    }
    func ours(_ name: String, isComplete: Bool) -> Action {
      Action(name) {
        let client = try await LocalClient.open(path: path())
        for first in stride(from: 0, to: count, by: 5000) {
          let batch = notes[first..<min(first + 5000, count)].map(CreateItemInput.init)
          _ = try await client.items.bulk(batch, mode: .createOnly)
        }
        if isComplete { try await client.store.performIdleWork() }
      }
    }
    let searchable = ours("\(count) notes, searchable", isComplete: false)
    try await report.row(
      samples: 2, .ratio(1.25), baseline: plain("batch, indexes and FTS at the end", .none),
      ours: searchable)
    try await report.row(
      samples: 2, .ratio(1.25),
      baseline: plain("batch, as much text, prefixes", .none, isWide: true),
      ours: searchable)
    try await report.row(
      samples: 1, .ratio(0.25), baseline: plain("per-row FTS trigger", .trigger), ours: searchable)
    try await report.row(
      samples: 1, baseline: plain("batch, indexes and FTS at the end", .none),
      ours: ours("\(count) notes, with the index of pieces", isComplete: true))
  }

  private static func write(
    _ notes: [Corpus.Note], to path: String, _ index: CNoteStore.Index, isWide: Bool
  ) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    let store = try CNoteStore(path: url.path, index: index)
    try store.insertAll(notes)
    guard index == .none else { return }
    try CNoteStore.addListIndexes(store.database)
    if isWide { return try CNoteStore.addWideFullText(store.database) }
    try CNoteStore.addFullText(store.database)
    try store.database.execute("INSERT INTO fts(fts) VALUES ('rebuild')")
  }
}
