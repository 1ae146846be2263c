import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct DeviceNamesTests {
  /// The device that the server says of a note, then those of its versions, newest first.
  private func devices(_ device: Device, _ id: String) -> [String] {
    let item = device.line.ask("GET", "/items/" + id).body.objectValue?["item"]
    let versions = device.line.ask("GET", "/items/\(id)/versions").body.objectValue?["versions"]
    return ([item] + (versions?.arrayValue ?? [])).map {
      $0?.objectValue?["device"]?.stringValue ?? "-"
    }
  }

  /// Waits until a device has a version of a note.
  private func wait(
    _ device: Device, _ events: SyncEventReader, _ id: String, version: Int
  ) async throws {
    while try await device.store.item(id: id)?.version != version {
      _ = try await events.next { _ in true }
    }
  }

  @Test func `a note names the device that changed it last, and each version its own`()
    async throws
  {
    let server = InMemoryServer()
    let laptop = try await Device("laptop", server, seed: 1, label: "laptop")
    let phone = try await Device("phone", server, seed: 2, label: "phone")
    let nameless = try await Device("nameless", server, seed: 3)
    for device in [laptop, phone, nameless] { try await device.start() }
    let (atLaptop, atPhone, atNameless) = (
      try laptop.events(), try phone.events(), try nameless.events()
    )
    let note = try await laptop.note("A", "one")
    try await wait(phone, atPhone, note.id, version: 1)

    try await phone.synced {
      _ = try await phone.client.items.update(id: note.id, properties: ["body": "two"])
    }
    try await wait(laptop, atLaptop, note.id, version: 2)
    try await wait(nameless, atNameless, note.id, version: 2)

    #expect(devices(laptop, note.id) == ["phone", "laptop"])
    #expect(try await laptop.store.device(of: .itemUpdated(id: note.id)) == "phone")
    try await nameless.synced {
      _ = try await nameless.client.items.update(id: note.id, properties: ["body": "three"])
    }
    #expect(devices(laptop, note.id) == ["-", "phone", "laptop"])
    for device in [laptop, phone, nameless] { await device.client.syncEngine?.stop() }
  }

  @Test func `a change of nothing but tags leaves the device as it is`() async throws {
    let server = InMemoryServer()
    let laptop = try await Device("laptop", server, seed: 1, label: "laptop")
    let phone = try await Device("phone", server, seed: 2, label: "phone")
    for device in [laptop, phone] { try await device.start() }
    let news = try phone.events()
    let note = try await laptop.note("A", "one")
    try await wait(phone, news, note.id, version: 1)

    try await phone.synced { _ = try await phone.client.metadata.addTags(id: note.id, tags: ["x"]) }

    #expect(devices(laptop, note.id) == ["laptop"])
    for device in [laptop, phone] { await device.client.syncEngine?.stop() }
  }
}
