import GRDB
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReversalTests {
  private let folder = TemporaryFolder()

  private func store() throws -> LocalStore {
    try LocalStore.open(path: folder.path("notes.sqlite"))
  }

  private func create(_ title: String, in store: LocalStore) async throws -> Item {
    try await store.createItem(
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["title": .string(title), "body": ""]))
    ).item
  }

  @Test func `a created item goes to the trash, or is removed permanently`() async throws {
    let store = try store()
    let id = try await create("A", in: store).id

    let trashed = try await store.revert(
      [.creation(id: id, tags: [], notebook: nil)], removal: .trash)
    let state = try await store.item(id: id)?.state
    let again = try await store.revert(
      [.creation(id: id, tags: [], notebook: nil)], removal: .trash)
    let purged = try await store.revert(
      [.creation(id: id, tags: [], notebook: nil)], removal: .purge)
    let gone = try await store.revert([.creation(id: id, tags: [], notebook: nil)], removal: .purge)

    #expect(trashed == [.removed])
    #expect(state == .trashed)
    #expect(again == [.absent])
    #expect(purged == [.removed])
    #expect(gone == [.absent])
    #expect(try await store.item(id: id) == nil)
  }

  @Test func `an edit is undone with its tags, unless the note was edited since`()
    async throws
  {
    let store = try store()
    let id = try await create("A", in: store).id
    _ = try await store.updateItem(id: id, properties: ["title": "B"])
    _ = try await store.setTags(id: id, ["new", "old", "own"])
    let edit = Reversal.edit(
      id: id, before: 1, after: 2, addedTags: ["new"], removedTags: ["went"])

    let dry = try await store.revert([edit], removal: .trash, run: .dry)
    #expect(try await store.item(id: id)?.properties["title"] == "B")
    let done = try await store.revert([edit], removal: .trash)
    let late = try await store.revert([edit], removal: .trash)

    #expect(dry == [.restored])
    #expect(done == [.restored])
    #expect(late == [.editedSince])
    #expect(try await store.item(id: id)?.properties["title"] == "A")
    #expect(try await store.metadata(id: id).tags == ["old", "own", "went"])
  }

  @Test func `an edit stays when the version before it is not kept`() async throws {
    let store = try store()
    let id = try await create("A", in: store).id
    _ = try await store.updateItem(
      id: id, properties: ["title": "B"], options: UpdateOptions(snapshot: .never))

    let outcome = try await store.revert(
      [.edit(id: id, before: 1, after: 2, addedTags: [])], removal: .trash)

    #expect(outcome == [.versionGone])
    #expect(try await store.item(id: id)?.properties["title"] == "B")
  }

  @Test func `a notebook stays while something is in it`() async throws {
    let store = try store()
    let notebook = try await store.createItem(
      NewItem(CreateItemInput(type: "core.group", properties: ["title": "Birds"]))
    ).item.id
    let note = try await create("A", in: store).id
    _ = try await store.createEdge(
      CreateEdgeInput(sourceId: notebook, targetId: note, edgeType: "parent-of"))

    let full = try await store.revert([.notebook(id: notebook)], removal: .trash)
    let empty = try await store.revert(
      [.creation(id: note, tags: [], notebook: notebook), .notebook(id: notebook)], removal: .trash)

    #expect(full == [.inUse])
    #expect(empty == [.removed, .removed])
  }

  @Test func `one that fails leaves the whole set as it was`() async throws {
    let store = try store()
    let first = try await create("A", in: store).id
    let second = try await create("B", in: store).id
    try await DatabaseQueue(path: folder.path("notes.sqlite")).write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER refuse BEFORE UPDATE OF state ON item WHEN old.title = 'B'
          BEGIN SELECT RAISE(ABORT, 'refused'); END
          """)
    }

    await #expect(throws: (any Error).self) {
      try await store.revert(
        [
          .creation(id: first, tags: [], notebook: nil),
          .creation(id: second, tags: [], notebook: nil),
        ], removal: .trash)
    }

    #expect(try await store.item(id: first)?.state == .active)
  }
}
