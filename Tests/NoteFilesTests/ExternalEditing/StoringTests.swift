import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import Testing

/// What an editor, a program or a survivor's file brings home, after somebody else wrote.
@Suite(.timeLimit(.minutes(20))) struct StoringTests {
  private func desk(_ body: String) async throws -> (store: LocalStore, id: String) {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let item = try await store.createItem(
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["title": "Reed", "body": .string(body)],
          tags: ["kept", "old"])))
    return (store, item.item.id)
  }

  @Test func `text committed between the reading and the writing survives`() async throws {
    let (store, id) = try await desk("one\n\ntwo\n\nthree\n")
    let seen = EditableNote(try await store.noteText(id: id))
    var mine = seen
    mine.body = "one\n\ntwo\n\nTHREE\n"
    mine.tags = ["kept", "mine"]
    try await store.replaceText(id: id, title: "Reeds", body: "ONE\n\ntwo\n\nthree\n")
    _ = try await store.addTags(id: id, ["theirs"])

    try await store.store(mine, over: seen, id: id)

    let text = try await store.noteText(id: id)
    #expect(text.body == "ONE\n\ntwo\n\nTHREE\n")
    #expect(text.title == "Reeds")
    #expect(text.tags == ["kept", "mine", "theirs"])
  }

  @Test func `a title that was changed here wins, and nothing else is written`() async throws {
    let (store, id) = try await desk("one\n")
    let seen = EditableNote(try await store.noteText(id: id))
    var mine = seen
    mine.title = "Sedge"
    try await store.replaceText(id: id, body: "theirs\n")

    try await store.store(mine, over: seen, id: id)

    let text = try await store.noteText(id: id)
    #expect(text.title == "Sedge")
    #expect(text.body == "theirs\n")
    #expect(text.tags == ["kept", "old"])
  }

  @Test func `contradictions are thrown with the present text, and nothing is written`()
    async throws
  {
    let (store, id) = try await desk("one\n")
    let seen = EditableNote(try await store.noteText(id: id))
    var mine = seen
    (mine.body, mine.tags) = ("mine\n", ["mine"])
    try await store.replaceText(id: id, body: "theirs\n")

    let error = await #expect(throws: ConflictError.self) {
      try await store.store(mine, over: seen, id: id)
    }

    #expect(error?.current.properties["body"] == "theirs\n")
    let text = try await store.noteText(id: id)
    #expect(text.body == "theirs\n")
    #expect(text.tags == ["kept", "old"])
  }
}
