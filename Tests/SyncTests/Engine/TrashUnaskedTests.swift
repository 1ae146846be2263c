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
