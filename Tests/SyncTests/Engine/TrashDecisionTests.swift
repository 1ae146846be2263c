import MarfaSDK
import MarfaServer
import Testing

/// A trash of a note against an edit of it, of which one is made while its device is away.
///
/// No server refuses either, so that the device has to know before it sends. A server of the
/// documented API does not say how far its stream goes; it is asked about the notes in the queue.
@Suite(.timeLimit(.minutes(20))) struct TrashDecisionTests {
  private static func edit(_ device: Device, _ id: String) async throws {
    try await device.client.items.update(id: id, properties: ["body": "mine"])
  }

  /// One side moves the note to the trash, the other one edits it.
  private static func contradict(
    _ device: Device, _ id: String, _ isTrashedHere: Bool
  ) async throws {
    if isTrashedHere {
      try await device.client.items.delete(id: id)
      device.others(id, ["body": "theirs"])
    } else {
      try await edit(device, id)
      device.line.ask("DELETE", "/items/" + id)
    }
  }

  @Test(arguments: ServerOffer.allCases, [false, true])
  func `it waits for the person`(offer: ServerOffer, isTrashedHere: Bool) async throws {
    let away = try await AwayDevice(offer) { device, id in
      try await Self.contradict(device, id, isTrashedHere)
    }

    let sent = try await away.comeBack()

    #expect(!sent.contains { $0.method != "GET" }, "\(sent.map(\.method))")
    #expect(try await away.device.queue.fetchConflicts().map(\.context.itemId) == [away.id])
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases, [false, true])
  func `an edit of what this device moved to the trash itself is sent`(
    offer: ServerOffer, isTrashSent: Bool
  ) async throws {
    let away = try await AwayDevice(offer) { device, id in
      if isTrashSent { await device.client.syncEngine?.resume() }
      try await device.client.items.delete(id: id)
      if isTrashSent {
        try await device.synced { try await device.note("Between") }
        await device.client.syncEngine?.pause()
      }
      try await Self.edit(device, id)
    }

    _ = try await away.comeBack()
    try await away.device.synced { try await away.device.note("After") }

    #expect(try await away.device.queue.fetchConflicts().isEmpty)
    let there = away.device.line.ask("GET", "/items/" + away.id).body.objectValue?["item"]
    #expect(there?.objectValue?["properties"]?.objectValue?["body"] == "mine")
    #expect(there?.objectValue?["state"] == "trashed")
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases, [ItemState.archived, .active])
  func `an archive gives way to the trash, whichever is sent first`(
    offer: ServerOffer, state: ItemState
  ) async throws {
    for isTrashFirst in [false, true] {
      let away = try await AwayDevice(offer) { device, id in
        if state == .active {
          await device.client.syncEngine?.resume()
          try await device.synced {
            _ = try await device.client.items.transition(id: id, to: .archived)
          }
          await device.client.syncEngine?.pause()
        }
        if isTrashFirst {
          _ = try await device.client.items.transition(id: id, to: state)
          device.line.ask("DELETE", "/items/" + id)
        } else {
          try await device.client.items.delete(id: id)
          device.line.ask("POST", "/items/\(id)/transition", ["state": .string(state.rawValue)])
        }
      }

      _ = try await away.comeBack()

      #expect(try await away.device.client.items.get(id: away.id).state == .trashed)
      let there = away.device.line.ask("GET", "/items/" + away.id).body.objectValue?["item"]
      #expect(there?.objectValue?["state"] == "trashed")
      #expect(try await away.device.queue.fetchRefused().isEmpty)
      #expect(try await away.device.queue.fetchConflicts().isEmpty)
      await away.stop()
    }
  }

  @Test func `what was decided before another trash waits for the person, too`() async throws {
    let away = try await AwayDevice(.everything) { device, id in
      try await Self.edit(device, id)
      device.others(id, ["body": "theirs"])
    }
    _ = try await away.comeBack()
    let (device, id) = (away.device, away.id)
    let conflict = try #require(try await device.queue.fetchConflicts().first)
    await device.client.syncEngine?.pause()
    try await device.queue.resolveConflict(id: conflict.id, choosing: ["body": "both"])
    device.line.ask("DELETE", "/items/" + id)

    let sent = try await away.comeBack()

    #expect(!sent.contains { $0.method != "GET" }, "\(sent.map(\.method))")
    let again = try await device.queue.fetchConflicts()
    #expect(again.map(\.context.itemId) == [id])
    for waiting in again {
      try await device.synced {
        try await device.queue.resolveConflict(id: waiting.id, choosing: [:])
      }
    }
    let there = device.line.ask("GET", "/items/" + id).body.objectValue?["item"]?.objectValue
    #expect(there?["properties"]?.objectValue?["body"] == "both")
    await away.stop()
  }

  @Test func `a change that is made while connected is one request`() async throws {
    let away = try await AwayDevice(.documented) { _, _ in }
    _ = try await away.comeBack()
    let before = away.device.line.requests.count

    try await away.device.synced { try await Self.edit(away.device, away.id) }

    let sent = away.device.line.requests.dropFirst(before)
    #expect(sent.map { "\($0.method) \($0.path)" } == ["PATCH /items/" + away.id])
    await away.stop()
  }

  @Test(arguments: ServerOffer.allCases)
  func `an edit of a note that was purged meanwhile is not lost`(offer: ServerOffer) async throws {
    let away = try await AwayDevice(offer) { device, id in
      try await Self.edit(device, id)
      device.line.ask("DELETE", "/items/" + id)
      device.line.ask("DELETE", "/items/\(id)/purge")
    }

    _ = try await away.comeBack()

    let bodies = try await away.device.client.items.list(ListFilters(type: "core.note")).data
      .map { $0.properties["body"] }
    let refused = try await away.device.queue.fetchRefused()
    #expect(bodies.contains("mine") || !refused.isEmpty, "\(bodies)")
    await away.stop()
  }

  @Test(arguments: [false, true])
  func `the note is looked at before anything is sent, until the server has answered`(
    isTrashedHere: Bool
  ) async throws {
    let away = try await AwayDevice(.documented) { device, id in
      try await Self.contradict(device, id, isTrashedHere)
    }
    let (device, store) = (away.device, away.device.store)
    for isAnswered in [false, true] {
      #expect(try await store.streamStart().rest == .possible)
      let question = try #require(try await store.nextExchange(.confirm).exchange)
      #expect(question.request.path == "/items/" + away.id)
      let answer = try await device.reply(to: question)
      try await device.take(
        isAnswered ? answer : .failure(message: "lost", mayHaveArrived: true), to: question)
    }
    #expect(try await store.nextExchange(.confirm).exchange == nil)

    #expect(try await store.nextExchange(.drain).exchange == nil)
    #expect(try await device.queue.fetchConflicts().map(\.context.itemId) == [away.id])
    await away.stop()
  }

  @Test func `a queue of many changes is looked at once and sent once`() async throws {
    let count = 300
    var ids: [String] = []
    let away = try await AwayDevice(.documented) { device, _ in
      await device.client.syncEngine?.resume()
      try await device.synced {
        for number in 0..<count { ids.append(try await device.note("N\(number)").id) }
      }
      await device.client.syncEngine?.pause()
      for id in ids { try await Self.edit(device, id) }
    }
    let before = away.device.line.requests.count

    _ = try await away.comeBack()

    let sent = away.device.line.requests.dropFirst(before)
    let paths = Set(ids.map { "/items/" + $0 })
    for method in ["GET", "PATCH"] {
      let asked = sent.filter { $0.method == method && paths.contains($0.path) }
      #expect(asked.count == count)
      #expect(Set(asked.map(\.path)) == paths)
    }
    #expect(try await away.device.queue.fetchAll().isEmpty)
    await away.stop()
  }
}
