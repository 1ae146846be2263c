import Editor
import MarfaSDK
import MarfaSDKTestSupport
import NoteEditing
import TestSupport
import Testing

/// `#word` in a text that is being edited.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TypedTagsTests {
  private let store: LocalStore
  private let folder: TemporaryDirectory

  init() throws {
    store = try MarfaSDKTest.makeInMemoryStore(clock: ManualWallClock(MarfaSDKTest.start))
    folder = try TemporaryDirectory()
  }

  private func note(_ body: String) async throws -> String {
    try await MarfaClient(store: store).items.create(
      CreateItemInput(type: "core.note", properties: ["body": .string(body)])
    ).id
  }

  private func session(_ id: String, _ desk: SessionDesk) async throws -> NoteSession {
    let note = try await store.noteText(id: id)
    return NoteSession(
      id: id, editor: Editor(note.body),
      source: StoredText(store: store, id: id, base: TextBase(note), readsTags: true),
      host: desk, undoArchives: UndoArchives(stateDirectory: folder.path + "/state"),
      refusedFolder: folder.path + "/edit")
  }

  /// Another program changes the note.
  private func change(_ id: String, _ change: (String) -> String) async throws -> TextBase {
    let now = try await store.noteText(id: id)
    try await store.saveText(id: id, body: change(now.body), basedOn: now.revision)
    return TextBase(try await store.noteText(id: id))
  }

  @Test func `a tag that is typed letter by letter is one tag, once the word is left`()
    async throws
  {
    let (desk, id) = (SessionDesk(), try await note(""))
    let session = try await session(id, desk)
    session.press("i")
    for letter in "on #work" {
      session.type(String(letter))
      await desk.passTime()
    }
    #expect(try await store.noteText(id: id).tags == [])

    session.type(" and #pla")
    await desk.passTime()
    #expect(try await store.noteText(id: id).tags == ["work"])
    session.type("y")
    session.save()
    await desk.finish()

    #expect(try await store.noteText(id: id).tags == ["play", "work"])
    #expect(try await store.tags().map(\.tag) == ["play", "work"])
  }

  @Test func `a tag that was typed is stored when the note is left`() async throws {
    let (desk, id) = (SessionDesk(), try await note(""))
    let session = try await session(id, desk)
    session.press("i")
    session.type("#work")
    await desk.passTime()
    #expect(try await store.noteText(id: id).tags == [])

    session.save()
    await desk.finish()

    #expect(try await store.noteText(id: id).tags == ["work"])
  }

  @Test func `tags that others type into the text are not this person's`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one\n"))
    let session = try await session(id, desk)
    session.observed(try await change(id) { $0 + "#theirs\n" })
    await desk.finish()
    session.press("i")
    session.type("#mine ")
    await desk.passTime()

    #expect(try await store.noteText(id: id).body == "#mine one\n#theirs\n")
    #expect(try await store.noteText(id: id).tags == ["mine"])
  }
}
