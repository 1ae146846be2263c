import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct NotebookRemovalTests {
  private let store: LocalStore

  init() throws {
    store = try MarfaSDKTest.makeInMemoryStore(clock: ManualWallClock(MarfaSDKTest.start))
  }

  private func item(_ title: String, type: String = "core.note", in parent: String? = nil)
    async throws -> String
  {
    var properties: [String: JSONValue] = ["title": .string(title)]
    if type == "core.note" { properties["body"] = "" }
    let input = CreateItemInput(type: type, properties: properties)
    return try await store.createItem(NewItem(input, notebook: parent)).item.id
  }

  private func state(_ id: String) async throws -> ItemState? {
    try await store.item(id: id)?.state
  }

  @Test func `kept notes are in no notebook, and notebooks move up`() async throws {
    let house = try await item("House", type: "core.group")
    let garden = try await item("Garden", type: "core.group", in: house)
    let beds = try await item("Beds", type: "core.group", in: garden)
    let note = try await item("Rye", in: garden)

    let removal = try await store.removeNotebook(id: garden, contents: .kept)

    #expect(removal == NotebookRemoval(notebookIds: [garden], noteIds: [note]))
    #expect(try await state(garden) == .trashed)
    #expect(try await state(note) == .active)
    #expect(try await store.notebooks().paths.map(\.path) == ["/House", "/House/Beds"])
    #expect(try await store.notebookIds(of: [note, beds]) == [beds: house])
  }

  @Test func `a note trashed with its notebook comes back into it`() async throws {
    let house = try await item("House", type: "core.group")
    let garden = try await item("Garden", type: "core.group", in: house)
    let note = try await item("Rye", in: garden)
    let archived = try await item("Oat", in: house)
    _ = try await store.transitionItem(id: archived, to: .archived)

    let removal = try await store.removeNotebook(id: house, contents: .trashed)

    #expect(removal.notebookIds == [house, garden])
    #expect(Set(removal.noteIds) == [note, archived])
    #expect(try await store.notebooks().isEmpty)
    for id in removal.notebookIds + [note] {
      _ = try await store.transitionItem(id: id, to: .active)
    }
    #expect(try await store.notebooks().paths.map(\.path) == ["/House", "/House/Garden"])
    #expect(try await store.notebookIds(of: [note]) == [note: garden])
  }

  @Test func `nothing but a notebook is removed so`() async throws {
    let note = try await item("Rye")

    await #expect(throws: ValidationError.self) {
      try await store.removeNotebook(id: note, contents: .trashed)
    }

    #expect(try await state(note) == .active)
  }
}
