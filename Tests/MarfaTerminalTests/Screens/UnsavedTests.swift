import Foundation
import MarfaSDK
import MarfaTerminal
import Testing

/// A store that refuses a text, here because the note was removed for good by another program.
@MainActor
@Suite struct UnsavedTests {
  private func refused() async throws -> (ApplicationFixture, id: String) {
    let fixture = try await ApplicationFixture(notes: ["other", "one"])
    let id = try #require(fixture.application.selectedNote?.id)
    await fixture.press("i i")
    try await fixture.client.items.delete(id: id)
    try await fixture.client.items.purge(id: id)
    await fixture.type("mine ")
    await fixture.press("esc")
    fixture.application.workspace.note.leave()
    await fixture.settle()
    return (fixture, id)
  }

  @Test func `a refused text is told, is tried again, and is stored in the end`() async throws {
    let (fixture, id) = try await refused()
    #expect(fixture.screen.contains("Saving the note failed"))
    await fixture.press("esc")
    #expect(fixture.screen.contains("1 note not stored"))

    try await fixture.client.items.create(
      CreateItemInput(id: id, type: "core.note", properties: ["body": "one"]))
    await fixture.passDelays()

    #expect(try await fixture.client.store.noteText(id: id).body == "mine one")
    #expect(!fixture.screen.contains("not stored"))
    #expect(fixture.application.messages.current?.severity != .error)
  }

  @Test func `at the end a refused text goes into a file that is recovered`() async throws {
    let (fixture, id) = try await refused()

    await fixture.press("esc Q")

    #expect(fixture.host.hasQuit)
    let survivor = try #require(
      EditFile.survivors(in: fixture.application.settings.directories.edit).first)
    #expect(survivor.id == id)
    #expect(survivor.base == "one")
    #expect(survivor.text == "mine one")
    #expect(fixture.application.rescued == [survivor.file.path])
  }

  @Test func `nothing ends while a text can be kept nowhere`() async throws {
    let (fixture, _) = try await refused()
    try fixture.folder.write("", to: "state/edit")

    await fixture.press("esc Q")

    #expect(!fixture.host.hasQuit)
    #expect(fixture.screen.contains("Nothing ends yet"))
  }
}
