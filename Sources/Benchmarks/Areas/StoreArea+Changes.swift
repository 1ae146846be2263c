import Foundation
import MarfaSDK

extension StoreArea {
  /// Single changes, each to another note, compared with one note changed or written by C.
  ///
  /// A change finds its note anywhere among all of them, and so does that of C.
  static func changes(
    _ report: Report, _ stores: FilledStores, _ setting: Setting
  ) async throws {
    let turns = ChangedNotes(setting.corpus, count: stores.notes)
    let full = try CDatabase(path: setting.filledPath("plain.sqlite"), synchronous: "FULL")
    let store = stores.client.store
    try await texts(report, store, full, turns, setting)
    // One tag in each run: a new one each time would make the list of all tags longer in a kept
    // store.
    let tag = "bench\(turns.run)"
    try await report.row(
      samples: 300, .ratio(2), baseline: try tagging(full, tag, turns),
      ours: Action("add a tag to any note, FULL", prepare: turns.next) {
        _ = try await store.addTags(id: turns.anyId, [tag])
      })
    try await report.row(
      samples: 20, ours: Action("all titles") { _ = try await store.titles() })
  }

  /// Saves of any note, and new ones.
  private static func texts(
    _ report: Report, _ store: LocalStore, _ full: CDatabase, _ turns: ChangedNotes,
    _ setting: Setting
  ) async throws {
    let plain = try CNoteStore(path: setting.path("changes.sqlite"), synchronous: "FULL")
    try CNoteStore.addListIndexes(plain.database)
    try plain.insertAll((0..<5000).map(setting.corpus.note))
    let insert = Action("C: one note in, no FTS, FULL", prepare: turns.next) {
      try plain.insertAll([turns.note])
    }
    var revision = 0
    func openNote() async throws {
      turns.next()
      revision = try await store.noteText(id: turns.anyId).revision
    }
    let save = Action("save of any note, FULL", prepare: openNote) {
      _ = try await store.saveText(id: turns.anyId, body: turns.body, basedOn: revision)
    }
    let update = try full.prepare("UPDATE note SET body = ?, updated = ? WHERE id = ?")
    try await report.row(
      samples: 500, .ratio(2),
      baseline: Action("C: update of any note, no FTS, FULL", prepare: turns.next) {
        update.bind(turns.body, at: 1).bind(turns.now, at: 2).bind(turns.anyId, at: 3).drain()
      }, ours: save)
    try await report.row(samples: 300, baseline: insert, ours: save)
    try await report.row(
      samples: 300, baseline: insert,
      ours: Action("create a note, FULL", prepare: turns.next) {
        var input = CreateItemInput(turns.note)
        // Another id each time: the stores may be kept from an earlier run.
        input.id = nil
        _ = try await store.createItem(NewItem(input))
      })
  }

  private static func tagging(
    _ database: CDatabase, _ tag: String, _ turns: ChangedNotes
  ) throws -> Action {
    let add = try database.prepare("INSERT INTO note_tag SELECT ?, rowid FROM note WHERE id = ?")
    let touch = try database.prepare("UPDATE note SET updated = ? WHERE id = ?")
    return Action("C: a tag to any note and its time, no FTS, FULL", prepare: turns.next) {
      try database.execute("BEGIN IMMEDIATE")
      add.bind(tag, at: 1).bind(turns.anyId, at: 2).drain()
      touch.bind(turns.now, at: 1).bind(turns.anyId, at: 2).drain()
      try database.execute("COMMIT")
    }
  }
}

/// The notes that are changed or made, another one each time.
private final class ChangedNotes {
  /// In a kept store what an earlier run wrote would be no change, of which C would write two pages
  /// of its indexes and no note.
  let run = getpid()
  /// A new note.
  private(set) var note: Corpus.Note
  /// The id of a note that is there.
  private(set) var anyId = ""

  private let corpus: Corpus
  private let count: Int
  private var number: Int

  init(_ corpus: Corpus, count: Int) {
    self.corpus = corpus
    self.count = count
    number = count
    note = corpus.note(0)
  }

  /// The text of the new note, as no other run writes it.
  var body: String { note.body + "\(run)" }

  /// Both stores take a changed note to the head of the list.
  var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

  func next() {
    number += 1
    note = corpus.note(number)
    // A prime step visits all notes, none soon again.
    anyId = corpus.note(number * 7919 % count).id
  }
}
