import Foundation
import MarfaSDK

extension SyncingArea {
  /// A filter that is open while the server takes a thousand changes, each of which is written into
  /// the store: the list is not searched again because of them.
  static func besideOpenFilter(_ report: Report, _ setting: Setting) async throws {
    let name = "1,000 edits acknowledged beside an open filter: each"
    guard report.wants(name) else { return }
    let scene = try await SyncScene(setting, notes: 10_000)
    try await scene.sync()
    guard let engine = scene.client.syncEngine, let local = scene.client.store else {
      throw SyncScene.Failure(what: "no engine")
    }
    let edits = QueuedEdits(
      scene.client, try await scene.client.items.list(ListFilters(limit: 1_000)).data)
    let list = await OpenFilter(local)
    func action(_ name: String, isOpen: Bool) -> Action {
      Action(
        name, units: edits.notes.count,
        prepare: {
          await engine.stop()
          await list.show(isOpen)
          try await edits.queue()
          await list.settle()
        },
        work: {
          try await scene.sync()
          await list.settle()
        })
    }
    try await report.row(
      samples: 3, .ratio(1.3), baseline: action("without a filter", isOpen: false),
      ours: action(name, isOpen: true))
    await engine.stop()
    scene.end()
  }

  /// Edits of many notes, which wait for the server.
  private final class QueuedEdits {
    let notes: [Item]
    private let client: MarfaClient
    private var round = 0

    init(_ client: MarfaClient, _ notes: [Item]) { (self.client, self.notes) = (client, notes) }

    func queue() async throws {
      round += 1
      for note in notes {
        try await client.items.update(id: note.id, properties: ["title": .string("\(round)")])
      }
    }
  }

  /// A list that is narrowed by a word.
  @MainActor private final class OpenFilter {
    private let store: MarfaStore
    private var window: ItemWindow?

    init(_ local: LocalStore) { store = MarfaStore(store: local) }

    func show(_ isOpen: Bool) {
      window?.stop()
      window = nil
      guard isOpen else { return }
      let window = store.queryWindow(length: 40)
      store.show(search: "heron", in: window)
      self.window = window
    }

    func settle() async { await store.settle() }
  }
}
