import Editor
import MarfaSDK
import MarfaSDKTestSupport
import NoteEditing
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoredTextTests {
  private let store: LocalStore
  private let id: String
  private let text: StoredText

  init() async throws {
    store = try MarfaSDKTest.makeInMemoryStore(clock: ManualWallClock(MarfaSDKTest.start))
    let client = MarfaClient(store: store)
    id = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "one\ntwo\nthree\n"])
    ).id
    text = StoredText(store: store, id: id, base: TextBase(try await store.noteText(id: id)))
  }

  private func body() async throws -> String { try await store.noteText(id: id).body }

  /// Another program stores a text.
  private func store(elsewhere body: String) async throws -> TextBase {
    let now = try await store.noteText(id: id)
    try await store.saveText(id: id, body: body, basedOn: now.revision)
    return TextBase(try await store.noteText(id: id))
  }

  @Test func `a text is stored and is the base of the next save`() async throws {
    for body in ["one\n", "one\nmore\n"] {
      guard case .stored(let saved, let parked) = try await text.store(TextBuffer(body)) else {
        Issue.record("It is not stored.")
        return
      }
      #expect(saved.didChange)
      #expect(parked == nil)
    }

    #expect(try await body() == "one\nmore\n")
    #expect(text.baseText == "one\nmore\n")
  }

  @Test func `nothing is stored over a text that was not seen`() async throws {
    _ = try await store(elsewhere: "one\ntwo\nTHEIRS\n")

    #expect(try await text.store(TextBuffer("MINE\ntwo\nthree\n")) == .conflicted)

    #expect(try await body() == "one\ntwo\nTHEIRS\n")
    let merge = try #require(await text.merge(onto: TextBuffer("MINE\ntwo\nthree\n")))
    #expect(merge.edits.replacements == [TextReplacement(range: 9..<14, text: "THEIRS")])
    #expect(merge.differs)
    #expect(!merge.hasContradictions)
    text.accept(merge)
    #expect(!text.hasArrival)
    _ = try await text.store(TextBuffer("MINE\ntwo\nTHEIRS\n"))
    #expect(try await body() == "MINE\ntwo\nTHEIRS\n")
  }

  @Test func `the base only moves forward`() async throws {
    let first = TextBase(try await store.noteText(id: id))
    let second = try await store(elsewhere: "second\n")
    let third = try await store(elsewhere: "third\n")

    #expect(!text.observed(first), "that is the base")
    #expect(text.observed(third))
    #expect(!text.observed(third), "that is known")
    #expect(!text.observed(second), "that is older")
    text.accept(try #require(await text.merge(onto: TextBuffer("one\ntwo\nthree\n"))))

    #expect(text.baseText == "third\n")
    #expect(!text.observed(second))
    #expect(!text.hasArrival)
  }

  @Test func `its own save is no news, and what was stored after it is`() async throws {
    _ = try await text.store(TextBuffer("mine\n"))
    #expect(!text.observed(TextBase(try await store.noteText(id: id))))

    #expect(text.observed(try await store(elsewhere: "mine\nand theirs\n")))
  }

  @Test func `a contradiction keeps mine in the note and theirs in its history`() async throws {
    #expect(text.observed(try await store(elsewhere: "one\nTHEIRS\nthree\n")))
    let mine = TextBuffer("one\nMINE\nthree\n")
    let merge = try #require(await text.merge(onto: mine))
    #expect(merge.edits.replacements == [])
    #expect(merge.hasContradictions)
    text.accept(merge)

    guard case .stored(_, let parked) = try await text.store(mine) else {
      Issue.record("It is not stored.")
      return
    }

    #expect(parked == .history)
    #expect(try await body() == "one\nMINE\nthree\n")
    let versions = try await MarfaClient(store: store).items.versions(id: id)
    #expect(versions.contains { $0.properties["body"] == "one\nTHEIRS\nthree\n" })
    guard case .stored(_, parked: nil) = try await text.store(TextBuffer("one\nMINE!\nthree\n"))
    else {
      Issue.record("What is parked once is not parked again.")
      return
    }
  }

  @Test(arguments: [
    // At the end of a line, of a word, of the text; whole lines.
    ("start \n", "start mine\n", "start theirs \n", "start minetheirs \n"),
    ("a0\n", "a00 a01\n", "a0b00\n", "a00 a01b00\n"),
    ("b0", "b0 a0", "b00 b01", "b0 a00 b01"),
    ("", "mine", "theirs", "mine\ntheirs"),
    ("one\n", "one\nmine\n", "one\ntheirs\n", "one\nmine\ntheirs\n"),
    ("one\n", "one\nmine", "one\ntheirs\n", "one\ntheirs\nmine"),
  ])
  func `additions of both at one place are there once each`(
    base: String, mine: String, theirs: String, expected: String
  ) async throws {
    let now = try await store.noteText(id: id)
    try await store.saveText(id: id, body: base, basedOn: now.revision)
    let text = StoredText(
      store: store, id: id, base: TextBase(try await store.noteText(id: id)))
    #expect(text.observed(try await store(elsewhere: theirs)))

    let merge = try #require(await text.merge(onto: TextBuffer(mine)))

    #expect(!merge.hasContradictions)
    #expect(TextReplacement.apply(merge.edits.replacements, to: mine) == expected)
  }

  @Test func `a contradiction that is undone before it is stored parks nothing`() async throws {
    #expect(text.observed(try await store(elsewhere: "one\nTHEIRS\nthree\n")))
    text.accept(try #require(await text.merge(onto: TextBuffer("one\nMINE\nthree\n"))))
    #expect(text.observed(try await store(elsewhere: "one\nTHEIRS\nthree!\n")))

    text.accept(try #require(await text.merge(onto: TextBuffer("one\nTHEIRS\nthree\n"))))

    guard case .stored(_, parked: nil) = try await text.store(TextBuffer("one\nTHEIRS\nthree!\n?"))
    else {
      Issue.record("Nothing was overruled.")
      return
    }
  }

  @Test func `a note that was made again under its id is taken, whatever its number`() async throws
  {
    let client = MarfaClient(store: store)
    _ = try await text.store(TextBuffer("mine\n"))
    try await client.items.delete(id: id)
    try await client.items.purge(id: id)
    await #expect(throws: NotFoundError.self) { try await text.store(TextBuffer("mine more\n")) }
    try await client.items.create(
      CreateItemInput(id: id, type: "core.note", properties: ["body": "again\n"]))

    #expect(try await text.store(TextBuffer("mine more\n")) == .conflicted)
    let merge = try #require(await text.merge(onto: TextBuffer("mine more\n")))
    text.accept(merge)

    #expect(text.baseText == "again\n")
    #expect(merge.hasContradictions)
  }
}

extension StoredText {
  /// Takes a merge for done; what it led to is no matter to a text that is stored as a whole.
  fileprivate func accept(_ merge: ForeignMerge) { accept(merge, leadingTo: TextBuffer("")) }
}
