import MarfaSDK
import Testing

/// What was made before there was a server keeps its times.
@Suite(.timeLimit(.minutes(20))) struct ImportedTimesTests {
  private static let made = Timestamp(milliseconds: 1_580_000_000_000)
  private static let edited = Timestamp(milliseconds: 1_590_000_000_000)

  private func times(_ device: Device, _ id: String) async throws -> [String] {
    let item = try await device.client.items.get(id: id)
    return [item.createdAt, try await device.store.editedAt(of: id).iso8601]
  }

  @Test(arguments: [ItemOrigin(name: "Notes", path: "a.md"), nil])
  func `a note from before the first login is as old as it was`(origin: ItemOrigin?)
    async throws
  {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    let two = try await Device("two", server, seed: 2)
    let note = NewItem(
      CreateItemInput(
        type: "core.note", properties: ["title": "A", "body": "x"]),
      createdAt: Self.made, updatedAt: Self.edited, origin: origin)
    let id = try #require(try await one.store.createItems([note]).first?.id)
    let before = try await times(one, id)
    #expect(before == [Self.made.iso8601, Self.edited.iso8601])

    try await one.synced { try await one.start() }
    try await two.start()

    #expect(try await times(one, id) == before)
    let there = try await times(two, id)
    #expect(there[0] == Self.made.iso8601)
    // Only an import says that nobody has edited it since.
    if origin != nil { #expect(there[1] == Self.made.iso8601) }
    try await two.synced {
      try await two.client.items.update(id: id, properties: ["body": "y"])
    }
    #expect(try await times(two, id)[0] == Self.made.iso8601)
    #expect(try await times(two, id)[1] > Self.edited.iso8601)
    for device in [one, two] { await device.client.syncEngine?.stop() }
  }
}
