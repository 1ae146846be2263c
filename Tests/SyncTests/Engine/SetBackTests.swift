import MarfaSDK
import Testing

/// A server that was restored from its backup: the same server, another log, older states.
@Suite(.timeLimit(.minutes(20))) struct SetBackTests {
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
  /// third one and an edit of the second.
  private func setBack() async throws -> Scene {
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

    let second = InMemoryServer(seed: 8)
    for item in backup {
      let body = item.filter { ["id", "type", "properties", "timestamp"].contains($0.key) }
      #expect(second.ask("POST", "/items", .object(body)).status == 201)
    }
    let again = try await Device("one", second, seed: 4, store: device.store)
    let name = first.ask("GET", "/capabilities").body.objectValue?["server_id"]
    var capabilities = second.ask("GET", "/capabilities").body.objectValue ?? [:]
    capabilities["server_id"] = name
    let answer = JSONWriter.bytes(of: .object(capabilities))
    again.line.setFault { request in
      request.path == "/capabilities"
        ? .answer(TransportResponse(status: 200, body: answer)) : nil
    }
    return Scene(
      device: again, server: again.line, kept: kept.id, older: older.id, missing: missing.id)
  }

  @Test func `what is kept back is counted apart, and ends with the answer`() async throws {
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

  @Test func `what a server that was set back lacks stays, and is not sent unasked`()
    async throws
  {
    let scene = try await setBack()

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
    #expect(try await scene.device.store.setBackCount() == 0)
    await scene.device.client.syncEngine?.stop()
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
