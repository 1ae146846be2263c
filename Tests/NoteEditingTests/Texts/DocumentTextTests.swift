import Documents
import Editor
import MarfaSDK
import NoteEditing
import NoteEditingFixtures
import TerminalUI
import TestSupport
import Testing

/// Sessions of one note that several editors share, without screens.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct DocumentTextTests {
  let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// An editor of the note with everything around it.
  @MainActor struct Desk {
    let desk: SessionDesk
    let document: SharedNoteDocument
    let source: DocumentText
    let session: NoteSession

    var text: String { session.editor.text }
    var cursor: Int { session.editor.cursor }
  }

  func desk(
    _ number: UInt64, _ note: SharedNote, me: OwnPresence? = OwnPresence(name: "Me")
  ) async throws -> Desk {
    let document = try note.editor(number)
    let desk = SessionDesk()
    let (opened, text) = try await DocumentText.prepared(document.open())
    let editor = Editor(text)
    let source = DocumentText(
      document, note: opened, buffer: editor.buffer, readsTags: true, me: { me },
      elapsed: { desk.elapsed() })
    let session = NoteSession(
      id: note.id, editor: editor, source: source, host: desk,
      undoArchives: UndoArchives(stateDirectory: folder.path + "/state\(number)"),
      refusedFolder: folder.path + "/edit\(number)")
    return Desk(desk: desk, document: document, source: source, session: session)
  }

  /// Stores what everybody typed and brings it to everybody, until nothing is left.
  func settle(_ note: SharedNote, _ desks: Desk...) async throws {
    try await settle(note, desks)
  }

  func settle(_ note: SharedNote, _ desks: [Desk]) async throws {
    for _ in 0..<4 {
      for desk in desks { await desk.desk.passTime() }
      try await note.deliver()
    }
  }

  // MARK: - Text

  @Test func `one person's typing is in the text of the other`() async throws {
    let note = try SharedNote("one\ntwo\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("j", "i")
    ana.session.type("é🙂 ")
    try await settle(note, ana, bo)

    #expect(bo.text == "one\né🙂 two\n")
    #expect(try note.text() == bo.text)
    #expect(ana.document.texts == ["one\né🙂 two\n"])
  }

  @Test func `two who type in one line both keep every letter`() async throws {
    let note = try SharedNote("the line\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("i")
    bo.session.press("A")
    for letter in "hello " {
      ana.session.type(String(letter))
      bo.session.type(letter == " " ? "." : letter.uppercased())
      await ana.desk.passTime()
      await bo.desk.passTime()
      try await note.deliver()
    }
    try await settle(note, ana, bo)

    #expect(ana.text == "hello the lineHELLO.\n")
    #expect(bo.text == ana.text)
    #expect(try note.text() == ana.text)
  }

  @Test func `a change that arrives while a save is under way is in neither text twice`()
    async throws
  {
    let note = try SharedNote("mid\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    bo.session.press("A")
    bo.session.type("!")
    await bo.desk.passTime()
    ana.document.beforeCommit = { [note] in try? await note.deliver() }
    ana.session.press("i")
    ana.session.type(">")
    await ana.desk.passTime()
    ana.document.beforeCommit = {}
    try await settle(note, ana, bo)

    #expect(ana.text == ">mid!\n")
    #expect(bo.text == ana.text)
  }

  @Test func `a save that fails is made again with everything that was typed`() async throws {
    let note = try SharedNote("x\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.document.failure = CancellationError()
    ana.session.press("i")
    ana.session.type("a")
    await ana.desk.passTime()
    #expect(ana.desk.refused == [note.id])
    ana.session.type("b")
    try await settle(note, ana, bo)

    #expect(ana.desk.refused.isEmpty)
    #expect(bo.text == "abx\n")
    #expect(ana.session.isSettled)
  }

  // MARK: - What is mine stays as it was

  @Test func `another's edits move neither my cursor nor a pending command`() async throws {
    let note = try SharedNote("alpha\nbeta\ngamma delta\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("j", "j", "w", "m", "a", "d")
    bo.session.press("O")
    bo.session.type("zero")
    try await settle(note, bo)
    try await note.deliver()
    #expect(ana.text == "zero\nalpha\nbeta\ngamma delta\n")
    ana.session.press("w")
    try await settle(note, ana, bo)

    #expect(ana.text == "zero\nalpha\nbeta\ngamma \n")
    ana.session.press("g", "g", "`", "a")
    #expect(ana.session.editor.buffer.line(at: ana.cursor) == 3)
    #expect(bo.text == ana.text)
  }

  @Test func `a selection stays on its words`() async throws {
    let note = try SharedNote("one two three\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("w", "v", "e")
    bo.session.press("I")
    bo.session.type("and ")
    try await settle(note, bo)
    try await note.deliver()

    let selected = try #require(ana.session.editor.selectedRange)
    #expect(ana.session.editor.buffer.text(in: selected) == "two")
  }

  @Test func `undo reverses my edits alone, and redo repeats them`() async throws {
    let note = try SharedNote("base\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("A")
    ana.session.type(" mine")
    ana.session.press("esc")
    try await settle(note, ana, bo)
    bo.session.press("I")
    bo.session.type("theirs ")
    bo.session.press("esc")
    try await settle(note, ana, bo)
    #expect(ana.text == "theirs base mine\n")
    ana.session.press("u")
    try await settle(note, ana, bo)
    #expect(bo.text == "theirs base\n")
    ana.session.press("u")
    try await settle(note, ana, bo)
    #expect(bo.text == "theirs base\n")
    ana.session.press("ctrl+r")
    try await settle(note, ana, bo)

    #expect(bo.text == "theirs base mine\n")
    #expect(ana.text == bo.text)
  }

  @Test func `a macro and the dot replay what I did`() async throws {
    let note = try SharedNote("a\nb\nc\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("q", "q", "A")
    ana.session.type("1")
    bo.session.press("G", "o")
    bo.session.type("foreign")
    try await settle(note, bo)
    try await note.deliver()
    ana.session.type("2")
    ana.session.press("esc", "j", "q", "@", "q", ".")
    try await settle(note, ana, bo)

    #expect(ana.text == "a12\nb12\nc12\nforeign\n")
    #expect(bo.text == ana.text)
  }

  // MARK: - Other copies

  @Test func `a replaced copy takes over what was typed and not stored`() async throws {
    let note = try SharedNote("one\ntwo\nthree\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    bo.session.press("A")
    bo.session.type("!")
    await bo.desk.passTime()
    ana.session.press("G", "A")
    ana.session.type("?")
    try await ana.document.replace()
    ana.session.type("?")
    try await settle(note, ana, bo)

    #expect(ana.text == "one!\ntwo\nthree??\n")
    #expect(try note.text() == ana.text)
    #expect(bo.text == ana.text)
  }

  @Test func `words that mine overrule in another copy stay in the history, and it is said`()
    async throws
  {
    let note = try SharedNote("by 8 now\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    ana.session.press("w", "r", "9")
    bo.session.press("w", "r", "7")
    await bo.desk.passTime()
    try ana.document.supersede()
    try await settle(note, ana, bo)

    #expect(ana.text == "by 9 now\n")
    #expect(bo.text == ana.text)
    #expect(ana.document.contradicted == ["by 8 now\n"])
    #expect(ana.desk.parked == [.history])
    // What follows contradicts nobody.
    ana.session.press("x")
    try await settle(note, ana, bo)
    #expect(ana.document.contradicted == ["by 8 now\n", nil])
    #expect(ana.desk.parked == [.history])
  }

  @Test func `a save after another process's is made on its text`() async throws {
    let note = try SharedNote("one\ntwo\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    bo.session.press("A")
    bo.session.type("!")
    await bo.desk.passTime()
    ana.session.press("j", "A")
    ana.session.type("?")
    try ana.document.supersede()
    try await settle(note, ana, bo)

    #expect(ana.text == "one!\ntwo?\n")
    #expect(bo.text == ana.text)
    #expect(try note.text() == ana.text)
  }

  @Test func `a change that cannot be applied opens the document again`() async throws {
    let note = try SharedNote("one\n")
    let ana = try await desk(1, note)
    // A change that builds on one that never came.
    var stranger = try note.replica(of: ActorID(number: 40))
    try stranger.update { root, _ in try root.jsonText(SharedNote.field)?.edit(0, 0, "a") }
    try stranger.update { root, _ in try root.jsonText(SharedNote.field)?.edit(0, 0, "b") }
    ana.session.press("A")
    ana.session.type("?")
    await ana.document.send([stranger.localChanges[1]])
    try await settle(note, ana)

    #expect(ana.document.opened == 2)
    #expect(ana.text == "one?\n")
    #expect(try note.text() == ana.text)
  }

  // MARK: - Tags

  @Test func `tags that others type are not this person's doing`() async throws {
    let note = try SharedNote("text\n")
    let (ana, bo) = (try await desk(1, note), try await desk(2, note))
    bo.session.press("o")
    bo.session.type("#theirs ")
    bo.session.press("esc")
    bo.session.save()
    try await settle(note, ana, bo)
    ana.session.press("o")
    ana.session.type("#mine ")
    ana.session.press("esc")
    ana.session.save()
    try await settle(note, ana, bo)

    let added = [ana, bo].map { desk in desk.document.tags.flatMap { $0.added } }
    #expect(added == [["mine"], ["theirs"]])
  }
}
