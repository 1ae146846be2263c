import Foundation
import MarfaSDK
import NoteFiles
import TerminalUI
import Testing

/// A store that refuses a text, as on a full disk or because the note was removed for good by
/// another program.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct UnsavedTests {
  /// An open editor.
  private func editing() async throws -> (ApplicationFixture, id: String) {
    let fixture = try await ApplicationFixture(notes: ["other", "one"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    return (fixture, id)
  }

  /// Lets the store refuse what is written, as on a full disk.
  private func refuse(_ writes: String, in fixture: ApplicationFixture) throws {
    try SynchronousStore(fixture.client.store).execute(
      "CREATE TRIGGER full BEFORE \(writes) BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
  }

  private func refused() async throws -> (ApplicationFixture, id: String) {
    let (fixture, id) = try await editing()
    try refuse("UPDATE ON item_text", in: fixture)
    await fixture.type("mine ")
    await fixture.press("esc")
    fixture.application.workspace.note.leave()
    await fixture.settle()
    return (fixture, id)
  }

  /// Lets the store take texts again.
  private func makeRoom(_ fixture: ApplicationFixture) throws {
    try SynchronousStore(fixture.client.store).execute("DROP TRIGGER full")
  }

  @Test func `a refused text is reported, is tried again, and is stored in the end`() async throws {
    let (fixture, id) = try await refused()
    #expect(fixture.screen.contains("Saving the note failed"))
    await fixture.press("esc")
    #expect(fixture.screen.contains("1 note not stored"))

    try makeRoom(fixture)
    await fixture.passDelays()

    #expect(try await fixture.client.store.noteText(id: id).body == "mine one")
    #expect(!fixture.screen.contains("not stored"))
    #expect(fixture.application.context.messages.current?.severity != .error)
  }

  private func survivors(_ fixture: ApplicationFixture) -> [EditFile.Survivor] {
    EditFile.survivors(in: fixture.application.context.settings.directories.edit)
  }

  /// The time between two saves passes, and no more.
  private func passSave(_ fixture: ApplicationFixture) async {
    let pause = Duration.milliseconds(
      fixture.application.context.settings.configuration.autosaveMilliseconds)
    fixture.host.fire(fixture.host.scheduled.filter { !$0.isCancelled && $0.delay <= pause })
    await fixture.settle()
  }

  @Test func `a key lets a refused text be tried again without the long wait`() async throws {
    let (fixture, id) = try await refused()
    await fixture.passDelays()
    try makeRoom(fixture)
    await passSave(fixture)
    #expect(try await fixture.client.store.noteText(id: id).body == "one")

    await fixture.press("j")
    await passSave(fixture)

    #expect(try await fixture.client.store.noteText(id: id).body == "mine one")
    #expect(fixture.application.context.messages.current?.severity != .error)
  }

  @Test func `typed text is tried as soon as typing rests, however often it was refused`()
    async throws
  {
    let (fixture, id) = try await editing()
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.type("mine ")
    for _ in 0..<4 { await fixture.passDelays() }
    try await fixture.client.items.create(
      CreateItemInput(id: id, type: "core.note", properties: ["body": "one"]))

    await fixture.type("more ")
    await passSave(fixture)

    #expect(try await fixture.client.store.noteText(id: id).body == "mine more one")
  }

  @Test func `a refused text is in one file all the while, until it is stored`() async throws {
    let (fixture, id) = try await editing()
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)

    for (word, text) in [("a ", "a one"), ("b ", "a b one"), ("c ", "a b c one")] {
      await fixture.type(word)
      await passSave(fixture)
      #expect(survivors(fixture).map(\.text) == [text])
      #expect(survivors(fixture).map(\.base) == ["one"])
    }
    #expect(survivors(fixture).map(\.id) == [id])

    try await fixture.client.items.create(
      CreateItemInput(id: id, type: "core.note", properties: ["body": "one"]))
    await fixture.type("d ")
    await fixture.passDelays()
    #expect(try await fixture.client.store.noteText(id: id).body == "a b c d one")
    #expect(survivors(fixture).isEmpty)
  }

  @Test func `a file that was taken away is written again`() async throws {
    let (fixture, id) = try await editing()
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.type("a ")
    await passSave(fixture)
    try #require(survivors(fixture).first).file.remove()

    await fixture.type("b ")
    await passSave(fixture)

    #expect(survivors(fixture).map(\.text) == ["a b one"])
  }

  @Test func `what was typed into a note that the person deletes for good is not kept`()
    async throws
  {
    let (fixture, id) = try await refused()
    try await fixture.client.items.delete(id: id)
    #expect(survivors(fixture).map(\.text) == ["mine one"])

    await fixture.press("esc esc g t D p")

    #expect(try await fixture.client.store.item(id: id) == nil)
    #expect(survivors(fixture).isEmpty)
    #expect(!fixture.screen.contains("not stored"))
  }

  @Test func `nothing says of a refused text that it is saved`() async throws {
    let (fixture, _) = try await refused()

    #expect(!fixture.application.workspace.note.isEditing)
    #expect(!fixture.screen.contains(" saved"))
    #expect(fixture.screen.split(separator: "\n").first?.contains("not stored") == true)
  }

  @Test func `at the end what the store takes again is stored, not kept in a file`() async throws {
    let (fixture, id) = try await refused()
    try makeRoom(fixture)

    await fixture.press("esc Q")

    #expect(fixture.host.hasQuit)
    #expect(fixture.application.actions.quitting.rescued.isEmpty)
    #expect(survivors(fixture).isEmpty)
    #expect(try await fixture.client.store.noteText(id: id).body == "mine one")
  }

  @Test func `text typed right after n is stored when the program ends before the note opens`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["other"])

    for key in "nwords" { fixture.application.handle(.key(KeyEvent(.character(key)))) }
    fixture.application.actions.quitting.quit()
    await fixture.application.actions.quitting.finish()

    #expect(fixture.host.hasQuit)
    let newest = try await fixture.client.store.summaries(ListFilters(sort: .editedAt, limit: 1))
    let id = try #require(newest.data.first?.id)
    #expect(try await fixture.client.store.noteText(id: id).body == "words")
  }

  @Test func `at the end a refused text goes into a file that is recovered`() async throws {
    let (fixture, id) = try await refused()

    await fixture.press("esc Q")

    #expect(fixture.host.hasQuit)
    let survivor = try #require(
      EditFile.survivors(in: fixture.application.context.settings.directories.edit).first)
    #expect(survivor.id == id)
    #expect(survivor.base == "one")
    #expect(survivor.text == "mine one")
    #expect(fixture.application.actions.quitting.rescued == [survivor.file.path])
    #expect(survivors(fixture).count == 1)
  }

  @Test func `what can be no new note either, since it was deleted elsewhere, goes into a file`()
    async throws
  {
    let (fixture, id) = try await editing()
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.type("mine ")
    try refuse("INSERT ON item", in: fixture)

    await fixture.press("esc :")
    await fixture.type("qa")
    await fixture.press("enter")

    #expect(fixture.host.hasQuit)
    #expect(survivors(fixture).map(\.text) == ["mine one"])
    #expect(fixture.application.actions.quitting.rescued.count == 1)
  }

  @Test func `while a text can be kept nowhere, an end asks, and stays without an answer`()
    async throws
  {
    let (fixture, _) = try await refused()
    let folder = fixture.application.context.settings.directories.edit
    try FileManager.default.removeItem(atPath: folder)
    try fixture.folder.write("", to: "state/edit")

    // What the store says of it comes first.
    let told = fixture.application.context.messages.current?.text
    await fixture.passDelays()
    #expect(told?.contains("Saving the note failed") == true)
    #expect(fixture.application.context.messages.current?.text == told)

    await fixture.press("esc Q")

    #expect(!fixture.host.hasQuit)
    #expect(fixture.screen.contains("One note can neither be saved nor kept in a file"))
    await fixture.press("enter")
    #expect(!fixture.host.hasQuit)
    #expect(fixture.screen.contains("marfa did not quit."))

    await fixture.press("Q")
    #expect(!fixture.host.hasQuit)
    await fixture.press("L")
    #expect(fixture.host.hasQuit)
  }
}
