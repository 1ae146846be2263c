import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct InlineTagsTests {
  @Test(arguments: [
    ("#work and #Play", ["play", "work"]), ("no#tag a#b", []), ("#2026 #v2", ["v2"]),
    ("`#code` x", []), ("    #code\n", []), ("```\n#code\n```\n", []),
    ("[label #part](x.md) #real", ["real"]), ("[[Note #part]] (#no)", []),
    ("---\ntags: [a]\nx: #y\n---\n#body\n", ["body"]), ("line\n#start", ["start"]),
    ("# Heading #x\n", ["x"]), ("#work/today", ["work/today"]),
  ])
  func `words that begin with a hash are tags outside code, links and front matter`(
    text: String, names: [String]
  ) {
    #expect(InlineTags.names(in: text).sorted() == names)
  }

  @Test func `a word in which somebody types is not finished`() {
    for (text, caret, finished, isTyping) in [
      ("#b #wor", 7, ["b"], true), ("a #wor b", 4, [], true), ("a #work ", 8, ["work"], false),
      ("a #work", 2, ["work"], false), ("#a #a", 5, ["a"], true),
    ] {
      let names = InlineTags.names(in: text, typingAt: caret)
      #expect(names.finished == Set(finished) && names.isTyping == isTyping, "\(text)")
    }
  }

  @Test func `tags change with the text that names them, in one transaction`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore(clock: ManualWallClock(MarfaSDKTest.start))
    let id = try await store.createItem(
      NewItem(
        CreateItemInput(type: "core.note", properties: ["body": "#old"], tags: ["mine", "old"]))
    ).item.id
    let note = try await store.noteText(id: id)
    let difference = TagDifference(fromText: note.body, to: "#new and #mine")

    let saved = try await store.saveText(
      id: id, body: "#new and #mine", basedOn: note.revision, tags: difference)
    await #expect(throws: ConflictError.self) {
      try await store.saveText(
        id: id, body: "stale", basedOn: note.revision,
        tags: TagDifference(from: ["mine"], to: []))
    }

    #expect(difference == TagDifference(from: ["old"], to: ["mine", "new"]))
    #expect(saved.didChange)
    #expect(try await store.noteText(id: id).tags == ["mine", "new"])
  }
}
