import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct TwoDevicesTests {
  /// Two devices on one server, both started.
  private func pair(
    _ offer: ServerOffer, conflict: ConflictStrategy = .auto,
    textMerge: ClientConfiguration.TextMerge = .never
  ) async throws -> (Device, Device) {
    let server = InMemoryServer()
    func device(_ name: String, _ seed: UInt64) async throws -> Device {
      try await Device(
        name, server, seed: seed, conflict: conflict, textMerge: textMerge, offer: offer)
    }
    let (one, two) = (try await device("one", 1), try await device("two", 2))
    try await one.start()
    try await two.start()
    return (one, two)
  }

  private func stop(_ devices: Device...) async {
    for device in devices { await device.client.syncEngine?.stop() }
  }

  @Test(arguments: ServerOffer.allCases)
  func `a note of one device appears on the other`(offer: ServerOffer) async throws {
    let (one, two) = try await pair(offer)
    let news = try two.events()

    let note = try await one.note("Rye", "Flour", tags: ["bread"])
    try await news.until(item: note.id)
    try await news.until(item: note.id)

    #expect(try await two.body(note.id) == "Flour")
    #expect(try await two.client.metadata.get(id: note.id).tags == ["bread"])
    await stop(one, two)
  }

  @Test(arguments: ServerOffer.allCases)
  func `an edit travels back, and versions are the server's`(offer: ServerOffer) async throws {
    let (one, two) = try await pair(offer)
    let news = try two.events()
    let note = try await one.note("Rye", "Flour")
    try await news.until(item: note.id)

    let answer = try one.events()
    try await two.client.items.update(id: note.id, properties: ["body": "Water"])
    // News of the own creation may come first.
    repeat { try await answer.until(item: note.id) } while try await one.body(note.id) == "Flour"

    #expect(try await one.body(note.id) == "Water")
    #expect(try await one.client.items.get(id: note.id).version == 2)
    await stop(one, two)
  }

  @Test(arguments: ServerOffer.allCases)
  func `edges, states, tags and extensions travel`(offer: ServerOffer) async throws {
    let (one, two) = try await pair(offer)
    let note = try await one.note("A")
    let book = try await one.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "G"]))
    try await one.synced {
      try await one.client.edges.create(
        CreateEdgeInput(
          sourceId: book.id, targetId: note.id, edgeType: "parent-of", properties: ["n": 1]))
      try await one.client.metadata.addTags(id: note.id, tags: ["a", "b"])
      try await one.client.metadata.removeTag(id: note.id, tag: "a")
      try await one.client.items.transition(id: note.id, to: .archived)
      _ = try await one.client.extensions.set(id: note.id, namespace: "user.x", data: ["n": 2])
    }

    let fresh = try await Device("three", one.line, seed: 3, offer: offer)
    try await fresh.start()

    #expect(try await fresh.client.items.get(id: note.id).state == .archived)
    #expect(try await fresh.client.metadata.get(id: note.id).tags == ["b"])
    #expect(
      try await fresh.client.extensions.get(id: note.id, namespace: "user.x") == ["n": 2])
    let edges = try await fresh.client.edges.list(EdgeFilters(targetId: note.id)).data
    #expect(edges.map(\.properties) == [["n": 1]])
    await stop(one, two, fresh)
  }

  @Test(arguments: ServerOffer.allCases)
  func `hundreds of changes made offline arrive in order`(offer: ServerOffer) async throws {
    let (one, two) = try await pair(offer)
    one.line.setReachable(false)
    let events = try one.events()
    _ = try await events.next { if case .failed = $0 { true } else { false } }
    var ids: [String] = []
    for number in 0..<200 {
      let note = try await one.note("N\(number)", "first")
      try await one.client.items.update(id: note.id, properties: ["body": .string("\(number)")])
      ids.append(note.id)
    }

    one.line.setReachable(true)
    try await one.synced { await one.client.syncEngine?.retry() }

    let fresh = try await Device("three", one.line, seed: 3, offer: offer)
    try await fresh.start()
    for (number, id) in ids.enumerated() {
      #expect(try await fresh.body(id) == "\(number)")
    }
    await stop(one, two, fresh)
  }

  @Test(arguments: ServerOffer.allCases)
  func `a lost answer changes nothing twice`(offer: ServerOffer) async throws {
    let (one, two) = try await pair(offer)
    let lost = LossCounter()
    one.line.setFault { request in
      request.method != "GET" && lost.takes() ? .lostAnswer : nil
    }

    try await one.synced { try await one.note("A", "x") }

    #expect(lost.count == 1)
    #expect(try await one.client.items.list().data.map(\.version) == [1])
    #expect(
      one.line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue?.count == 1)
    await stop(one, two)
  }

  // When a change that waited is sent, nobody is there who could be asked as under `callback`.
  @Test(arguments: ServerOffer.allCases, [ConflictStrategy.auto, .callback])
  func `both change the text, and the policy keeps both`(
    offer: ServerOffer, conflict strategy: ConflictStrategy
  ) async throws {
    let (one, two) = try await pair(offer, conflict: strategy)
    let id = try await conflict(one, two, mine: "mine", theirs: "theirs")

    let events = try one.events()
    await one.client.syncEngine?.resume()
    try await events.untilSynced()

    #expect(try await one.body(id) == "theirs")
    let copies = try await one.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == ["mine"])
    #expect(await events.seen.contains("conflictAutoMerged"))
    #expect(try await one.queue.fetchConflicts().isEmpty)
    let edges = try await one.client.edges.list(
      EdgeFilters(sourceId: copies.first?.id, edgeTypes: ["derived-from"])
    ).data
    #expect(edges.map(\.targetId) == [id])
    await stop(one, two)
  }

  @Test(arguments: ServerOffer.allCases)
  func `disjoint edits of a text are merged where the client wants it`(
    offer: ServerOffer
  ) async throws {
    let (one, two) = try await pair(offer, textMerge: .whenDisjoint)
    let id = try await conflict(
      one, two, base: "a\n\nb\n\nc", mine: "A\n\nb\n\nc", theirs: "a\n\nb\n\nC")

    let events = try one.events()
    await one.client.syncEngine?.resume()
    try await events.untilSynced()

    #expect(try await one.body(id) == "A\n\nb\n\nC")
    await stop(one, two)
  }

  @Test(arguments: ServerOffer.allCases)
  func `a manual conflict waits for the person and blocks its note alone`(
    offer: ServerOffer
  ) async throws {
    let (one, two) = try await pair(offer, conflict: .manual)
    let id = try await conflict(one, two, mine: "mine", theirs: "theirs")

    let changes = try two.events()
    await one.client.syncEngine?.resume()
    let other = try await one.note("Other")
    try await changes.until(item: other.id)
    let parked = try await one.queue.fetchConflicts()
    #expect(parked.map(\.context.itemId) == [id])
    let query = try await MainActor.run { try #require(one.client.makeStore()).queryConflicts() }
    await query.settle()
    #expect(await query.conflicts == parked)
    await query.stop()
    #expect(try await one.body(id) == "mine")
    try await one.synced {
      try await one.queue.resolveConflict(
        id: parked.first?.id ?? "", choosing: ["body": "mine and theirs"])
    }

    #expect(try await one.queue.fetchConflicts().isEmpty)
    #expect(try await one.client.items.get(id: id).version == 3)
    #expect(try await one.body(id) == "mine and theirs")
    await stop(one, two)
  }

  @Test(arguments: ServerOffer.allCases)
  func `the tags of both devices are there, and what one took away is gone`(
    offer: ServerOffer
  ) async throws {
    let (one, two) = try await pair(offer)
    let news = try two.events()
    let note = try await one.note("A", tags: ["old", "kept"])
    try await news.until(item: note.id)
    while try await two.client.metadata.get(id: note.id).tags.count < 2 {
      _ = try await news.next { _ in true }
    }
    await one.client.syncEngine?.pause()
    try await one.client.metadata.addTags(id: note.id, tags: ["mine"])
    try await one.client.metadata.removeTag(id: note.id, tag: "old")
    try await two.synced {
      try await two.client.metadata.addTags(id: note.id, tags: ["theirs"])
    }

    try await one.synced { await one.client.syncEngine?.resume() }

    let fresh = try await Device("three", one.line, seed: 3, offer: offer)
    try await fresh.start()
    let tags = try await fresh.client.metadata.get(id: note.id).tags
    #expect(Set(tags) == ["kept", "mine", "theirs"])
    #expect(try await one.queue.fetchConflicts().isEmpty)
    await stop(one, two, fresh)
  }

  @Test(arguments: ServerOffer.allCases)
  func `an edit of a note that was purged elsewhere is kept among what was refused`(
    offer: ServerOffer
  ) async throws {
    let (one, two) = try await pair(offer)
    let news = try two.events()
    let note = try await one.note("A", "base")
    try await news.until(item: note.id)
    await one.client.syncEngine?.pause()
    try await one.client.items.update(id: note.id, properties: ["body": "mine"])
    try await two.synced {
      try await two.client.items.delete(id: note.id)
      try await two.client.items.purge(id: note.id)
    }

    let events = try one.events()
    await one.client.syncEngine?.resume()
    while try await one.queue.fetchRefused().isEmpty { _ = try await events.next { _ in true } }

    let refused = try await one.queue.fetchRefused()
    #expect(refused.map(\.code) == ["item_not_found"])
    let kept = try await one.client.items.get(id: note.id)
    #expect(refused.map(\.itemId) == [kept.id])
    #expect(refused.first?.body.objectValue?["properties"]?.objectValue?["body"] == "mine")
    await stop(one, two)
  }

  /// Lets two devices change the same note while the first one pauses.
  private func conflict(
    _ one: Device, _ two: Device, base: String = "base", mine: String, theirs: String
  ) async throws -> String {
    let news = try two.events()
    let note = try await one.note("A", base)
    try await news.until(item: note.id)
    await one.client.syncEngine?.pause()
    try await one.client.items.update(id: note.id, properties: ["body": .string(mine)])
    try await two.synced {
      try await two.client.items.update(id: note.id, properties: ["body": .string(theirs)])
    }
    return note.id
  }
}
