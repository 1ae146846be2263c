import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ClientSmokeTests {
  @Test func `a note is created, found, changed, tagged and trashed`() async throws {
    let client = try await MarfaClient.inMemory()

    let note = try await client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": "Café list", "body": "Rye flour and water"],
        tags: ["Food"]))
    let found = try await client.search(query: "cafe flo")
    let page = try await client.items.list(ListFilters(type: "core.note", tags: ["food"]))
    let changed = try await client.items.update(id: note.id, properties: ["body": "Salt"])
    try await client.items.delete(id: note.id)
    let after = try await client.search(query: "salt")

    #expect(found.hits.map(\.id) == [note.id])
    #expect(page.data.map(\.id) == [note.id])
    #expect(changed.version == 2)
    #expect(after.hits.isEmpty)
    #expect(try await client.metadata.listTags().isEmpty)
  }
}
