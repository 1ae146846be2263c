import MarfaSDK
import Testing

@Suite struct VersionTests {
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
      try await fixture.store.saveText(id: note.id, body: String(repeating: "x", count: count))
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
