import MarfaSDK
import MarfaTerminal
import NoteEditingFixtures
import TerminalUI
import Testing

/// Notes that were opened before their document could be had.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LateDocumentScreenTests {
  /// Whether documents can be had, and how often one was asked for.
  @MainActor private final class Documents {
    var areThere = false
    var asked = 0
  }

  @Test func `a note is shared once the server is reached, and once it has reported the note`()
    async throws
  {
    let server = try ServerByHand()
    let id = try server.add("Field notes", "the hide")
    let fixture = try await ApplicationFixture(sdk: server.store)
    let context = fixture.application.context
    context.sync.begin(in: fixture.store)
    let note = try SharedNote("the hide", id: id)
    let documents = Documents()
    context.people.document = { _ in
      documents.asked += 1
      return documents.areThere ? try? note.editor(1) : nil
    }
    await fixture.settle()
    await fixture.press("e A")
    #expect(documents.asked == 1)
    let session = try #require(fixture.application.workspace.note.session)

    // Another process reaches the server from now on; the document is not there yet.
    context.sync.cannotConnect(.elsewhere(.live), because: "")
    await fixture.settle()
    #expect(documents.asked == 2)
    #expect(!session.isShared)
    documents.areThere = true
    try server.edit(id) { $0["place"] = "north" }
    await fixture.settle()

    #expect(session.isShared)
    #expect(documents.asked == 3)
    await fixture.type(" in wind")
    await fixture.passDelays()
    #expect(try note.text() == "the hide in wind")
    #expect(fixture.application.workspace.note.session === session)
  }
}
