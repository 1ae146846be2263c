import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Contradictions between a file and its note, in the rows of the store.
@Suite(.timeLimit(.minutes(20))) struct FileConflictTests {
  let store: LocalStore
  let note: String

  init() async throws {
    store = try MarfaSDKTest.makeInMemoryStore()
    note = try await LocalClient(store: store).items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Oat", "body": "note\n"])
    ).id
  }

  private func park(_ text: String = "file\n", as id: String? = nil) async throws -> String {
    try await store.park(
      FileConflict(
        path: "/notes/Oat.md", itemId: note, base: ["body": "base\n"],
        file: ["body": .string(text)]), as: id)
  }

  private func body() async throws -> JSONValue? {
    try await store.item(id: note)?.properties["body"]
  }

  @Test func `it waits, is counted and marks its note without a server`() async throws {
    let id = try await park()

    #expect(try await store.standing(ofFileConflict: id) == .waits)
    #expect(try await store.syncCounts().conflicts == 1)
    #expect(try await store.summaries(ids: [note]).first?.isInConflict == true)
    let sides = try #require(try await store.conflictSides(id: id))
    #expect(sides.file == "/notes/Oat.md")
    #expect(sides.item.properties["body"] == "file\n")
    #expect(sides.shown["body"] == "note\n")
    #expect(sides.conflict.context.ancestor?.properties == ["body": "base\n"])
  }

  @Test func `a file has one conflict, with its sides of now`() async throws {
    let id = try await park()

    #expect(try await park("other\n") == id)
    #expect(try await park("third\n", as: id) == id)

    #expect(try await store.parkedConflicts().map(\.id) == [id])
    let sides = try await store.conflictSides(id: id)
    #expect(sides?.item.properties["body"] == "third\n")
  }

  @Test func `a decision is kept until the mirror has taken it`() async throws {
    let id = try await park()

    try await store.resolveConflict(id: id, choosing: ["body": "chosen\n"])

    #expect(try await store.standing(ofFileConflict: id) == .settled)
    #expect(try await body() == "chosen\n")
    #expect(try await store.syncCounts().conflicts == 0)
    #expect(try await store.summaries(ids: [note]).first?.isInConflict == false)
    try await store.endFileConflict(id: id)
    #expect(try await store.standing(ofFileConflict: id) == .unknown)
  }

  @Test func `a decision waits again after its undo, unless the mirror has taken it`() async throws
  {
    let id = try await park()
    let sides = try #require(try await store.conflictSides(id: id))
    try await store.resolveConflict(id: id, choosing: [:])

    try await store.waitAgain(sides)
    #expect(try await store.standing(ofFileConflict: id) == .waits)
    try await store.resolveConflict(id: id, choosing: [:])
    try await store.endFileConflict(id: id)
    try await store.waitAgain(sides)

    #expect(try await store.standing(ofFileConflict: id) == .unknown)
  }

  @Test func `it stays when the notes leave their server`() async throws {
    let id = try await park()

    try await store.leaveServer(.move)

    #expect(try await store.standing(ofFileConflict: id) == .waits)
    #expect(try await store.summaries(ids: [note]).first?.isInConflict == true)
  }
}
