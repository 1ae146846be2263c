import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct NoteTests {
  @Test func `saving the same text writes nothing`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "x")

    let same = try await fixture.store.replaceText(id: note.id, body: "x")
    let other = try await fixture.store.replaceText(id: note.id, body: "y")

    #expect(!same.didChange)
    #expect(same.version == 1)
    #expect(other.didChange)
    #expect(other.version == 2)
    #expect(try await fixture.store.noteText(id: note.id).body == "y")
  }

  @Test func `a note without a title is called by its first line`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "\n# Reed *bed*\nmore"]))

    let saved = try await fixture.store.replaceText(id: note.id, body: "- first\nsecond")

    #expect(saved.title == "first")
    #expect(try await fixture.titles(ListFilters()) == ["first"])
  }

  @Test func `saving on a stale version is a conflict and writes nothing`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "x")
    try await fixture.store.saveText(id: note.id, body: "y", basedOn: 1)

    await #expect(throws: ConflictError.self) {
      try await fixture.store.saveText(id: note.id, body: "z", basedOn: 1)
    }

    #expect(try await fixture.store.noteText(id: note.id).body == "y")
  }

  @Test func `ids are found by their first characters`() async throws {
    let fixture = try await StoreFixture()
    let one = try await fixture.note("A")
    try await fixture.note("B")

    #expect(try await fixture.store.resolveId(prefix: one.id) == one.id)
    #expect(
      try await fixture.store.resolveId(prefix: String(one.id.prefix(13)).uppercased()) == one.id)
    let ambiguous = await #expect(throws: AmbiguousIdError.self) {
      try await fixture.store.resolveId(prefix: String(one.id.prefix(6)))
    }
    #expect(ambiguous?.candidates.map(\.title) == ["A", "B"])
    await #expect(throws: NotFoundError.self) {
      try await fixture.store.resolveId(prefix: "ffff")
    }
    await #expect(throws: NotFoundError.self) {
      try await fixture.store.resolveId(prefix: "")
    }
  }

  @Test func `titles come with the latest change first`() async throws {
    let fixture = try await StoreFixture()
    let one = try await fixture.note("A")
    try await fixture.note("B")
    try await fixture.store.replaceText(id: one.id, body: "new")

    let titles = try await fixture.store.titles()

    #expect(titles.map(\.title) == ["A", "B"])
    #expect(titles.allSatisfy { !$0.isNotebook })
  }

  @Test func `a backup is a store of its own at one moment`() async throws {
    let folder = TemporaryFolder()
    let client = try await LocalClient.open(path: folder.path("notes.sqlite"))
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))

    try await client.store.backup(to: folder.path("copy.sqlite"))
    try await client.store.replaceText(id: note.id, body: "later")
    let copy = try await LocalClient.open(path: folder.path("copy.sqlite"))

    #expect(try await copy.store.noteText(id: note.id).body == "x")
    #expect(try await copy.store.quickCheck() == [])
    #expect(try await copy.store.statistics().itemCount == 1)
  }

  @Test func `a batch is all or nothing, and idempotent by source id`() async throws {
    let fixture = try await StoreFixture()
    let good = (0..<300).map { number in
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["title": .string("N\(number)"), "body": "[[N0]] word"],
          sourceId: "\(number).md", tags: ["t"]),
        createdAt: Timestamp(milliseconds: 1000), updatedAt: Timestamp(milliseconds: 2000))
    }
    let bad = NewItem(CreateItemInput(type: "core.note"))

    await #expect(throws: ValidationError.self) {
      try await fixture.store.createItems(good + [bad])
    }
    let first = try await fixture.store.createItems(good)
    let second = try await fixture.store.createItems(good)

    #expect(first.allSatisfy { $0.action == .created })
    #expect(second.allSatisfy { $0.action == .unchanged })
    #expect(try await fixture.store.count(ListFilters()) == 300)
    #expect(try await fixture.client.metadata.listTags().map(\.count) == [300])
    let item = try await fixture.client.items.get(id: first[0].id)
    #expect(item.createdAt == "1970-01-01T00:00:01.000Z")
    #expect(item.updatedAt == "1970-01-01T00:00:02.000Z")
    #expect(try await fixture.store.backlinks(to: item.id, limit: 1000).count == 299)
    #expect(try await fixture.store.quickCheck() == [])
    #expect(try await fixture.store.verifySearchIndex() == [])
  }

  @Test func `a bulk call undoes all or reports each`() async throws {
    let fixture = try await StoreFixture()
    let good = CreateItemInput(type: "core.note", properties: ["body": "x"], tags: ["a"])
    let bad = CreateItemInput(
      type: "core.note", properties: ["body": "x"], tags: ["b"], edges: ["about": ["nothing"]])

    let atomic = await #expect(throws: ValidationError.self) {
      try await fixture.client.items.bulk([good, bad])
    }
    let each = try await fixture.client.items.bulk([good, bad], atomic: false)

    #expect(atomic?.code == ErrorCode.bulkAtomicRollback)
    #expect(each.results.map(\.outcome) == [.created, .errored])
    #expect(each.counts.created == 1)
    #expect(try await fixture.client.metadata.listTags().map(\.tag) == ["a"])
    #expect(try await fixture.store.quickCheck() == [])
    #expect(try await fixture.store.verifySearchIndex() == [])
  }

  @Test func `a bulk action is counted, bounded and confirmed`() async throws {
    let fixture = try await StoreFixture()
    for number in 0..<5 { try await fixture.note("\(number)", tags: ["a"]) }
    let all = ListFilters(tags: ["a"])

    let dry = try await fixture.client.items.bulkAction(
      .updateTags(add: ["b"], remove: ["a"]), filters: all, isDryRun: true)
    let done = try await fixture.client.items.bulkAction(
      .updateTags(add: ["b"], remove: ["a"]), filters: all)

    #expect(dry == BulkActionResult(matched: 5, changed: 0, errored: 0, isDryRun: true))
    #expect(done.changed == 5)
    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.bulkAction(.purge(confirm: "yes"), filters: ListFilters())
    }
    await #expect(throws: ValidationError.self) {
      try await fixture.client.items.bulkAction(
        .transition(.trashed), filters: ListFilters(), maximum: 4)
    }
    try await fixture.client.items.bulkAction(
      .purge(confirm: "PURGE"), filters: ListFilters(tags: ["b"]))
    #expect(try await fixture.store.count(ListFilters()) == 0)
    #expect(try await fixture.store.quickCheck() == [])
  }
}
