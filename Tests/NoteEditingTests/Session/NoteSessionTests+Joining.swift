import Documents
import Editor
import MarfaSDK
import MarfaSDKTestSupport
import NoteEditing
import NoteEditingFixtures
import TestSupport
import Testing

/// Sessions that begin with the stored text and go on with the note's document.
extension NoteSessionTests {
  /// A session over the stored text, and the document that it may go on with.
  private func joining(
    _ id: String, _ desk: SessionDesk, _ document: @escaping @MainActor () -> SharedNoteDocument?
  ) async throws -> NoteSession {
    let note = try await store.noteText(id: id)
    return NoteSession(
      id: id, editor: Editor(note.body),
      source: StoredText(store: store, id: id, base: TextBase(note), readsTags: true), host: desk,
      undoArchives: UndoArchives(stateDirectory: folder.path + "/state"),
      refusedFolder: folder.path + "/edit",
      joining: { former in
        guard let document = document(),
          let (opened, _) = try? await DocumentText.prepared(document.open())
        else { return nil }
        return await DocumentText.following(
          former, document, note: opened, me: { OwnPresence(name: "Me") }, elapsed: { .zero })
      })
  }

  /// Where a document is found, once it is there.
  @MainActor private final class DocumentPlace {
    var document: SharedNoteDocument?
  }

  @Test func `a note that is edited alone is shared once its document is there`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one\ntwo\n"))
    let shared = try SharedNote("one\ntwo\n")
    let place = DocumentPlace()
    let session = try await joining(id, desk) { place.document }
    session.press("A")
    session.type(" mine")
    session.join()
    await desk.passTime()
    #expect(!session.isShared)
    #expect(try await body(id) == "one mine\ntwo\n")

    // The server has it by now, and another has typed into it.
    let bo = try shared.editor(7)
    var copy = try await bo.open()
    try copy.replica.update { root, _ in
      try root.jsonText("body")?.edit(3, 3, " mine")
      try root.jsonText("body")?.edit(12, 12, "!")
    }
    _ = try await bo.commit(copy.replica.localChanges, over: 0, text: "", tags: TagDifference.none)
    place.document = try shared.editor(1)
    session.join()
    session.type(" more")
    await desk.passTime()

    #expect(session.isShared)
    #expect(session.editor.text == "one mine more\ntwo!\n")
    #expect(try shared.text() == session.editor.text)
    #expect(session.editor.cursor == 13)
    #expect(desk.errors.isEmpty)
    session.press("esc", "u")
    await desk.passTime()
    #expect(try shared.text() == "one\ntwo!\n")
  }

  @Test func `both at one place keep every word when the document comes`() async throws {
    let (desk, id) = (SessionDesk(), try await note("start "))
    let shared = try SharedNote("start b00 b01")
    let document = try shared.editor(1)
    let session = try await joining(id, desk) { document }
    session.press("A")
    session.type("a00 a0")
    session.join()
    await desk.begin()
    session.type("1")
    await desk.passTime()

    #expect(session.isShared)
    #expect(session.editor.text == "start a00 a01b00 b01")
    #expect(try shared.text() == session.editor.text)
  }

  @Test func `a document that contradicts what is typed is not joined yet`() async throws {
    let (desk, id) = (SessionDesk(), try await note("by 8 now"))
    let shared = try SharedNote("by 7 now")
    let document = try shared.editor(1)
    let session = try await joining(id, desk) { document }
    session.press("w", "r", "9")
    session.join()
    await desk.finish()

    #expect(!session.isShared)
    #expect(document.isClosed)
    #expect(try shared.text() == "by 7 now")
    #expect(session.editor.text == "by 9 now")
  }

  @Test func `a document that comes after the person has left is closed`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one"))
    let document = try SharedNote("one").editor(1)
    let session = try await joining(id, desk) { document }
    session.join()
    session.left()
    await desk.finish()

    #expect(!session.isShared)
    #expect(document.isClosed)
    #expect(desk.ended >= 1)
  }

  @Test func `a tag that is being typed when the document comes tags the note once`() async throws {
    let (desk, id) = (SessionDesk(), try await note("text "))
    let shared = try SharedNote("text ")
    let document = try shared.editor(1)
    let session = try await joining(id, desk) { document }
    session.press("A")
    session.type("#ho")
    session.join()
    await desk.finish()
    session.type("me ")
    session.press("esc")
    session.save()
    await desk.passTime()

    #expect(session.isShared)
    #expect(document.tags.flatMap { $0.added } == ["home"])
  }

  @Test func `text typed in one burst stays together, whatever comes meanwhile`() async throws {
    let (desk, id) = (SessionDesk(), try await note("start "))
    let session = try await session(id, desk)
    session.press("A")
    for number in 0..<20 {
      session.type("a\(number) ")
      let seen = try await change(id) { $0 + "b\(number) " }
      if number % 2 == 0 {
        session.observed(seen)
        await desk.begin()
        session.type("x")
        await desk.finish()
      } else {
        await desk.passTime()
      }
    }
    await desk.passTime()

    let typed = (0..<20).map { "a\($0) " + ($0 % 2 == 0 ? "x" : "") }.joined()
    let theirs = (0..<20).map { "b\($0) " }.joined()
    #expect(try await body(id) == "start " + typed + theirs)
    #expect(desk.parked.isEmpty)
  }
}
