import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RevisionTests {
  private static let server = ServerIdentity(url: "https://notes.example")

  @Test func `every change of the properties raises the revision, and nothing else does`()
    async throws
  {
    let fixture = try await StoreFixture()
    let store = fixture.store
    let note = try await fixture.note("A", "1")
    func revision() async throws -> Int? { try await store.item(id: note.id)?.revision }

    #expect(note.revision == 1)
    try await fixture.client.items.update(id: note.id, properties: ["notes": "n"])
    #expect(try await revision() == 2)
    #expect(try await store.replaceText(id: note.id, body: "2").revision == 3)
    try await store.rename(id: note.id, to: "B")
    #expect(try await revision() == 4)
    _ = try await store.restoreVersion(1, of: note.id)
    #expect(try await revision() == 5)
    _ = try await store.addTags(id: note.id, ["x"])
    try await fixture.client.items.transition(id: note.id, to: .archived)
    _ = try await store.setExtension("user.x", of: note.id, to: ["a": 1])
    try await fixture.client.items.update(
      id: note.id, properties: [:], options: UpdateOptions(tier: .feed))
    #expect(try await revision() == 5)
    #expect(try await store.noteText(id: note.id).revision == 5)
  }

  @Test func `a store without a server shows the revision as the version, in the history too`()
    async throws
  {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "1")
    for body in ["2", "3"] {
      try await fixture.client.items.update(id: note.id, properties: ["body": .string(body)])
    }

    #expect(try await fixture.store.item(id: note.id)?.version == 3)
    #expect(try await fixture.client.versions.list(id: note.id).map(\.version) == [2, 1])
    #expect(try await fixture.store.summaries(ListFilters()).data.map(\.version) == [3])
    let error = await #expect(throws: ConflictError.self) {
      try await fixture.client.items.update(
        id: note.id, properties: ["body": "4"], options: UpdateOptions(version: 2))
    }
    #expect(error?.current.properties["body"] == "3")
    #expect(error?.ancestor?.properties["body"] == "2")
  }

  @Test func `at login the version becomes the server's and the revision goes on`() async throws {
    let fixture = try await StoreFixture()
    let store = fixture.store
    let note = try await fixture.note("A", "1")
    try await fixture.client.items.update(id: note.id, properties: ["body": "2"])

    try await store.connect(to: Self.server)
    let connected = try #require(try await store.item(id: note.id))
    try await fixture.client.items.update(id: note.id, properties: ["body": "3"])
    let changed = try #require(try await store.item(id: note.id))

    #expect(try await store.server() == Self.server)
    #expect((connected.version, connected.revision) == (1, 2))
    #expect((changed.version, changed.revision) == (1, 3))
    // The server never had these states, and no number of its own is taken for one of them.
    #expect(try await store.versions(of: note.id).map(\.version) == [0, 0])
    #expect(try await store.versions(of: note.id).map(\.revision) == [2, 1])
    await #expect(throws: NotFoundError.self) { try await store.restoreVersion(2, of: note.id) }
    #expect(try await store.restoreRevision(2, of: note.id).properties["body"] == "2")
  }

  @Test func `a text on another revision than the present one is a conflict with the present text`()
    async throws
  {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "1")
    let read = try await fixture.store.noteText(id: note.id)
    try await fixture.store.replaceText(id: note.id, body: "theirs")

    let error = await #expect(throws: ConflictError.self) {
      try await fixture.store.saveText(id: note.id, body: "mine", basedOn: read.revision)
    }

    #expect(error?.current.properties["body"] == "theirs")
    #expect(try await fixture.store.noteText(id: note.id).body == "theirs")
  }

  @Test func `equal versions of two texts do not hide that they differ`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "1")
    try await fixture.store.connect(to: Self.server)
    let read = try await fixture.store.noteText(id: note.id)
    let saved = try await fixture.store.replaceText(id: note.id, body: "theirs")

    #expect(saved.version == read.version)
    await #expect(throws: ConflictError.self) {
      try await fixture.store.saveText(id: note.id, body: "mine", basedOn: read.revision)
    }
  }

  @Test(arguments: [
    ("a\nb\nc\n", "A\nb\nc\n", "a\nb\nC\n", "A\nb\nC\n"),
    ("a\n", "a\nmine\n", "a\n", "a\nmine\n"),
    ("a\n", "a\n", "theirs\n", "theirs\n"),
  ])
  func `a change of a text that was read is brought onto the present one`(
    base: String, mine: String, theirs: String, merged: String
  ) async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", base)
    try await fixture.store.replaceText(id: note.id, body: theirs)

    try await fixture.store.mergeText(id: note.id, from: base, to: mine)

    #expect(try await fixture.store.noteText(id: note.id).body == merged)
  }

  @Test func `a change that contradicts the present text is a conflict and writes nothing`()
    async throws
  {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "one\n")
    try await fixture.store.replaceText(id: note.id, body: "theirs\n")

    let error = await #expect(throws: ConflictError.self) {
      try await fixture.store.mergeText(id: note.id, from: "one\n", to: "mine\n")
    }

    #expect(error?.current.properties["body"] == "theirs\n")
    #expect(try await fixture.store.noteText(id: note.id).body == "theirs\n")
  }

  @Test func `writers who read, merge and write all at once lose no line of each other`()
    async throws
  {
    let fixture = try await StoreFixture()
    let lines = (0..<8).map { "line \($0)\n" }
    let note = try await fixture.note("A", lines.joined(separator: "\n"))
    let base = try await fixture.store.noteText(id: note.id).body

    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          let mine = base.replacing("line \(number)\n", with: "changed \(number)\n")
          try await fixture.store.mergeText(id: note.id, from: base, to: mine)
        }
      }
      try await group.waitForAll()
    }

    let text = try await fixture.store.noteText(id: note.id).body
    #expect(text == base.replacing("line", with: "changed"))
  }
}
