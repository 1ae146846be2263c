import Foundation
import MarfaSDK

extension StoreArea {
  /// Single changes, each to another note, compared with one note changed or written by C.
  ///
  /// A change finds its note anywhere among all of them, and so does that of C.
  static func changes(
    _ report: Report, _ stores: FilledStores, _ setting: Setting
  ) async throws {
    let plain = try CNoteStore(path: setting.path("changes.sqlite"), synchronous: "FULL")
    try CNoteStore.addListIndexes(plain.database)
    try plain.insertAll((0..<5000).map(setting.corpus.note))
    // In a kept store what an earlier run wrote would be no change, of which C would write two pages
    // of its indexes and no note.
    let run = getpid()
    // Both stores take a changed note to the head of the list.
    func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }
    var number = stores.notes
    var (note, anyId) = (setting.corpus.note(0), "")
    func makeNote() {
      number += 1
      note = setting.corpus.note(number)
      // A prime step visits all notes, none soon again.
      anyId = setting.corpus.note(number * 7919 % stores.notes).id
    }
    let baseline = Action("C: one note in, no FTS, FULL", prepare: makeNote) {
      try plain.insertAll([note])
    }
    let full = try CDatabase(path: setting.filledPath("plain.sqlite"), synchronous: "FULL")
    let update = try full.prepare("UPDATE note SET body = ?, updated = ? WHERE id = ?")
    let store = stores.client.store
    var revision = 0
    func openNote() async throws {
      makeNote()
      revision = try await store.noteText(id: anyId).revision
    }
    let save = Action("save of any note, FULL", prepare: openNote) {
      _ = try await store.saveText(id: anyId, body: note.body + "\(run)", basedOn: revision)
    }
    try await report.row(
      samples: 500, .ratio(2),
      baseline: Action("C: update of any note, no FTS, FULL", prepare: makeNote) {
        update.bind(note.body + "\(run)", at: 1).bind(now(), at: 2)
          .bind(anyId, at: 3).drain()
      }, ours: save)
    try await report.row(samples: 300, baseline: baseline, ours: save)
    try await report.row(
      samples: 300, baseline: baseline,
      ours: Action("create a note, FULL", prepare: makeNote) {
        var input = CreateItemInput(note)
        // Another id each time: the stores may be kept from an earlier run.
        input.id = nil
        _ = try await store.createItem(NewItem(input))
      })
    // One tag in each run: a new one each time would make the list of all tags longer in a kept store.
    let tag = "bench\(run)"
    let addTag = try full.prepare("INSERT INTO note_tag SELECT ?, rowid FROM note WHERE id = ?")
    let touch = try full.prepare("UPDATE note SET updated = ? WHERE id = ?")
    try await report.row(
      samples: 300, .ratio(2),
      baseline: Action("C: a tag to any note and its time, no FTS, FULL", prepare: makeNote) {
        try full.execute("BEGIN IMMEDIATE")
        addTag.bind(tag, at: 1).bind(anyId, at: 2).drain()
        touch.bind(now(), at: 1).bind(anyId, at: 2).drain()
        try full.execute("COMMIT")
      },
      ours: Action("add a tag to any note, FULL", prepare: makeNote) {
        _ = try await store.addTags(id: anyId, [tag])
      })
    try await report.row(
      samples: 20, ours: Action("all titles") { _ = try await store.titles() })
  }
}
