import GRDB
import MarfaSDK
import Testing

/// Each later step of the schema is taken from the build right before it.
@Suite(.timeLimit(.minutes(20))) struct FormerBuildTests {
  struct Step: Sendable, CustomTestStringConvertible {
    let name: String
    let former: String
    /// Asks the new table or column.
    let probe: String

    var testDescription: String { name }
  }

  static let steps = [
    Step(
      name: "2026-11-pins", former: FormerStore.beforePins,
      probe: "SELECT count(is_pinned) FROM version"),
    Step(
      name: "2026-11-blobs", former: FormerStore.beforeBlobs, probe: "SELECT count(*) FROM blob"),
    Step(
      name: "2026-11-documents", former: FormerStore.beforeDocuments,
      probe: "SELECT count(*) FROM replica_change"),
    Step(
      name: "2026-11-state-devices", former: FormerStore.beforeStateDevices,
      probe: "SELECT count(state_device) FROM item"),
    Step(
      name: "2026-11-document-history", former: FormerStore.beforeDocumentHistory,
      probe: "SELECT count(*) FROM document_history"),
    Step(
      name: "2026-11-blob-sizes", former: FormerStore.beforeBlobSizes,
      probe: "SELECT count(*) FROM blob_size"),
    Step(
      name: "2026-11-queue-counts", former: FormerStore.beforeQueueCounts,
      probe: "SELECT pending FROM queue_count"),
    Step(
      name: "2026-11-parted-edges", former: FormerStore.beforePartedEdges,
      probe: "SELECT count(*) FROM parted_edge"),
  ]

  @Test(arguments: steps)
  func `a store of the build before the step opens, with its notes and its queue`(
    step: Step
  ) async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let (note, queued): (Item, [MutationKind]) = try await {
      let store = try LocalStore.open(path: path)
      try await store.logIn(to: ServerIdentity(url: "https://notes.example"))
      let input = CreateItemInput(
        type: "core.note", properties: ["body": "one #red"], tags: ["red"])
      let note = try await store.createItem(NewItem(input)).item
      _ = try await store.updateItem(id: note.id, properties: ["body": "two"])
      return (note, try await store.queueRows().map(\.intent.kind))
    }()
    #expect(queued.contains(.createItem))
    try FormerStore.change(path, step.former)
    let former = try DatabaseQueue(path: path)
    let error = await #expect(throws: DatabaseError.self) {
      try await former.read { try Int64.fetchOne($0, sql: step.probe) }
    }
    #expect(error?.message?.contains("no such") == true)
    try former.close()

    let store = try LocalStore.open(path: path)

    let item = try #require(try await store.item(id: note.id))
    #expect(item.properties["body"] == "two")
    #expect(try await store.metadata(id: note.id).tags == ["red"])
    #expect(try await store.queueRows().map(\.intent.kind) == queued)
    #expect(try await store.syncCounts().pending == queued.count)
    #expect(try await store.quickCheck() == [])
    #expect(
      try await DatabaseQueue(path: path).read { try Int64.fetchOne($0, sql: step.probe) } != nil)
  }
}
