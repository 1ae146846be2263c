import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct TagTests {
  @Test func `tags are normalized, merged as a set and counted`() async throws {
    let fixture = try await StoreFixture()
    let one = try await fixture.note("A", tags: ["Field Notes", "birds"])
    let two = try await fixture.note("B", tags: ["birds"])

    let added = try await fixture.client.metadata.addTags(id: two.id, tags: ["birds", "#Rings"])
    let removed = try await fixture.client.metadata.removeTag(id: one.id, tag: "nothing")

    #expect(added.tags == ["birds", "rings"])
    #expect(removed.tags == ["birds", "field-notes"])
    #expect(
      try await fixture.client.metadata.listTags() == [
        TagWithCount(tag: "birds", count: 2), TagWithCount(tag: "field-notes", count: 1),
        TagWithCount(tag: "rings", count: 1),
      ])
  }

  @Test func `the most used tags come first, and those of the same count by name`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("A", tags: ["rare", "zoo", "often", "ants"])
    try await fixture.note("B", tags: ["often", "zoo", "birds"])
    try await fixture.note("C", tags: ["often", "birds"])

    let tags = try await fixture.client.metadata.listTags()

    #expect(tags.map(\.tag) == ["often", "birds", "zoo", "ants", "rare"])
    #expect(tags.map(\.count) == [3, 2, 2, 1, 1])
  }

  @Test func `trashed items do not count, and count again when restored`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", tags: ["x"])

    try await fixture.client.items.delete(id: note.id)
    let during = try await fixture.client.metadata.listTags()
    try await fixture.client.items.restore(id: note.id)

    #expect(during.isEmpty)
    #expect(try await fixture.client.metadata.listTags().map(\.count) == [1])
  }

  @Test func `a tag is renamed and merged on all items at once`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("A", tags: ["bird"])
    try await fixture.note("B", tags: ["bird", "birds"])
    try await fixture.note("C", tags: ["other"])

    let changed = try await fixture.client.metadata.renameTag("bird", to: "Birds")

    #expect(changed == 2)
    #expect(
      try await fixture.client.metadata.listTags() == [
        TagWithCount(tag: "birds", count: 2), TagWithCount(tag: "other", count: 1),
      ])
    #expect(try await fixture.titles(ListFilters(tags: ["birds"])) == ["B", "A"])
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `tags next to a tag are counted among its items`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("A", tags: ["birds", "hides", "photo"])
    try await fixture.note("B", tags: ["birds", "photo"])
    try await fixture.note("C", tags: ["photo"])

    let found = try await fixture.store.tags(besides: ["Birds"])

    #expect(
      found == [TagWithCount(tag: "photo", count: 2), TagWithCount(tag: "hides", count: 1)])
  }

  @Test func `setting the same tags changes nothing`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", tags: ["a", "b"])

    try await fixture.client.metadata.set(id: note.id, tags: ["b", "a"])

    #expect(try await fixture.client.items.get(id: note.id) == note)
  }

  @Test func `a tag of nothing is refused`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A")

    await #expect(throws: ValidationError.self) {
      try await fixture.client.metadata.addTags(id: note.id, tags: ["##"])
    }
  }

  @Test func `the check of a store counts tags again, but not those of the trash`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let client = try await LocalClient.open(path: path)
    for (tags, isTrashed) in [(["a", "b"], false), (["b", "c"], true), (["b"], false)] {
      let note = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": "x"], tags: tags))
      if isTrashed { try await client.items.transition(id: note.id, to: .trashed) }
    }
    let sound = try await client.store.quickCheck()

    try FormerStore.change(path, "UPDATE tag SET count = count + 1 WHERE name IN ('b', 'c')")

    #expect(sound == [])
    #expect(try await client.store.quickCheck().sorted() == ["tag b counts 3", "tag c counts 1"])
  }
}
