import Editor
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import TerminalUI
import TestSupport
import Testing

/// Sessions over a store in memory, without screens.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct NoteSessionTests {
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

  private func session(
    _ id: String, _ desk: SessionDesk, source: (any NoteTextSource)? = nil
  ) async throws -> NoteSession {
    let note = try await store.noteText(id: id)
    return NoteSession(
      id: id, editor: Editor(note.body),
      source: source ?? StoredText(store: store, id: id, base: TextBase(note)), host: desk,
      undoArchives: UndoArchives(stateDirectory: folder.path + "/state"),
      refusedFolder: folder.path + "/edit")
  }

  private func body(_ id: String) async throws -> String { try await store.noteText(id: id).body }

  /// Another program changes the note.
  private func change(_ id: String, _ change: (String) -> String) async throws -> TextBase {
    let now = try await store.noteText(id: id)
    try await store.saveText(id: id, body: change(now.body), basedOn: now.revision)
    return TextBase(try await store.noteText(id: id))
  }

  @Test func `what is typed is stored once typing rests`() async throws {
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

  @Test func `what is typed while a save is under way is stored after it`() async throws {
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

    func accept(_ merge: ForeignMerge) {
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

  // MARK: - Laws

  /// Five lines of six words, none of which occurs twice.
  private static let words = (0..<5).map { line in (0..<6).map { "w\(line)\($0)" } }
  private static let text = words.map { $0.joined(separator: " ") }.joined(separator: "\n")

  /// What somebody else does to a text: to a word of another line, or of the typed one, but not one
  /// that touches the place of typing; or whole lines above and below.
  private static func foreign(
    _ number: Int, _ generator: inout SplitMix64
  ) -> (String) -> String {
    let line = Int.random(in: 0..<5, using: &generator)
    let columns = line == 2 ? [0, 1, 4, 5] : Array(0..<6)
    let word = words[line][columns.randomElement(using: &generator) ?? 0]
    let kind = Int.random(in: 0..<4, using: &generator)
    return { text in
      switch kind {
      case 0: text.replacing(word, with: "\(word)f\(number)")
      case 1: text.replacing(word, with: "f\(number)\(word)")
      case 2: "above\(number)\n" + text
      default: text + "\nbelow\(number)"
      }
    }
  }

  @Test(arguments: 1...20)
  func `foreign edits leave the cursor on its character and my undo intact`(seed: UInt64)
    async throws
  {
    var generator = SplitMix64(seed: seed)
    let (desk, id) = (SessionDesk(), try await note(Self.text))
    let session = try await session(id, desk)
    // After the third word of the line in the middle.
    session.press("j", "j", "w", "w", "e", "a")
    var (typed, theirs, number) = ("", Self.text, 0)

    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0..<3:
        let letter = "abcdefg ".randomElement(using: &generator) ?? "a"
        session.type(String(letter))
        typed.append(letter)
      case 3:
        number += 1
        let edit = Self.foreign(number, &generator)
        theirs = edit(theirs)
        let seen = try await change(id, edit)
        // What is not observed is found by the next save.
        if Bool.random(using: &generator) { session.observed(seen) }
        // Typing goes on while the merge is made.
        if Bool.random(using: &generator) { await desk.begin() }
        session.type("x")
        typed += "x"
        await desk.finish()
      case 4: await desk.finish()
      default: await desk.passTime()
      }
      await desk.finish()
      let buffer = session.editor.buffer
      let line = buffer.line(at: session.editor.cursor)
      let before = buffer.text(in: buffer.lineStart(line)..<session.editor.cursor)
      #expect(before.hasSuffix(typed), "seed \(seed): \(before)")
      #expect(before.contains("w22" + typed), "seed \(seed): \(before)")
    }
    session.observed(TextBase(try await store.noteText(id: id)))
    for _ in 0..<3 { await desk.passTime() }
    let whole = session.editor.text

    #expect(try await body(id) == whole)
    #expect(whole == theirs.replacing("w22", with: "w22" + typed))
    #expect(desk.parked.isEmpty)
    session.press("esc")
    for _ in 0..<200 { session.press("u") }
    #expect(session.editor.text == theirs, "seed \(seed)")
  }

  @Test(arguments: 1...10)
  func `two that contradict each other come to rest with the same text, once`(seed: UInt64)
    async throws
  {
    var generator = SplitMix64(seed: seed)
    let id = try await note("the word stands here\nand a second line\n")
    let desks = [SessionDesk(), SessionDesk()]
    let sessions = [try await session(id, desks[0]), try await session(id, desks[1])]
    for (name, session) in zip(["A", "B"], sessions) {
      session.press("w", "c", "w")
      session.type(name)
    }

    for _ in 0..<40 {
      let who = Int.random(in: 0...1, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: sessions[who].type(who == 0 ? "a" : "b")
      case 1: await desks[who].passTime()
      default:
        sessions[who].observed(TextBase(try await store.noteText(id: id)))
        await desks[who].finish()
      }
    }
    for _ in 0..<4 {
      for (desk, session) in zip(desks, sessions) {
        await desk.passTime()
        session.observed(TextBase(try await store.noteText(id: id)))
        await desk.finish()
      }
    }
    let saves = desks.map { $0.saves }
    for (desk, session) in zip(desks, sessions) {
      session.observed(TextBase(try await store.noteText(id: id)))
      await desk.passTime()
    }

    let final = try await body(id)
    #expect(sessions.map { $0.editor.text } == [final, final])
    #expect(desks.map { $0.saves } == saves, "they feed each other")
    #expect(final.split(separator: "\n").count == 2, "\(final)")
    #expect(final.hasSuffix("\nand a second line\n"))
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
