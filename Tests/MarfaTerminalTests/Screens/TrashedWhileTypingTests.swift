import MarfaSDK
import NoteFiles
import Testing

/// A note that somebody moves to the trash, or deletes, while a person types in it, and how the
/// person leaves it.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TrashedWhileTypingTests {
  /// A note in which something was typed before it was moved to the trash elsewhere, and after.
  private func trashed(
    columns: Int = 120, configuration: String? = nil
  ) async throws -> (ApplicationFixture, id: String) {
    let fixture = try await ApplicationFixture(
      columns: columns, notes: ["other", "one"], configuration: configuration)
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    await fixture.type("mine ")
    try await fixture.client.items.delete(id: id)
    await fixture.settle()
    await fixture.type("more ")
    await fixture.passDelays()
    return (fixture, id)
  }

  private func state(_ fixture: ApplicationFixture, _ id: String) async throws -> ItemState {
    #expect(try await fixture.client.store.noteText(id: id).body == "mine more one")
    return try await fixture.client.items.get(id: id).state
  }

  @Test(arguments: ["r", "t"])
  func `who leaves it is asked where it is to be`(answer: String) async throws {
    let (fixture, id) = try await trashed()

    await fixture.press("esc esc")
    #expect(fixture.screen.contains("was moved to the trash elsewhere while"), "\(fixture.screen)")
    #expect(fixture.application.workspace.note.isEditing)
    await fixture.press(answer)

    #expect(try await state(fixture, id) == (answer == "r" ? .active : .trashed))
    #expect(!fixture.application.workspace.note.isEditing)
    await fixture.press("Q")
    #expect(fixture.host.hasQuit)
    #expect(try await state(fixture, id) == (answer == "r" ? .active : .trashed))
  }

  @Test func `Enter goes on writing, and leaving asks again`() async throws {
    let (fixture, id) = try await trashed()

    await fixture.press("esc esc enter")
    #expect(fixture.application.workspace.note.isEditing)
    await fixture.press("esc r")

    #expect(try await state(fixture, id) == .active)
  }

  @Test(arguments: [":qa", ":q"])
  func `who is not asked finds it out of the trash`(line: String) async throws {
    let (fixture, id) = try await trashed()

    await fixture.press("esc :")
    await fixture.type(String(line.dropFirst()))
    await fixture.press("enter")

    #expect(try await state(fixture, id) == .active)
    #expect(fixture.host.hasQuit == (line == ":qa"))
  }

  @Test func `where nobody is to be asked it is taken out of the trash`() async throws {
    let (fixture, id) = try await trashed(configuration: "server: {conflicts: copy}\n")

    await fixture.press("esc esc")

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(try await state(fixture, id) == .active)
  }

  @Test func `who typed nothing leaves it in the trash unasked`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["other", "one"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")
    try await fixture.client.items.delete(id: id)
    await fixture.settle()
    #expect(fixture.screen.contains("Moved to the trash elsewhere."))

    await fixture.press("esc esc")

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(!fixture.application.workspace.note.isEditing)
    #expect(try await fixture.client.items.get(id: id).state == .trashed)
  }

  @Test(arguments: [false, true])
  func `what the bar says fits 80 columns`(isDeleted: Bool) async throws {
    let (fixture, server, id) = try await Self.connected()
    await fixture.press("e i")
    await fixture.type("mine ")
    if isDeleted {
      try await fixture.client.items.delete(id: id)
      try await fixture.client.items.purge(id: id)
    } else {
      try server.trash(id)
    }
    await fixture.settle()

    let words =
      isDeleted
      ? "Deleted elsewhere; leaving keeps your text."
      : "Moved to the trash elsewhere; leaving asks."
    #expect(fixture.screen.contains(words), "\(fixture.screen)")
  }

  private static func connected() async throws -> (ApplicationFixture, ServerByHand, id: String) {
    let server = try ServerByHand()
    try server.identify()
    let id = try server.add("Letter", "one")
    let fixture = try await ApplicationFixture(sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    return (fixture, server, id)
  }

  @Test func `who quits while it is deleted elsewhere keeps the text as a new note`() async throws {
    let (fixture, id) = try await trashed()
    try await fixture.client.items.purge(id: id)
    await fixture.settle()
    await fixture.type("and ")
    await fixture.passDelays()

    await fixture.press("esc :")
    await fixture.type("qa")
    await fixture.press("enter")

    #expect(fixture.host.hasQuit)
    #expect(fixture.application.actions.quitting.rescued.isEmpty)
    let folder = fixture.application.context.settings.directories.edit
    #expect(EditFile.survivors(in: folder).isEmpty)
    let notes = try await fixture.client.items.list(ListFilters(type: "core.note")).data
    #expect(notes.map { $0.properties["body"] }.contains("mine more and one"), "\(notes)")
    #expect(notes.count == 2)
  }
}
