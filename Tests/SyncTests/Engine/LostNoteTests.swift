import MarfaSDK
import MarfaServer
import Testing

/// A note that somebody deleted permanently while another device was away with a change of it.
@Suite(.timeLimit(.minutes(20))) struct LostNoteTests {
  /// A device that edited a tagged note, which is gone.
  private static func edited(_ offer: ServerOffer) async throws -> AwayDevice {
    try await AwayDevice(offer) { device, id in
      await device.client.syncEngine?.resume()
      try await device.synced {
        try await device.client.metadata.addTags(id: id, tags: ["blue"])
      }
      await device.client.syncEngine?.pause()
      try await device.client.items.update(id: id, properties: ["body": "mine"])
      device.line.ask("DELETE", "/items/" + id)
      device.line.ask("DELETE", "/items/\(id)/purge")
    }
  }

  @Test(arguments: ServerOffer.allCases)
  func `it stays with what was changed, and its creation waits for the person`(
    offer: ServerOffer
  ) async throws {
    let away = try await Self.edited(offer)
    let device = away.device

    _ = try await away.comeBack()

    let note = try await device.client.items.get(id: away.id)
    #expect(note.properties == ["title": "A", "body": "mine"])
    #expect(note.id != away.id)
    let refused = try await device.queue.fetchRefused()
    #expect(refused.map(\.title) == ["A"])
    #expect(refused.map(\.kind) == [.createItem])
    let words = try #require(refused.first?.message)
    #expect(words.contains("deleted"), "\(words)")
    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(away.device.line.ask("GET", "/items/" + away.id).status == 404)
    await away.stop()
  }

  @Test func `purged here as well, nothing of it is left`() async throws {
    let away = try await Self.edited(.everything)
    _ = try await away.comeBack()
    let note = try await away.device.client.items.get(id: away.id)

    try await away.device.client.items.purge(id: note.id)

    #expect(try await away.device.queue.fetchRefused().isEmpty)
    #expect(try await away.device.queue.fetchAll().isEmpty)
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `sent again it is there as it was, on every device`(offer: ServerOffer) async throws {
    let away = try await Self.edited(offer)
    _ = try await away.comeBack()
    let (device, other) = (away.device, away.other)
    let id = try await device.client.items.get(id: away.id).id
    let first = try #require(try await device.queue.fetchRefused().first)

    try await device.synced { try await device.queue.retryRefused(id: first.id) }
    let news = try other.events()
    let last = try await device.note("Later")
    try await news.until(item: last.id)

    #expect(try await device.queue.fetchRefused().isEmpty)
    for each in [device, other] {
      let note = try await each.client.items.get(id: id)
      #expect(note.properties == ["title": "A", "body": "mine"])
      #expect(note.version == 1)
      #expect(try await each.client.metadata.get(id: id).tags == ["blue"])
    }
    await away.stop()
  }

  @Test func `of two devices that changed it each has its own again`() async throws {
    let away = try await Self.edited(.everything)
    let (device, other) = (away.device, away.other)
    await other.client.syncEngine?.stop()
    try await other.client.items.update(id: away.id, properties: ["body": "yours"])
    await device.client.syncEngine?.stop()
    for each in [device, other] {
      try await each.store.forget(itemIds: [away.id])
      for change in try await each.queue.fetchRefused() {
        try await each.queue.retryRefused(id: change.id)
      }
      try await each.sendAll()
    }

    #expect(device.bodiesThere().isSuperset(of: ["mine", "yours"]))
    await away.stop()
  }

  @Test func `the next edit sends it again`() async throws {
    let away = try await Self.edited(.everything)
    _ = try await away.comeBack()
    let device = away.device

    try await device.synced {
      try await device.client.items.update(id: away.id, properties: ["body": "more"])
    }

    let id = try await device.client.items.get(id: away.id).id
    let there = device.line.ask("GET", "/items/" + id).body.objectValue?["item"]?.objectValue
    #expect(there?["properties"]?.objectValue?["body"] == "more")
    #expect(try await device.queue.fetchRefused().isEmpty)
    await away.stop()
  }

  @Test func `what is said of the note that went is not said of the one that stays`() async throws {
    let away = try await Self.edited(.everything)
    _ = try await away.comeBack()
    let device = away.device
    let kept = try await device.client.items.get(id: away.id).id
    device.line.ask(
      "POST", "/items",
      ["id": .string(away.id), "type": "core.note", "properties": ["title": "A", "body": "new"]])

    try await device.synced { try await device.note("After") }

    #expect(try await device.body(kept) == "mine")
    #expect(try await device.body(away.id) == "new")
    #expect(try await device.queue.fetchRefused().map(\.noteId) == [kept])
    await away.stop()
  }

  @Test func `who took it out of the trash keeps it`() async throws {
    let away = try await AwayDevice(.everything) { device, id in
      await device.client.syncEngine?.resume()
      try await device.synced { try await device.client.items.delete(id: id) }
      await device.client.syncEngine?.pause()
      _ = try await device.client.items.restore(id: id)
      device.line.ask("DELETE", "/items/\(id)/purge")
    }

    _ = try await away.comeBack()

    #expect(try await away.device.client.items.get(id: away.id).state == .active)
    #expect(try await away.device.queue.fetchRefused().map(\.kind) == [.createItem])
    await away.stop()
  }

  @Test(arguments: [false, true])
  func `a move that was refused because it was gone is not left over`(
    isRestored: Bool
  ) async throws {
    let away = try await AwayDevice(.everything) { _, _ in }
    let (device, id) = (away.device, away.id)
    _ = try await away.comeBack()
    if isRestored { try await device.synced { try await device.client.items.delete(id: id) } }
    await device.client.syncEngine?.stop()
    if isRestored {
      _ = try await device.client.items.restore(id: id)
    } else {
      _ = try await device.client.items.transition(id: id, to: .archived)
      device.line.ask("DELETE", "/items/" + id)
    }
    device.line.ask("DELETE", "/items/\(id)/purge")
    try await device.send()
    let kinds = try await device.queue.fetchRefused().map(\.kind)
    #expect(kinds == [isRestored ? .restoreItem : .transitionItem])

    try await device.store.forget(itemIds: [id])

    let left = try await device.queue.fetchRefused().map(\.kind)
    #expect(left == (isRestored ? [.createItem] : []))
    await away.stop()
  }

  @Test func `given up it is removed here, too`() async throws {
    let away = try await Self.edited(.everything)
    _ = try await away.comeBack()
    let device = away.device

    let first = try #require(try await device.queue.fetchRefused().first)
    try await device.queue.discardRefused(id: first.id)

    #expect(try await device.queue.fetchRefused().isEmpty)
    #expect(try await device.queue.fetchAll().isEmpty)
    await #expect(throws: NotFoundError.self) {
      _ = try await device.client.items.get(id: away.id)
    }
    await away.stop()
  }

  @Test func `a note that nobody changed here goes`() async throws {
    let away = try await AwayDevice(.everything) { device, id in
      device.line.ask("DELETE", "/items/" + id)
      device.line.ask("DELETE", "/items/\(id)/purge")
    }

    _ = try await away.comeBack()

    #expect(try await away.device.queue.fetchRefused().isEmpty)
    await #expect(throws: NotFoundError.self) {
      _ = try await away.device.client.items.get(id: away.id)
    }
    await away.stop()
  }

  @Test func `its place in a notebook is made again with it`() async throws {
    let away = try await AwayDevice(.everything) { _, _ in }
    let (device, id) = (away.device, away.id)
    _ = try await away.comeBack()
    var book = ""
    try await device.synced {
      let group = CreateItemInput(type: "core.group", properties: ["title": "Birds"])
      book = try await device.client.items.create(group).id
      try await device.client.edges.create(
        CreateEdgeInput(sourceId: book, targetId: id, edgeType: "parent-of"))
    }
    await device.client.syncEngine?.stop()
    try await device.client.items.update(id: id, properties: ["body": "mine"])
    device.line.ask("DELETE", "/items/" + id)
    device.line.ask("DELETE", "/items/\(id)/purge")

    // As a list says it that was read in place of the events.
    try await device.store.forget(itemIds: [id])
    for change in try await device.queue.fetchRefused() where change.kind == .createItem {
      try await device.queue.retryRefused(id: change.id)
    }
    try await device.sendAll()

    #expect(try await device.queue.fetchRefused().isEmpty)
    let edges = device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
    #expect(edges.map { $0.objectValue?["source_id"] } == [.string(book)])
    let kept = try await device.client.items.get(id: id).id
    #expect(edges.map { $0.objectValue?["target_id"] } == [.string(kept)])
    await away.stop()
  }
}
