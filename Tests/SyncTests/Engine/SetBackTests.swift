import Foundation
import MarfaSDK
import Testing

/// A server that was restored from its backup: the same server, older states.
@Suite(.timeLimit(.minutes(20))) struct SetBackTests {
  /// What shows that a server was set back.
  enum Sign: CaseIterable {
    /// It names another log, as one that was restored by its own tools.
    case log
    /// It has not come as far as the device was, as one whose files somebody copied back.
    case place
  }

  private struct Scene {
    var device: Device
    var server: InMemoryServer
    var kept: String
    var older: String
    var missing: String
  }

  private func item(_ server: InMemoryServer, _ id: String) -> [String: JSONValue]? {
    server.ask("GET", "/items/" + id).body.objectValue?["item"]?.objectValue
  }

  /// A device that has met a server with three notes, and then the same server from before the
  /// third one and an edit of the second; the third one may have a file, which the first server
  /// has.
  private func setBack(_ sign: Sign = .log, file: String? = nil) async throws -> Scene {
    let first = InMemoryServer()
    let device = try await Device("one", first, seed: 1)
    try await device.start()
    let before = try device.events()
    let kept = try await device.note("Kept", "k")
    let older = try await device.note("Older", "before")
    try await before.untilSynced()
    let backup = [kept.id, older.id].compactMap { item(first, $0) }
    try await device.synced {
      try await device.client.items.update(id: older.id, properties: ["body": "after"])
    }
    let after = try device.events()
    let missing = try await device.note("Missing", "m")
    try await device.client.edges.create(
      CreateEdgeInput(sourceId: missing.id, targetId: kept.id, edgeType: "about"))
    try await after.untilSynced()
    await device.client.syncEngine?.stop()
    if let file, let attachments = device.client.attachments {
      let added = try await attachments.add(data: [1, 2, 3], to: missing.id, title: file)
      try await device.store.finishUpload(added.attachment.blobRef)
    }
    let clock = ManualWallClock(Timestamp(milliseconds: 1_600_000_000_000))  // From before.
    let second = InMemoryServer(clock: clock, seed: 8)
    for item in backup {
      let body = item.filter { ["id", "type", "properties", "timestamp"].contains($0.key) }
      #expect(second.ask("POST", "/items", .object(body)).status == 201)
    }
    clock.set(SystemWallClock().now)
    let again = try await Device("one", second, seed: 4, store: device.store)
    let known = first.ask("GET", "/capabilities").body.objectValue
    var capabilities = second.ask("GET", "/capabilities").body.objectValue ?? [:]
    capabilities["server_id"] = known?["server_id"]
    if sign == .place { capabilities["log_epoch"] = known?["log_epoch"] }
    let answer = TransportResponse(status: 200, body: JSONWriter.bytes(of: .object(capabilities)))
    again.line.setFault { $0.path == "/capabilities" ? .answer(answer) : nil }
    return Scene(
      device: again, server: again.line, kept: kept.id, older: older.id, missing: missing.id)
  }

  @Test func `a change that is kept back is counted apart, and ends with the answer`() async throws
  {
    let scene = try await setBack()
    try await follow(scene.device)

    let counts = try await scene.device.store.syncCounts()
    #expect(counts.setBack > 0 && counts.setBack == counts.pending)
    let waiting = try await scene.device.store.pendingMutations()
    #expect(waiting.count == counts.setBack && waiting.allSatisfy(\.isSetBack))
    try await scene.device.store.answerSetBack(sendsAgain: false)
    #expect(try await scene.device.store.syncCounts().setBack == 0)
    await scene.device.client.syncEngine?.stop()
  }

  /// Starts a device and waits until it follows the stream.
  private func follow(_ device: Device) async throws {
    let states = await device.connection.states()
    await device.client.syncEngine?.start()
    for await state in states where state == .online { return }
  }

  @Test(arguments: Sign.allCases)
  func `an item that a server that was set back lacks stays, and is not sent unasked`(
    sign: Sign
  ) async throws {
    let scene = try await setBack(sign)

    try await follow(scene.device)

    // An edit, a creation and an edge.
    #expect(try await scene.device.store.setBackCount() == 3)
    #expect(try await scene.device.body(scene.older) == "after")
    #expect(try await scene.device.body(scene.missing) == "m")
    #expect(item(scene.server, scene.missing) == nil)
    #expect(scene.server.requests.allSatisfy { $0.method == "GET" })
    await scene.device.client.syncEngine?.stop()
  }

  @Test func `one answer sends it all again`() async throws {
    let scene = try await setBack()
    try await follow(scene.device)

    try await scene.device.synced {
      try await scene.device.store.answerSetBack(sendsAgain: true)
      await scene.device.client.syncEngine?.retry()
    }

    #expect(item(scene.server, scene.older)?["properties"]?.objectValue?["body"] == "after")
    #expect(item(scene.server, scene.missing)?["properties"]?.objectValue?["body"] == "m")
    let edges = scene.server.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue
    #expect(edges?.count == 1)
    // Nothing of it is there twice.
    let items = scene.server.ask("GET", "/items").body.objectValue?["data"]?.arrayValue
    #expect(items?.count == 3)
    #expect(try await scene.device.store.setBackCount() == 0)
    await scene.device.client.syncEngine?.stop()
  }

  @Test func `what another device has sent again stays, whatever is answered here`() async throws {
    let scene = try await setBack()
    try await follow(scene.device)
    let events = try scene.device.events()
    let again: JSONValue = [
      "id": .string(scene.missing), "type": "core.note",
      "properties": ["title": "Missing", "body": "theirs"],
    ]
    #expect(scene.server.ask("POST", "/items", again).status == 201)
    let edge: JSONValue = [
      "source_id": .string(scene.missing), "target_id": .string(scene.kept), "edge_type": "about",
    ]
    #expect(scene.server.ask("POST", "/edges", edge).status == 201)
    _ = try await events.next { if case .edgeCreated = $0 { true } else { false } }

    try await scene.device.store.answerSetBack(sendsAgain: false)

    #expect(try await scene.device.body(scene.missing) == "theirs")
    #expect(try await scene.device.body(scene.older) == "before")
    #expect(try await scene.device.client.edges.list(EdgeFilters()).data.count == 1)
    #expect(try await scene.device.store.setBackCount() == 0)
    #expect(item(scene.server, scene.missing) != nil)
    await scene.device.client.syncEngine?.stop()
  }

  @Test func `nobody is asked about what another device has sent again`() async throws {
    let scene = try await setBack()
    try await follow(scene.device)
    #expect(try await scene.device.store.setBackCount() == 3)
    let again: JSONValue = [
      "id": .string(scene.missing), "type": "core.note",
      "timestamp": .string(try await scene.device.client.items.get(id: scene.missing).timestamp),
      "properties": ["title": "Missing", "body": "m"],
    ]
    #expect(scene.server.ask("POST", "/items", again).status == 201)
    let edge: JSONValue = [
      "source_id": .string(scene.missing), "target_id": .string(scene.kept), "edge_type": "about",
    ]
    #expect(scene.server.ask("POST", "/edges", edge).status == 201)
    let edit: JSONValue = ["properties": ["body": "after"], "version": 1]
    let commits = scene.device.store.commits()
    #expect(scene.server.ask("PATCH", "/items/" + scene.older, edit).status == 200)
    for await _ in commits where try await scene.device.store.setBackCount() == 0 { break }

    #expect(try await scene.device.store.syncCounts().pending == 0)
    #expect(try await scene.device.body(scene.missing) == "m")
    #expect(try await scene.device.body(scene.older) == "after")
    await scene.device.client.syncEngine?.stop()
  }

  @Test func `news during the sweep does not make an ordinary one of it`() async throws {
    let scene = try await setBack(.place)
    _ = try await scene.device.store.apply([SSEEvent.ahead])

    _ = try await scene.device.store.apply([SSEEvent(event: "resync", data: "{}")])
    try await follow(scene.device)

    #expect(try await scene.device.store.setBackCount() == 3)
    #expect(try await scene.device.body(scene.missing) == "m")
    await scene.device.client.syncEngine?.stop()
  }

  /// A device with a note that was edited, and answers of the server from before the edit.
  private func edited() async throws -> (
    Device, id: String, snapshot: [TransportResponse], items: TransportResponse
  ) {
    let server = InMemoryServer()
    let device = try await Device("one", server, seed: 1)
    try await device.start()
    let events = try device.events()
    let note = try await device.note("A", "before")
    try await events.untilSynced()
    let snapshot = try await server.snapshot()
    let items = try await server.rawRequest(
      method: "GET", path: "/items",
      query: [
        URLQueryItem(name: "ids", value: note.id),
        URLQueryItem(name: "include", value: "metadata,extensions"),
      ], headers: [:], body: nil)
    try await device.synced {
      try await device.client.items.update(id: note.id, properties: ["body": "after"])
    }
    await device.client.syncEngine?.stop()
    return (device, note.id, snapshot, items)
  }

  @Test func `an answer that is older than what was confirmed before it was asked for reports it`()
    async throws
  {
    let (device, id, snapshot, items) = try await edited()
    _ = try await device.store.apply([SSEEvent(event: "resync", data: "{}")])
    #expect(try await device.sweep(snapshot) == .done)

    #expect(try await device.settle(.confirm, items) == .startsOver)
    #expect(try await device.sweep(snapshot) == .done)

    #expect(try await device.body(id) == "after")
    #expect(try await device.store.setBackCount() == 1)
    #expect(try await device.settle(.confirm, items) == nil)
  }

  @Test func `a note that was purged and made again is no sign of it`() async throws {
    let (device, id, _, items) = try await edited()
    _ = try await device.store.apply([
      SSEEvent(event: "item.deleted", data: "{\"id\":\"\(id)\"}")
    ])

    #expect(try await device.settle(.confirm, items) == .more)

    #expect(try await device.body(id) == "before")
    #expect(try await device.store.setBackCount() == 0)
    #expect(try await device.settle(.confirm, items) == nil)
  }

  @Test func `an item moved to the trash stays there until the move is answered`() async throws {
    let first = InMemoryServer()
    let device = try await Device("one", first, seed: 1)
    try await device.start()
    let events = try device.events()
    let other = try await device.note("B", "b")
    try await events.untilSynced()
    let before = try await first.snapshot()
    try await device.synced {
      try await device.client.items.delete(id: other.id)
    }
    await device.client.syncEngine?.stop()

    let ahead = try await device.store.apply([SSEEvent.ahead])
    #expect(ahead.needsSweep)
    #expect(try await device.sweep(before) == .done)

    #expect(try await device.store.item(id: other.id)?.state == .trashed)
    #expect(try await device.store.setBackCount() == 1)
    try await device.store.answerSetBack(sendsAgain: false)
    #expect(try await device.store.item(id: other.id)?.state == .active)
  }

  @Test func `files go again as well, and the note that names them waits for them`() async throws {
    let scene = try await setBack(file: "a")
    let store = scene.device.store
    try await follow(scene.device)
    await scene.device.client.syncEngine?.stop()
    let before = try await store.uploads()

    try await store.answerSetBack(sendsAgain: true)

    #expect(before.isEmpty)
    #expect(try await store.uploads().map(\.name) == ["a"])
    let claimed = try await store.claimMutations(limit: 20)
    let creation = try #require(claimed.first { $0.kind == .createItem })
    #expect(creation.request.body?.objectValue?["attachments"] == nil)
    #expect(claimed.filter { $0.kind == .updateItem }.count == 1)
    // Of the two changes the one that names the file waits.
    let waiting = try await store.pendingMutations().filter { $0.kind == .updateItem }
    #expect(waiting.count == 2)
  }

  @Test func `the other answer takes what the server has`() async throws {
    let scene = try await setBack()
    try await follow(scene.device)

    try await scene.device.store.answerSetBack(sendsAgain: false)

    #expect(try await scene.device.body(scene.older) == "before")
    #expect(try await scene.device.store.item(id: scene.missing) == nil)
    #expect(try await scene.device.body(scene.kept) == "k")
    #expect(try await scene.device.queue.fetchAll().isEmpty)
    #expect(try await scene.device.store.quickCheck() == [])
    await scene.device.client.syncEngine?.stop()
  }
}
