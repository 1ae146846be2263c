import MarfaSDK
import Testing

/// Files that two devices attach to one note, or take from it, before they know of each other.
@Suite(.timeLimit(.minutes(20))) struct AttachmentsApartTests {
  private struct Missing: Error {}

  /// Two devices that have a note with the file "old"; the second one is not connected any more.
  private func devices(_ offer: ServerOffer) async throws -> (Device, Device, id: String) {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1, offer: offer)
    let two = try await Device("two", server, seed: 2, offer: offer)
    try await one.start()
    let id = try await one.note("A").id
    try await one.synced { try await attach("old", id, one) }
    try await two.start()
    await two.client.syncEngine?.stop()
    return (one, two, id)
  }

  private func attach(_ name: String, _ id: String, _ device: Device) async throws {
    guard let attachments = device.client.attachments else { throw Missing() }
    let added = try await attachments.add(data: Array(name.utf8), to: id, title: name)
    // The bytes have a way of their own.
    try await device.store.finishUpload(added.attachment.blobRef)
  }

  private func names(_ id: String, _ device: Device) async throws -> [String?]? {
    try await device.store.item(id: id)?.attachments.map(\.title)
  }

  /// Connects both again, and says what each of them and the server have.
  private func meet(_ one: Device, _ two: Device, _ id: String) async throws -> [[String?]?] {
    await one.client.syncEngine?.stop()
    for device in [two, one, two] {
      try await device.start()
      await device.client.syncEngine?.stop()
      #expect(try await device.queue.fetchAll().isEmpty)
    }
    let there = two.line.ask("GET", "/items/" + id).body.objectValue?["item"]?.objectValue
    let entries = there?["attachments"]?.arrayValue ?? []
    return [
      try await names(id, one), try await names(id, two),
      entries.map { $0.objectValue?["title"]?.stringValue },
    ]
  }

  @Test(arguments: ServerOffer.allCases)
  func `files that two devices attach apart are all there`(offer: ServerOffer) async throws {
    let (one, two, id) = try await devices(offer)
    try await one.synced { try await attach("mine", id, one) }
    try await attach("yours", id, two)
    try await attach("yours, too", id, two)

    let seen = try await meet(one, two, id)

    #expect(seen == Array(repeating: ["old", "mine", "yours", "yours, too"], count: 3))
  }

  @Test(arguments: ServerOffer.allCases)
  func `a file that one device takes away stays away where another one attaches one`(
    offer: ServerOffer
  ) async throws {
    let (one, two, id) = try await devices(offer)
    try await one.synced {
      _ = try await one.store.updateItem(
        id: id, properties: [:], options: UpdateOptions(attachments: []))
    }
    try await attach("yours", id, two)

    let seen = try await meet(one, two, id)

    #expect(seen == Array(repeating: ["yours"], count: 3))
  }

  @Test(arguments: ServerOffer.allCases)
  func `a file is not lost to another device's removal of one`(offer: ServerOffer) async throws {
    let (one, two, id) = try await devices(offer)
    try await one.synced { try await attach("mine", id, one) }
    _ = try await two.store.updateItem(
      id: id, properties: [:], options: UpdateOptions(attachments: []))

    let seen = try await meet(one, two, id)

    #expect(seen == Array(repeating: ["mine"], count: 3))
  }
}
