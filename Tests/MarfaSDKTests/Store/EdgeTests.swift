import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct EdgeTests {
  @Test func `a note has one notebook, and notebooks no circles`() async throws {
    let fixture = try await StoreFixture()
    let birds = try await fixture.notebook("Birds")
    let hides = try await fixture.notebook("Hides", in: birds)
    let note = try await fixture.note("A")
    try await fixture.put(note, in: birds)

    let second = await #expect(throws: ValidationError.self) {
      try await fixture.put(note, in: hides)
    }
    let circle = await #expect(throws: ValidationError.self) {
      try await fixture.put(birds, in: hides)
    }

    #expect(second?.code == ErrorCode.edgeConstraintViolation)
    #expect(circle?.code == ErrorCode.edgeCycle)
    #expect(try await fixture.store.notebooks().map(\.title) == ["Birds"])
    #expect(try await fixture.store.notebooks().first?.count == 1)
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `a note moves between notebooks at once`() async throws {
    let fixture = try await StoreFixture()
    let birds = try await fixture.notebook("Birds")
    let house = try await fixture.notebook("House")
    let note = try await fixture.store.createItem(
      NewItem(
        CreateItemInput(type: "core.note", properties: ["body": "x"]), notebook: birds.id)
    ).item

    let first = try await fixture.store.move(id: note.id, toNotebook: house.id)
    let second = try await fixture.store.move(id: note.id, toNotebook: house.id)
    let counts = try await fixture.store.notebooks().map(\.count)
    try await fixture.store.move(id: note.id, toNotebook: nil)

    #expect(first)
    #expect(!second)
    #expect(counts == [0, 1])
    #expect(try await fixture.store.sourceCounts(today: Timestamp(milliseconds: 0)).inbox == 1)
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `edges are listed from, to and by type, in pages`() async throws {
    let fixture = try await StoreFixture()
    let hub = try await fixture.note("Hub")
    var ids: [String] = []
    for name in ["A", "B", "C"] {
      let note = try await fixture.note(name)
      ids.append(note.id)
      try await fixture.client.edges.create(
        CreateEdgeInput(sourceId: note.id, targetId: hub.id, edgeType: "about"))
    }

    let first = try await fixture.client.edges.list(EdgeFilters(targetId: hub.id, limit: 2))
    let second = try await fixture.client.edges.list(
      EdgeFilters(targetId: hub.id, limit: 2, cursor: first.cursor))
    let byTarget = try await fixture.client.edges.listToTargets(
      targetIds: [hub.id, ids[0]], edgeType: "about")

    #expect(first.data.map(\.sourceId) + second.data.map(\.sourceId) == ids)
    #expect(first.hasMore)
    #expect(!second.hasMore)
    #expect(byTarget[hub.id]?.count == 3)
    #expect(byTarget[ids[0]] == [])
  }

  @Test func `an edge's properties are merged, and a duplicate is refused`() async throws {
    let fixture = try await StoreFixture()
    let one = try await fixture.note("A")
    let two = try await fixture.note("B")
    let input = CreateEdgeInput(
      sourceId: one.id, targetId: two.id, edgeType: "about", properties: ["why": "x"])
    let edge = try await fixture.client.edges.create(input)

    let changed = try await fixture.client.edges.update(
      id: edge.id, properties: ["why": nil, "page": 3])

    #expect(changed.properties == ["page": 3])
    await #expect(throws: ValidationError.self) { try await fixture.client.edges.create(input) }
    try await fixture.client.edges.delete(id: edge.id)
    #expect(try await fixture.client.edges.list().data.isEmpty)
    await #expect(throws: NotFoundError.self) {
      try await fixture.client.edges.delete(id: edge.id)
    }
  }

  @Test func `purging takes edges and cascades to what is contained in the trash`() async throws {
    let fixture = try await StoreFixture()
    let birds = try await fixture.notebook("Birds")
    let note = try await fixture.note("A", tags: ["x"])
    let other = try await fixture.note("B", "see [[A]]")
    let kept = try await fixture.note("C")
    try await fixture.put(note, in: birds)
    try await fixture.put(kept, in: birds)
    try await fixture.client.items.delete(id: note.id)

    try await fixture.client.items.purge(id: birds.id)

    #expect(try await fixture.store.item(id: note.id) == nil)
    #expect(try await fixture.store.item(id: other.id) != nil)
    #expect(try await fixture.store.item(id: kept.id)?.state == .active)
    #expect(try await fixture.client.edges.list().data.isEmpty)
    #expect(try await fixture.client.metadata.listTags().isEmpty)
    #expect(try await fixture.titles(searching: "see") == ["B"])
    #expect(try await fixture.store.quickCheck() == [])
  }

  @Test func `extensions are set, bounded and removed`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A")

    try await fixture.client.extensions.set(
      id: note.id, namespace: "user.reader", data: ["place": 12])
    let metadata = try await fixture.client.metadata.get(id: note.id)

    #expect(metadata.extensions == ["user.reader": ["place": 12]])
    await #expect(throws: ValidationError.self) {
      try await fixture.client.extensions.set(
        id: note.id, namespace: "user.reader",
        data: ["text": .string(String(repeating: "x", count: 110_000))])
    }
    try await fixture.client.extensions.remove(id: note.id, namespace: "user.reader")
    #expect(try await fixture.client.extensions.list(id: note.id).isEmpty)
  }
}
