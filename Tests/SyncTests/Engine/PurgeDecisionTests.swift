import MarfaSDK
import MarfaServer
import Testing

/// A permanent deletion of a note against a change of it, of which one is made while its device is
/// away.
///
/// A purge leaves nothing to go back to, so that it takes nothing that its person has not seen.
@Suite(.timeLimit(.minutes(20))) struct PurgeDecisionTests {
  /// What another device did to a note that was purged here.
  enum Meanwhile: CaseIterable {
    case edited, takenOut, takenOutAndEdited

    func act(_ device: Device, _ id: String) {
      if self != .edited { device.line.ask("POST", "/items/\(id)/restore") }
      if self != .takenOut { device.others(id, ["body": "theirs"]) }
    }

    var body: JSONValue { self == .takenOut ? "old" : "theirs" }
  }

  /// A device that purged a note which it had in the trash before it went away, with what others
  /// did meanwhile.
  private static func purged(
    _ offer: ServerOffer, _ meanwhile: Meanwhile, conflict: ConflictStrategy = .auto
  ) async throws -> AwayDevice {
    try await AwayDevice(offer, conflict: conflict) { device, id in
      if meanwhile != .edited {
        await device.client.syncEngine?.resume()
        try await device.synced { try await device.client.items.delete(id: id) }
        await device.client.syncEngine?.pause()
      }
      try await device.client.items.purge(id: id)
      meanwhile.act(device, id)
    }
  }

  @Test(arguments: ServerOffer.allCases, Meanwhile.allCases)
  func `it takes no note that somebody changed meanwhile`(
    offer: ServerOffer, meanwhile: Meanwhile
  ) async throws {
    let away = try await Self.purged(offer, meanwhile)
    let device = away.device

    let sent = try await away.comeBack()

    #expect(!sent.contains { $0.method != "GET" }, "\(sent.map(\.path))")
    let note = try await device.client.items.get(id: away.id)
    #expect(note.properties["body"] == meanwhile.body)
    #expect(note.state == .active)
    let refused = try await device.queue.fetchRefused()
    #expect(refused.map(\.kind) == [.purgeItem])
    #expect(refused.map(\.title) == ["A"])
    #expect(refused.first?.message.contains("changed elsewhere") == true)
    #expect(try await device.queue.fetchAll().isEmpty)
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `a note whose purge was refused has its links again`(offer: ServerOffer) async throws {
    let away = try await AwayDevice(offer) { device, id in
      await device.client.syncEngine?.resume()
      try await device.synced {
        let other = try await device.note("B")
        try await device.client.edges.create(
          CreateEdgeInput(sourceId: other.id, targetId: id, edgeType: "references"))
      }
      await device.client.syncEngine?.pause()
      try await device.client.items.purge(id: id)
      Meanwhile.edited.act(device, id)
    }

    _ = try await away.comeBack()

    let there = away.device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
    let here = try await away.device.client.edges.list(EdgeFilters(targetId: away.id)).data
    #expect(there.count == 1)
    #expect(here.map(\.id) == there.compactMap { $0.objectValue?["id"]?.stringValue })
    await away.stop()
  }

  @Test(arguments: [false, true])
  func `the person decides about a purge that was refused`(isSentAgain: Bool) async throws {
    let away = try await Self.purged(.everything, .edited)
    _ = try await away.comeBack()
    let device = away.device
    let change = try #require(try await device.queue.fetchRefused().first)

    try await device.synced {
      if isSentAgain {
        try await device.queue.retryRefused(id: change.id)
      } else {
        try await device.queue.discardRefused(id: change.id)
        try await device.note("Later")
      }
    }

    let isThere = device.line.ask("GET", "/items/" + away.id).status == 200
    #expect(isThere != isSentAgain)
    #expect(try await device.queue.fetchRefused().isEmpty)
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `a purge after an edit of this device's own goes through`(offer: ServerOffer) async throws {
    let away = try await AwayDevice(offer) { device, id in
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      try await device.client.items.delete(id: id)
      try await device.client.items.purge(id: id)
    }

    _ = try await away.comeBack()
    try await away.device.synced { try await away.device.note("After") }

    #expect(away.device.line.ask("GET", "/items/" + away.id).status == 404)
    #expect(try await away.device.queue.fetchRefused().isEmpty)
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `a purge goes through after others did the same, or moved the note to the trash`(
    offer: ServerOffer
  ) async throws {
    for isPurged in [false, true] {
      let away = try await AwayDevice(offer) { device, id in
        try await device.client.items.purge(id: id)
        device.line.ask("DELETE", "/items/" + id)
        if isPurged { device.line.ask("DELETE", "/items/\(id)/purge") }
      }

      _ = try await away.comeBack()

      #expect(away.device.line.ask("GET", "/items/" + away.id).status == 404)
      #expect(try await away.device.queue.fetchRefused().isEmpty)
      #expect(try await away.device.queue.fetchAll().isEmpty)
      await away.stop()
    }
  }

  @Test func `text that was hidden by an unsent one is not deleted unseen`() async throws {
    let away = try await AwayDevice(.documented) { device, id in
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      device.others(id, ["body": "theirs"])
      try await device.hear(id)
      #expect(try await device.body(id) == "mine")
      try await device.client.items.purge(id: id)
    }
    let device = away.device

    _ = try await away.comeBack()
    try await device.synced { try await device.note("After") }

    #expect(try await device.queue.fetchRefused().map(\.kind) == [.purgeItem])
    #expect(try await device.body(away.id) == "theirs")
    await away.stop()
  }

  @Test func `the other side of a conflict that waits is not deleted unseen`() async throws {
    let away = try await AwayDevice(.everything, conflict: .manual) { device, id in
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      device.others(id, ["body": "theirs"])
    }
    _ = try await away.comeBack()
    let device = away.device
    #expect(try await device.queue.fetchConflicts().count == 1)

    try await device.synced {
      try await device.client.items.purge(id: away.id)
      try await device.note("After")
    }

    #expect(try await device.queue.fetchRefused().map(\.kind) == [.purgeItem])
    #expect(try await device.body(away.id) == "theirs")
    await away.stop()
  }

  @Test func `a refused purge goes with its note`() async throws {
    let away = try await Self.purged(.everything, .edited)
    _ = try await away.comeBack()
    let device = away.device
    #expect(try await device.queue.fetchRefused().count == 1)

    let events = try device.events()
    device.line.ask("DELETE", "/items/\(away.id)/purge")
    try await events.until(item: away.id)

    #expect(try await device.queue.fetchRefused().isEmpty)
    await away.stop()
  }

  @Test(arguments: Meanwhile.allCases)
  func `a change of the last moment is refused by the server`(meanwhile: Meanwhile) async throws {
    let away = try await AwayDevice(.everything) { device, id in
      if meanwhile != .edited {
        await device.client.syncEngine?.resume()
        try await device.synced { try await device.client.items.delete(id: id) }
        await device.client.syncEngine?.pause()
      }
      try await device.client.items.purge(id: id)
    }
    let device = away.device
    let exchange = try await device.leaving()
    meanwhile.act(device, away.id)

    try await device.take(try await device.reply(to: exchange), to: exchange)

    #expect(try await device.queue.fetchRefused().map(\.kind) == [.purgeItem])
    #expect(try await device.client.items.get(id: away.id).properties["title"] == "A")
    _ = try await away.comeBack()
    try await device.synced { try await device.note("After") }
    let note = try await device.client.items.get(id: away.id)
    #expect(note.properties["body"] == meanwhile.body)
    #expect(note.state == .active)
    await away.stop()
  }
}
