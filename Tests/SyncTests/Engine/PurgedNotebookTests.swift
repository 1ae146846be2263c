import MarfaSDK
import Testing

/// A purge takes nothing along that is not in the trash itself.
@Suite(.timeLimit(.minutes(20))) struct PurgedNotebookTests {
  private func put(_ note: Item, in book: String, on device: Device) async throws {
    try await device.client.edges.create(
      CreateEdgeInput(sourceId: book, targetId: note.id, edgeType: "parent-of"))
  }

  private func titles(_ device: Device) async throws -> Set<String> {
    let items = try await device.client.items.list(ListFilters(type: "core.note")).data
    return Set(items.compactMap { $0.properties["title"]?.stringValue })
  }

  @Test(arguments: ServerOffer.allCases)
  func `the notes of a purged notebook stay, also those that another device put in meanwhile`(
    offer: ServerOffer
  ) async throws {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1, offer: offer)
    let two = try await Device("two", server, seed: 2, offer: offer)
    let book = try await one.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Birds"])
    ).id
    try await put(try await one.note("Heron"), in: book, on: one)
    try await one.start()
    try await two.start()
    await one.client.syncEngine?.stop()
    try await two.synced { try await put(try await two.note("Crane"), in: book, on: two) }

    try await one.client.items.delete(id: book)
    try await one.client.items.purge(id: book)
    #expect(try await titles(one) == ["Heron"])
    let news = try two.events()
    let own = try one.events()
    await one.client.syncEngine?.start()
    _ = try await news.next { if case .itemDeleted(let id) = $0 { id == book } else { false } }
    while try await titles(one).count < 2 { _ = try await own.next { _ in true } }

    #expect(server.ask("GET", "/items/" + book).status == 404)
    for device in [one, two] {
      #expect(try await titles(device) == ["Crane", "Heron"])
      await device.client.syncEngine?.stop()
    }
  }
}
