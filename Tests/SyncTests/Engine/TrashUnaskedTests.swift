import MarfaSDK
import MarfaServer
import Testing

/// A trash of a note against an edit of it where nobody is asked: what somebody wrote is not in the
/// trash unless they put it there.
@Suite(.timeLimit(.minutes(20))) struct TrashUnaskedTests {
  /// Notes at the server by their bodies, with whether each is in the trash.
  private static func there(_ device: Device) -> [String: Bool] {
    var notes: [String: Bool] = [:]
    for state in ["active", "trashed"] {
      let page = device.line.ask("GET", "/items", query: [("state", state), ("type", "core.note")])
      for item in page.body.objectValue?["data"]?.arrayValue ?? [] {
        let properties = item.objectValue?["properties"]?.objectValue
        guard let body = properties?["body"]?.stringValue, !body.isEmpty else { continue }
        notes[body] = state == "trashed"
      }
    }
    return notes
  }

  private static func finish(_ away: AwayDevice) async throws {
    _ = try await away.comeBack()
    try await away.device.synced { try await away.device.note("After") }
    #expect(try await away.device.queue.fetchConflicts().isEmpty)
    #expect(try await away.device.queue.fetchRefused().isEmpty)
  }

  @Test(arguments: ServerOffer.allCases, [false, true])
  func `what was written in a note that another device trashed is a note of its own`(
    offer: ServerOffer, isEditedThere: Bool
  ) async throws {
    let away = try await AwayDevice(offer, conflict: .auto) { device, id in
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      _ = try await device.client.metadata.addTags(id: id, tags: ["blue"])
      try await device.client.items.update(id: id, properties: ["title": "Mine"])
      if isEditedThere { device.others(id, ["body": "theirs"]) }
      device.line.ask("DELETE", "/items/" + id)
    }

    try await Self.finish(away)

    let device = away.device
    #expect(Self.there(device) == ["mine": false, isEditedThere ? "theirs" : "old": true])
    let notes = try await device.client.items.list(ListFilters(type: "core.note", state: .active))
    let copy = try #require(notes.data.first { $0.properties["body"] == "mine" })
    #expect(copy.properties["title"] == "Mine")
    #expect(try await device.client.metadata.get(id: copy.id).tags == ["blue", "conflicted-copy"])
    #expect(try await device.client.items.get(id: away.id).state == .trashed)
    let links = try await device.client.edges.list(EdgeFilters(sourceId: copy.id)).data
    #expect(links.map(\.targetId) == [away.id])
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `a deletion is given up for what another device wrote before it knew`(
    offer: ServerOffer
  ) async throws {
    let away = try await AwayDevice(offer, conflict: .auto) { device, id in
      try await device.client.items.delete(id: id)
      device.others(id, ["body": "theirs"])
    }

    try await Self.finish(away)

    #expect(Self.there(away.device) == ["theirs": false])
    let note = try await away.device.client.items.get(id: away.id)
    #expect(note.state == .active)
    #expect(note.properties["body"] == "theirs")
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `an edit of what this device moved to the trash itself stays there`(
    offer: ServerOffer
  ) async throws {
    let away = try await AwayDevice(offer, conflict: .auto) { device, id in
      try await device.client.items.delete(id: id)
      try await device.client.items.update(id: id, properties: ["body": "mine"])
    }

    try await Self.finish(away)

    #expect(Self.there(away.device) == ["mine": true])
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases, [ConflictStrategy.auto, .manual])
  func `an edit stays in the trash that its note was created in`(
    offer: ServerOffer, conflict: ConflictStrategy
  ) async throws {
    let device = try await Device(
      "own", InMemoryServer(), seed: 7, conflict: conflict, offer: offer)
    try await device.start()
    await device.client.syncEngine?.stop()
    let id = try await device.note("A", "old").id
    try await device.client.items.update(id: id, properties: ["body": "written first"])
    try await device.client.items.delete(id: id)
    let creation = try await device.leaving()
    let answer = try await device.reply(to: creation)
    try await device.client.items.update(id: id, properties: ["body": "written in the trash"])

    try await device.take(answer, to: creation)
    while let exchange = try await device.store.nextExchange(.drain).exchange {
      try await device.take(try await device.reply(to: exchange), to: exchange)
    }

    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(Self.there(device) == ["written in the trash": true])
    #expect(try await device.queue.fetchConflicts().isEmpty)
  }

  @Test(arguments: ServerOffer.allCases)
  func `what was written between a return from the trash and the next trash stays there`(
    offer: ServerOffer
  ) async throws {
    let away = try await AwayDevice(offer, conflict: .auto) { device, id in
      device.line.ask("DELETE", "/items/" + id)
      try await device.hear(id)
      try await device.client.items.restore(id: id)
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      try await device.client.items.delete(id: id)
    }

    try await Self.finish(away)

    #expect(Self.there(away.device) == ["mine": true])
    await away.stop()
  }

  @Test func `both are in the log, in words`() async throws {
    let away = try await AwayDevice(.everything, conflict: .auto) { device, id in
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      device.line.ask("DELETE", "/items/" + id)
    }
    let events = try away.device.events()
    _ = try await away.comeBack()

    let event = try await events.next { if case .conflictAutoMerged = $0 { true } else { false } }

    guard case .conflictAutoMerged(let payload) = event else { return }
    #expect(payload.isAboutTrash)
    #expect(payload.fields == ["body", "state"])
    #expect(payload.itemId == away.id)
    #expect(payload.conflictedCopyId != nil)
    await away.stop()
  }
}
