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
    #expect(try await laptop.store.circumstances(of: .itemUpdated(id: note.id)).device == "phone")
    try await nameless.synced {
      _ = try await nameless.client.items.update(id: note.id, properties: ["body": "three"])
    }
    #expect(devices(laptop, note.id) == ["-", "phone", "laptop"])
    for device in [laptop, phone, nameless] { await device.client.syncEngine?.stop() }
  }

  @Test(arguments: ServerOffer.allCases)
  func `a conflict names the device that moved the note to the trash, where the server says it`(
    offer: ServerOffer
  ) async throws {
    let server = InMemoryServer()
    let laptop = try await Device(
      "laptop", server, seed: 1, conflict: .manual, label: "laptop", offer: offer)
    let phone = try await Device("phone", server, seed: 2, label: "the phone", offer: offer)
    for device in [laptop, phone] { try await device.start() }
    let news = try phone.events()
    let note = try await laptop.note("A", "one")
    try await wait(phone, news, note.id, version: 1)
    await laptop.client.syncEngine?.stop()
    try await laptop.client.items.update(id: note.id, properties: ["body": "mine"])
    try await phone.synced { try await phone.client.items.transition(id: note.id, to: .trashed) }

    // The laptop hears of it before its change is sent.
    let there = server.ask("GET", "/items/" + note.id).body.objectValue?["item"] ?? .null
    #expect(there.objectValue?["device"] == "laptop")
    try await laptop.store.adopt(items: [ConfirmedItem(Item(json: there))])
    await laptop.client.syncEngine?.start()
    let other = try await laptop.note("Other")
    try await news.until(item: other.id)

    let conflict = try #require(try await laptop.store.parkedConflicts().first)
    let sides = try #require(try await laptop.store.conflictSides(id: conflict.id))
    #expect(sides.trashing == .there)
    #expect(sides.theirDevice == (offer == .everything ? "the phone" : nil))
    for device in [laptop, phone] { await device.client.syncEngine?.stop() }
  }

  @Test func `moves to the trash whose answer was lost are made once, by their device`()
    async throws
  {
    let server = InMemoryServer()
    let phone = try await Device("phone", server, seed: 2, label: "the phone")
    try await phone.start()
    var ids: [String] = []
    try await phone.synced {
      for title in ["A", "B"] { ids.append(try await phone.note(title, "text").id) }
    }
    let lost = LossCounter()
    phone.line.setFault { request in
      request.path == "/mutations" && lost.takes() ? .lostAnswer : nil
    }

    await phone.client.syncEngine?.pause()
    for id in ids {
      _ = try await phone.client.items.transition(id: id, to: .trashed)
    }
    try await phone.synced { await phone.client.syncEngine?.resume() }

    #expect(lost.count == 1)
    for id in ids {
      let item = server.ask("GET", "/items/" + id).body.objectValue?["item"]?.objectValue
      #expect(item?["state"] == "trashed")
      #expect(item?["state_device"] == "the phone")
    }
    await phone.client.syncEngine?.stop()
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

  @Test(arguments: [ItemState.trashed, .archived])
  func `the activity names the device that moved a note, and not the one that wrote it`(
    state: ItemState
  ) async throws {
    let clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
    let server = InMemoryServer(clock: clock)
    let laptop = try await Device("laptop", server, seed: 1, clock: clock, label: "laptop")
    let phone = try await Device("phone", server, seed: 2, clock: clock, label: "phone")
    for device in [laptop, phone] { try await device.start() }
    let (atLaptop, atPhone) = (try laptop.events(), try phone.events())
    let note = try await laptop.note("A", "one")
    try await wait(phone, atPhone, note.id, version: 1)
    func told() async throws -> ChangeCircumstances {
      try await laptop.store.circumstances(of: .itemUpdated(id: note.id))
    }
    #expect(try await told() == ChangeCircumstances(device: "laptop"))

    for next in [state, .active] {
      clock.advance(byMilliseconds: 1_000)
      try await phone.synced { try await phone.client.items.transition(id: note.id, to: next) }
      while try await laptop.store.item(id: note.id)?.state != next {
        _ = try await atLaptop.next { _ in true }
      }
      #expect(
        try await told() == ChangeCircumstances(device: "phone", isTrashing: next == .trashed))
    }
    for device in [laptop, phone] { await device.client.syncEngine?.stop() }
  }

  /// How an item moves to another state.
  enum Move: CaseIterable {
    case restoration, purgeThatTrashes, bulkTrashing, bulkRestoration
  }

  @Test(arguments: Move.allCases, ServerOffer.allCases)
  func `each move to another state names its device, where the server says it`(
    move: Move, offer: ServerOffer
  ) async throws {
    let phone = try await Device(
      "phone", InMemoryServer(), seed: 1,
      // It may not purge.
      permissions: PermissionMaps(types: ["*": .write], edges: ["*": .write]), label: "the phone",
      offer: offer)
    try await phone.start()
    let items = phone.client.items
    var made: Item?
    try await phone.synced { made = try await phone.note("A", "text") }
    let id = try #require(made).id
    if move == .restoration || move == .bulkRestoration {
      // By a device without a name.
      phone.line.ask("DELETE", "/items/" + id)
      try await phone.hear(id, as: "item.state_changed")
    }

    try await phone.synced {
      switch move {
      case .restoration: _ = try await items.transition(id: id, to: .active)
      case .purgeThatTrashes:
        await phone.client.syncEngine?.pause()
        _ = try await items.transition(id: id, to: .trashed)
        try await items.purge(id: id)
        await phone.client.syncEngine?.resume()
      case .bulkTrashing:
        _ = try await items.bulkAction(.transition(.trashed), filters: ListFilters())
      case .bulkRestoration:
        _ = try await items.bulkAction(.transition(.active), filters: ListFilters(state: .trashed))
      }
    }

    let item = phone.line.ask("GET", "/items/" + id).body.objectValue?["item"]?.objectValue
    let isBack = move == .restoration || move == .bulkRestoration
    #expect(item?["state"] == (isBack ? "active" : "trashed"))
    #expect(item?["state_device"] == (offer == .everything ? "the phone" : nil))
    // Of a server that says nothing of rights a purge is asked for, and refused.
    let refused = try await phone.queue.fetchRefused().map(\.kind)
    #expect(refused == (move == .purgeThatTrashes && offer == .documented ? [.purgeItem] : []))
    await phone.client.syncEngine?.stop()
  }
}
