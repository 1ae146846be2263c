import Editor
import MarfaSDK
import MarfaSDKTestSupport
import NoteEditing
import NoteFiles
import TerminalUI
import TestSupport
import Testing

/// Sessions over a store in memory, without screens.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteSessionTests {
  let store: LocalStore
  let folder: TemporaryDirectory

  init() throws {
    store = try MarfaSDKTest.makeInMemoryStore(clock: ManualWallClock(MarfaSDKTest.start))
    folder = try TemporaryDirectory()
  }

  func note(_ body: String) async throws -> String {
    try await MarfaClient(store: store).items.create(
      CreateItemInput(type: "core.note", properties: ["body": .string(body)])
    ).id
  }

  func session(
    _ id: String, _ desk: SessionDesk, source: (any NoteTextSource)? = nil
  ) async throws -> NoteSession {
    let note = try await store.noteText(id: id)
    return NoteSession(
      id: id, editor: Editor(note.body),
      source: source ?? StoredText(store: store, id: id, base: TextBase(note)), host: desk,
      undoArchives: UndoArchives(stateDirectory: folder.path + "/state"),
      refusedFolder: folder.path + "/edit")
  }

  func body(_ id: String) async throws -> String { try await store.noteText(id: id).body }

  /// Another program changes the note.
  func change(_ id: String, _ change: (String) -> String) async throws -> TextBase {
    let now = try await store.noteText(id: id)
    try await store.saveText(id: id, body: change(now.body), basedOn: now.revision)
    return TextBase(try await store.noteText(id: id))
  }

  @Test func `typed text is stored once typing rests`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one"))
    let session = try await session(id, desk)
    session.press("i")
    session.type("two ")
    #expect(try await body(id) == "one")
    #expect(!session.isSettled)

    await desk.passTime()

    #expect(try await body(id) == "two one")
    #expect(session.isSettled)
  }

  @Test func `text typed while a save is under way is stored after it`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one"))
    let session = try await session(id, desk)
    session.press("i")
    session.type("two ")
    session.save()
    session.type("and ")
    session.save()

    await desk.finish()

    #expect(try await body(id) == "two and one")
    #expect(session.isSettled)
  }

  @Test func `a refused text is in a file until it is stored`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one"))
    let session = try await session(id, desk)
    let client = MarfaClient(store: store)
    try await client.items.delete(id: id)
    try await client.items.purge(id: id)
    session.press("i")
    session.type("two ")
    await desk.passTime()

    #expect(desk.errors == ["Saving the note"])
    #expect(desk.refused == [id])
    let survivor = try #require(EditFile.survivors(in: folder.path + "/edit").first)
    #expect(survivor.text == "two one")
    #expect(survivor.base == "one")

    try await client.items.create(
      CreateItemInput(id: id, type: "core.note", properties: ["body": "one"]))
    await desk.passTime()
    #expect(try await body(id) == "two one")
    #expect(desk.refused.isEmpty)
    #expect(EditFile.survivors(in: folder.path + "/edit").isEmpty)
  }

  @Test func `a refused text that is as it was is in no file, and is not reported`() async throws {
    let (desk, id) = (SessionDesk(), try await note(""))
    let session = try await session(id, desk)
    let client = MarfaClient(store: store)
    try await client.items.delete(id: id)
    try await client.items.purge(id: id)
    session.press("i")
    session.type("x")
    session.press("esc", "u")
    await desk.passTime()

    let path = try await session.keepInFile()

    #expect(path == nil)
    #expect(desk.refused.isEmpty)
    #expect(EditFile.survivors(in: folder.path + "/edit").isEmpty)
  }

  /// Notes the edits that it is handed, and brings those of somebody else.
  private final class SharedText: NoteTextSource {
    var buffer: TextBuffer
    var waiting: [TextReplacement] = []
    var baseText: String { buffer.text }
    var hasArrival: Bool { !waiting.isEmpty }

    private let base: TextBase

    init(_ base: TextBase) {
      self.base = base
      buffer = TextBuffer(base.text)
    }

    func typed(_ changes: [TextChange]) { for change in changes { buffer.apply(change) } }
    func observed(_ seen: TextBase) -> Bool { hasArrival }
    func store(_ buffer: TextBuffer) async throws -> TextStoring { .conflicted }

    func merge(onto buffer: TextBuffer) async -> ForeignMerge? {
      ForeignMerge(
        edits: ForeignEdits(waiting), differs: false, hasContradictions: false, theirs: base)
    }

    func accept(_ merge: ForeignMerge, leadingTo text: TextBuffer) {
      for change in merge.edits.changes { buffer.apply(change) }
      waiting = []
    }
  }

  @Test(arguments: 1...10)
  func `a source is handed every edit as an edit, and gives those of others`(seed: UInt64)
    async throws
  {
    var generator = SplitMix64(seed: seed)
    let (desk, id) = (SessionDesk(), try await note("one\ntwo words\nthree"))
    let source = SharedText(TextBase(try await store.noteText(id: id)))
    let session = try await session(id, desk, source: source)
    let keys = ["x", "w", "j", "k", "d", "p", "u", "o", "i", "A", "esc", "J", "."]

    for _ in 0..<200 {
      if Int.random(in: 0..<5, using: &generator) == 0 {
        let place = source.buffer.clusterStart(
          at: Int.random(in: 0...source.buffer.byteCount, using: &generator))
        source.waiting = [TextReplacement(range: place..<place, text: "+")]
        session.observed(
          TextBase(try await store.noteText(id: id)))
        await desk.finish()
      } else {
        session.press(keys.randomElement(using: &generator) ?? "x")
      }
      #expect(source.buffer.text == session.editor.text)
    }
  }

  @Test func `lines added after the one that is typed leave the cursor in it`() async throws {
    let (desk, id) = (SessionDesk(), try await note("one\ntwo"))
    let session = try await session(id, desk)
    session.press("G", "A")
    session.type(" mine")

    session.observed(try await change(id) { $0 + "\ntheirs" })
    await desk.finish()
    session.type(" more")
    await desk.passTime()

    #expect(try await body(id) == "one\ntwo mine more\ntheirs")
    #expect(desk.parked.isEmpty)
  }

  @Test func `a contradiction is parked, never put into the note twice`() async throws {
    let (desk, id) = (SessionDesk(), try await note("by 8 now"))
    let session = try await session(id, desk)
    session.press("w", "r", "9")
    _ = try await change(id) { _ in "by 7 now" }

    await desk.passTime()

    #expect(try await body(id) == "by 9 now")
    #expect(desk.parked == [.history])
    let versions = try await MarfaClient(store: store).items.versions(id: id)
    #expect(versions.contains { $0.properties["body"] == "by 7 now" })
  }

  @Test func `a large note is merged while typing goes on`() async throws {
    let body = (0..<20_000).map { "line number \($0) of many\n" }.joined()
    let (desk, id) = (SessionDesk(), try await note(body))
    let session = try await session(id, desk)
    session.press("i")
    session.type("MINE ")
    session.observed(try await change(id) { $0.replacing("number 19000 ", with: "THEIRS ") })
    session.type("mo")
    await desk.begin()
    session.type("re ")
    await desk.finish()
    await desk.passTime()

    let stored = try await self.body(id)
    #expect(stored.hasPrefix("MINE more line number 0 "))
    #expect(stored.contains("line THEIRS of many"))
    #expect(stored == session.editor.text)
  }
}
