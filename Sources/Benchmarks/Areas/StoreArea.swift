import Foundation
import MarfaSDK

/// Lists, single notes, tags and saves of the local store, with all notes in it.
enum StoreArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let stores = try await setting.stores()
    try await start(report, setting)
    try await lists(report, stores)
    try await notes(report, stores)
    try await tags(report, stores)
    try await saves(report, stores, setting)
    try await changes(report, stores, setting)
  }

  private static func start(_ report: Report, _ setting: Setting) async throws {
    let path = setting.filledPath("filled/notes.sqlite")
    try await report.row(
      samples: 40,
      baseline: Action("C: open, first page") {
        let database = try CDatabase(path: setting.filledPath("plain.sqlite"), synchronous: "FULL")
        let page = try database.prepare("SELECT * FROM note ORDER BY updated DESC LIMIT 50")
        page.drain()
      },
      ours: Action("open the store, first page") {
        let client = try await LocalClient.open(path: path)
        _ = try await client.store.summaries(ListFilters(limit: 50))
      })
  }

  private static func lists(_ report: Report, _ stores: FilledStores) async throws {
    let store = stores.client.store
    let page = try stores.plain.database.prepare(
      "SELECT * FROM note WHERE type = ? ORDER BY updated DESC LIMIT 50")
    let narrow = try stores.plain.database.prepare(
      "SELECT id, title, updated FROM note WHERE type = ? ORDER BY updated DESC LIMIT 50")
    page.bind("core.note", at: 1)
    narrow.bind("core.note", at: 1)
    let filters = ListFilters(type: "core.note", limit: 50)
    let wide = Action("C: page of 50, all columns", count: 5) { page.drain() }
    try await report.row(
      samples: 300, .ratio(2.2), baseline: wide,
      ours: Action("list page of 50 (summaries)", count: 5) {
        _ = try await store.summaries(filters)
      })
    try await report.row(
      // No list of ours reads whole items; a program on the SDK does.
      samples: 300, baseline: wide,
      ours: Action("list page of 50 (whole items)", count: 5) { _ = try await store.items(filters) }
    )
    try await report.row(
      samples: 300, baseline: Action("C: page of 50, 3 columns", count: 5) { narrow.drain() },
      ours: Action("list page of 50 (summaries)", count: 5) {
        _ = try await store.summaries(filters)
      })
    try await deepPage(report, stores)
  }

  private static func deepPage(_ report: Report, _ stores: FilledStores) async throws {
    let store = stores.client.store
    var filters = ListFilters(limit: 1000)
    for _ in 0..<(stores.notes / 2000) {
      filters.cursor = try await store.summaries(filters).cursor
    }
    filters.limit = 50
    let deep = filters
    try await report.row(
      samples: 300, .ratio(1.5),
      baseline: Action("first page of the same list", count: 5) {
        _ = try await store.summaries(ListFilters(limit: 50))
      },
      ours: Action("page in the middle of the list, by key", count: 5) {
        _ = try await store.summaries(deep)
      })
  }

  private static func notes(_ report: Report, _ stores: FilledStores) async throws {
    let point = try stores.plain.database.prepare("SELECT * FROM note WHERE id = ?")
    var turn = 0
    func nextId() -> String {
      turn += 1
      return stores.ids[turn % stores.ids.count]
    }
    let baseline = Action("C: point read, all columns", count: 10) {
      point.bind(nextId(), at: 1).drain()
    }
    try await report.row(
      samples: 300, baseline: baseline,
      ours: Action("read an item by id", count: 10) {
        _ = try await stores.client.items.get(id: nextId())
      })
    try await report.row(
      samples: 300, baseline: baseline,
      ours: Action("read a note's text by id", count: 10) {
        _ = try await stores.client.store.noteText(id: nextId())
      })
  }

  private static func tags(_ report: Report, _ stores: FilledStores) async throws {
    let group = try stores.plain.database.prepare(
      "SELECT tag, count(*) n FROM note_tag GROUP BY tag ORDER BY n DESC")
    try await report.row(
      samples: 50, .ratio(0.01), baseline: Action("C: GROUP BY over all tags") { group.drain() },
      ours: Action("all tags with their counts") {
        _ = try await stores.client.metadata.listTags()
      })
  }

  private static func saves(
    _ report: Report, _ stores: FilledStores, _ setting: Setting
  ) async throws {
    let plain = try CNoteStore(
      path: setting.path("saves.sqlite"), synchronous: "FULL", index: .explicit)
    try plain.insertAll((0..<5000).map(setting.corpus.note))
    var number = stores.notes
    let id = stores.ids[1]
    let note = try await stores.client.store.noteText(id: id)
    let body = note.body
    var revision = note.revision
    var length = 0
    func typed() -> String {
      length = (length + 1) % 200
      return body + String(repeating: "x", count: length)
    }
    let save = Action("save of a keystroke, FULL") {
      revision = try await stores.client.store.saveText(
        id: id, body: typed(), basedOn: revision
      ).revision
    }
    try await report.row(
      samples: 500, .ratio(2),
      baseline: Action("C: one note in, FULL") {
        number += 1
        try plain.insertAll([setting.corpus.note(number)])
      }, ours: save)
    try await report.row(
      samples: 500, .ratio(2),
      baseline: try indexedUpdate(plain.database, text: typed) { Int64(number) }, ours: save)
  }

  /// An update and its index entry as C makes them.
  private static func indexedUpdate(
    _ database: CDatabase, text: @escaping () -> String, time: @escaping () -> Int64
  ) throws -> Action {
    let remove = try database.prepare(
      """
      INSERT INTO fts (fts, rowid, title, body)
      SELECT 'delete', rowid, title, body FROM note WHERE rowid = 7
      """)
    let update = try database.prepare("UPDATE note SET body = ?, updated = ? WHERE rowid = 7")
    let add = try database.prepare(
      "INSERT INTO fts (rowid, title, body) SELECT rowid, title, body FROM note WHERE rowid = 7")
    return Action("C: update and its index entry, FULL") {
      try database.execute("BEGIN IMMEDIATE")
      remove.drain()
      update.bind(text(), at: 1).bind(time(), at: 2).drain()
      add.drain()
      try database.execute("COMMIT")
    }
  }
}
