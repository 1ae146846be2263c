import Foundation
import GRDB
import StorageKit

/// The cliff: what keeping a full-text index costs on a bulk write, by the way it is kept.
enum FullTextArea {
  private static let rows = 20_000

  static func run(_ report: Report, _ setting: Setting) async throws {
    let notes = (0..<rows).map(setting.corpus.note)
    var number = 0
    func plain(_ name: String, _ index: CNoteStore.Index, isRebuilt: Bool = false) -> Action {
      Action("C: \(name)") {
        number += 1
        let store = try CNoteStore(path: setting.path("fts-\(number).sqlite"), index: index)
        try store.insertAll(notes)
        guard isRebuilt else { return }
        try CNoteStore.addFullText(store.database)
        try store.database.execute("INSERT INTO fts(fts) VALUES ('rebuild')")
      }
    }
    let batch = plain("20,000 rows, one rebuild", .listOnly, isRebuilt: true)
    try await report.row(samples: 2, baseline: batch, ours: plain("no index", .listOnly))
    try await report.row(samples: 1, baseline: batch, ours: plain("per-row trigger", .trigger))
    try await report.row(samples: 2, baseline: batch, ours: plain("per-row statement", .explicit))
    try await report.row(
      samples: 2, baseline: batch,
      ours: Action("StorageKit, kept by hand, one rebuild") {
        number += 1
        try await insert(notes, .manual, setting.path("kit-\(number)/fts.sqlite"))
      })
    try await report.row(
      samples: 1, baseline: batch,
      ours: Action("StorageKit, kept by triggers") {
        number += 1
        try await insert(notes, .triggers, setting.path("kit-\(number)/fts.sqlite"))
      })
  }

  private static func insert(
    _ notes: [Corpus.Note], _ upkeep: FullTextIndex.Upkeep, _ path: String
  ) async throws {
    let index = try FullTextIndex(table: "note", columns: ["title", "body"], upkeep: upkeep)
    let ctx = try StorageKit.start(at: URL(filePath: path)) { schema in
      schema.add(id: "note") { db in
        try db.execute(
          sql: """
            CREATE TABLE note (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
              type TEXT NOT NULL, updated INTEGER NOT NULL, title TEXT NOT NULL,
              body TEXT NOT NULL);
            CREATE INDEX note_type_updated ON note (type, updated DESC);
            CREATE INDEX note_updated ON note (updated DESC);
            """)
      }
      schema.addFullTextIndex(index)
    }
    try await ctx.storage.dbActor.write { db in
      let statement = try db.makeStatement(
        sql: "INSERT INTO note (id, type, updated, title, body) VALUES (?, ?, ?, ?, ?)")
      for note in notes {
        statement.setUncheckedArguments(
          [note.id, note.type, note.updated, note.title, note.body + note.summary])
        try statement.execute()
      }
      if upkeep == .manual { try index.rebuild(in: db) }
    }
  }
}
