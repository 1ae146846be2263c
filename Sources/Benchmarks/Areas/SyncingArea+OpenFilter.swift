import Foundation
import MarfaSDK

extension SyncingArea {
  /// A filter that is open while the server takes a thousand changes, each of which is written into the
  /// store: the list is not searched anew by them.
  static func besideOpenFilter(_ report: Report, _ setting: Setting) async throws {
    let count = 1_000
    let name = "1,000 edits acknowledged beside an open filter: each"
    guard report.wants(name) else { return }
    let scene = try await SyncScene(setting, notes: 10_000)
    try await scene.sync()
    guard let engine = scene.client.syncEngine, let local = scene.client.store else {
      throw SyncScene.Failure(what: "no engine")
    }
    let notes = try await scene.client.items.list(ListFilters(limit: count)).data
    let list = await OpenFilter(local)
    var round = 0
    func queue() async throws {
      await engine.stop()
      round += 1
      for note in notes {
        _ = try await scene.client.items.update(
          id: note.id, properties: ["title": .string("\(round)")])
      }
      await list.settle()
    }
    try await report.row(
      samples: 3, .ratio(1.3),
      baseline: Action(
        "without a filter", units: count,
        prepare: {
          await list.close()
          try await queue()
        }, work: { try await scene.sync() }),
      ours: Action(
        name, units: count,
        prepare: {
          await list.open()
          try await queue()
        },
        work: {
          try await scene.sync()
          await list.settle()
        }))
    await engine.stop()
    scene.end()
  }

  /// A list that is narrowed by a word.
  @MainActor private final class OpenFilter {
    private let store: MarfaStore
    private var window: ItemWindow?

    init(_ local: LocalStore) { store = MarfaStore(store: local) }

    func open() {
      let window = window ?? store.queryWindow(length: 40)
      store.show(search: "heron", in: window)
      self.window = window
    }

    func close() {
      window?.stop()
      window = nil
    }

    func settle() async { await store.settle() }
  }
}
