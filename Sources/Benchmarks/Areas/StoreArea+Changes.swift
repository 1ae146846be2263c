import Foundation
import MarfaSDK

extension StoreArea {
  /// Single changes, each to another note, beside one note written by C.
  static func changes(
    _ report: Report, _ stores: FilledStores, _ setting: Setting
  ) async throws {
    let plain = try CNoteStore(path: setting.path("changes.sqlite"), synchronous: "FULL")
    try CNoteStore.addListIndexes(plain.database)
    try plain.insertAll((0..<5000).map(setting.corpus.note))
    // In a kept store what an earlier run wrote would be no change.
    let run = getpid()
    var number = stores.notes
    func next() -> Corpus.Note {
      number += 1
      return setting.corpus.note(number)
    }
    // A prime step visits all notes, none soon again.
    func anyID() -> String { stores.ids[number * 7919 % stores.ids.count] }
    let baseline = Action("C: one note in, no FTS, FULL") { try plain.insertAll([next()]) }
    let store = stores.client.store
    try await report.row(
      samples: 500, .ratio(2), baseline: baseline,
      ours: Action("save of any note, FULL") {
        _ = try await store.saveText(id: anyID(), body: next().body + "\(run)")
      })
    try await report.row(
      samples: 300, baseline: baseline,
      ours: Action("create a note, FULL") {
        var input = CreateItemInput(next())
        // Another id each time: the stores may be kept from an earlier run.
        input.id = nil
        _ = try await store.createItem(NewItem(input))
      })
    try await report.row(
      samples: 300, baseline: baseline,
      ours: Action("add a tag to any note, FULL") {
        _ = try await store.addTags(id: anyID(), ["bench\(run)-\(number)"])
      })
    try await report.row(
      samples: 20, ours: Action("all titles") { _ = try await store.titles() })
  }
}
