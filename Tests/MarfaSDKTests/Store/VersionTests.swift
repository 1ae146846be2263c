import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct VersionTests {
  @Test func `each update keeps the state before, newest first`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "1")

    try await fixture.client.items.update(id: note.id, properties: ["body": "2"])
    try await fixture.client.items.update(id: note.id, properties: ["body": "3"])
    let versions = try await fixture.client.versions.list(id: note.id)

    #expect(versions.map(\.version) == [2, 1])
    #expect(versions.map { $0.properties["body"] } == ["2", "1"])
  }

  @Test func `autosaves keep one version in ten minutes`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "0")

    for count in 1...100 {
      try await fixture.store.replaceText(id: note.id, body: String(repeating: "x", count: count))
      fixture.clock.advance(byMilliseconds: 7000)
    }

    let versions = try await fixture.client.items.versions(id: note.id)
    #expect(versions.map(\.version) == [87, 1])
    #expect(try await fixture.client.items.get(id: note.id).version == 101)
  }

  @Test func `old versions are thinned by the type's policy`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "0")

    for day in 1...40 {
      for half in 1...2 {
        fixture.clock.advance(byMilliseconds: 43_200_000)
        try await fixture.client.items.update(
          id: note.id, properties: ["body": .string("\(day).\(half)")])
      }
    }

    let versions = try await fixture.client.items.versions(id: note.id)
    #expect(versions.count < 60)
    #expect(versions.count > 30)
    #expect(versions.first?.version == 80)
  }

  @Test func `a version is dated by when it was made, which a tag does not move`() async throws {
    let fixture = try await StoreFixture(at: "2026-11-21T12:00:00Z")
    let note = try await fixture.note("A", "1")
    fixture.clock.advance(byMilliseconds: 3_599_000)
    _ = try await fixture.store.addTags(id: note.id, ["pinned"])
    fixture.clock.advance(byMilliseconds: 3_600_000)
    try await fixture.client.items.update(id: note.id, properties: ["body": "2"])
    fixture.clock.advance(byMilliseconds: 3_600_000)
    try await fixture.client.items.transition(id: note.id, to: .trashed)

    let earlier = try await fixture.client.versions.list(id: note.id)
    #expect(earlier.map(\.createdAt) == ["2026-11-21T12:00:00.000Z"])
    #expect(
      try await fixture.store.editedAt(of: note.id).iso8601 == "2026-11-21T14:00:00.000Z")
    #expect(
      try await fixture.client.items.get(id: note.id).updatedAt == "2026-11-21T15:00:00.000Z")
  }

  @Test func `a text of long ago is kept when it is changed today`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "old")
    fixture.clock.advance(byMilliseconds: 800 * 86_400_000)

    for body in ["x", "xy", "xyz"] {
      try await fixture.store.replaceText(id: note.id, body: body)
      fixture.clock.advance(byMilliseconds: 7000)
    }
    #expect(try await fixture.client.versions.list(id: note.id).map(\.version) == [1])

    fixture.clock.advance(byMilliseconds: 3_600_000)
    try await fixture.store.replaceText(id: note.id, body: "new")
    #expect(try await fixture.client.versions.list(id: note.id).map(\.version) == [4, 1])
  }

  @Test func `a kept version is restored as a new one`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "1")
    try await fixture.client.items.update(id: note.id, properties: ["body": "2", "notes": "n"])

    let item = try await fixture.client.versions.restore(id: note.id, version: 1)

    #expect(item.properties == ["title": "A", "body": "1"])
    #expect(item.version == 3)
    await #expect(throws: NotFoundError.self) {
      try await fixture.client.versions.restore(id: note.id, version: 9)
    }
  }
}
