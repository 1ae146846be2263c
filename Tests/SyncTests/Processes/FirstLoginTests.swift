import Foundation
import Glibc
import MarfaSDK
import TestSupport
import Testing

/// A notebook that was filled without a server meets one.
@Suite(.timeLimit(.minutes(20))) struct FirstLoginTests {
  /// How many notes the notebook has; `MARFA_LOGIN_NOTES` asks for more.
  private static var size: Int {
    ProcessInfo.processInfo.environment["MARFA_LOGIN_NOTES"].flatMap { Int($0) } ?? 400
  }

  /// Fills a store that has no server: notes with tags, an extension, and a chain of edges.
  private func fill(_ path: String) async throws -> [String: String] {
    let client = try await MarfaClient.local(path: path)
    let inputs = (0..<Self.size).map { number in
      CreateItemInput(
        type: "core.note",
        properties: ["title": .string("N\(number)"), "body": .string("text \(number)")],
        tags: ["t\(number % 7)"])
    }
    let made = try await client.items.bulkAll(inputs)
    #expect(made.counts.created == Self.size)
    var bodies: [String: String] = [:]
    var ids: [String] = []
    for result in made.results {
      guard let id = result.id else { continue }
      ids.append(id)
      bodies[id] = "text \(result.index)"
    }
    _ = try await client.edges.bulkAll(
      zip(ids, ids.dropFirst()).map {
        CreateEdgeInput(sourceId: $0, targetId: $1, edgeType: "about")
      })
    _ = try await client.extensions.set(id: ids[0], namespace: "user.x", data: ["n": 1])
    return bodies
  }

  /// What a server has, as a device sees it that knows nothing else.
  private func expect(
    _ server: LoopbackServer, has bodies: [String: String], edges: Int, in folder: String
  ) async throws {
    let fresh = try await SocketDevice(
      url: server.url, key: server.key, store: folder + "/fresh/notes.sqlite")
    try await fresh.start()
    #expect(try await fresh.bodies() == bodies)
    let store = try #require(fresh.client.store)
    #expect(try await store.statistics().edgeCount == edges)
    #expect(try await store.quickCheck() == [])
    await fresh.client.syncEngine?.stop()
  }

  @Test func `a filled notebook meets an empty server`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/own/notes.sqlite"
      let bodies = try await fill(path)

      let device = try await SocketDevice(url: server.url, key: server.key, store: path)
      try await device.start()

      #expect(try await device.client.mutationQueue?.fetchAll().isEmpty == true)
      try await expect(server, has: bodies, edges: bodies.count - 1, in: folder.path)
      await device.client.syncEngine?.stop()
    }
  }

  @Test func `a filled notebook meets a filled server, and both have everything`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let theirs = try await fill(folder.path + "/theirs/notes.sqlite")
      let mine = try await fill(folder.path + "/mine/notes.sqlite")
      let first = try await SocketDevice(
        url: server.url, key: server.key, store: folder.path + "/theirs/notes.sqlite")
      try await first.start()

      let device = try await SocketDevice(
        url: server.url, key: server.key, store: folder.path + "/mine/notes.sqlite")
      try await device.start()

      let all = theirs.merging(mine) { one, _ in one }
      #expect(all.count == 2 * Self.size)
      #expect(try await device.bodies() == all)
      try await expect(server, has: all, edges: all.count - 2, in: folder.path)
      for device in [first, device] { await device.client.syncEngine?.stop() }
    }
  }

  @Test
  func `a first login that is killed half-way and begun again doubles and misses nothing`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/own/notes.sqlite"
      let bodies = try await fill(path)

      // Each time it is killed when the server has taken some more.
      for _ in 0..<3 {
        let transport = CurlTransport(url: server.url, apiKey: server.key)
        let events = transport.eventStream(path: "/events", query: [], lastEventID: nil)
        var iterator = events.makeAsyncIterator()
        // The first event says where the stream is: from here on nothing is missed.
        _ = try await iterator.next()
        let device = try ProgramRun(
          ProgramRun.built("SyncDevice"), [server.url.absoluteString, path], watching: .output,
          environment: ["SYNC_DEVICE_KEY": server.key])
        try await kill(device, after: Self.size / 8, of: events)
      }
      let device = try await SocketDevice(url: server.url, key: server.key, store: path)
      try await device.start()

      #expect(try await device.bodies() == bodies)
      try await expect(server, has: bodies, edges: bodies.count - 1, in: folder.path)
      await device.client.syncEngine?.stop()
    }
  }

  /// Kills a device when the server has taken some notes, or when there are no more to take.
  private func kill(
    _ device: ProgramRun, after count: Int, of events: AsyncThrowingStream<SSEEvent, any Error>
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var seen = 0
        for try await event in events where event.event == "item.created" {
          seen += 1
          if seen >= count { return }
        }
      }
      group.addTask {
        while let line = await device.lines.next(), line != "synced" {}
      }
      try await group.next()
      device.signal(SIGKILL)
      group.cancelAll()
    }
    _ = await device.exitStatus()
  }

  @Test
  func `a note that a device reported stored is on the server once, however often it was killed`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/own/notes.sqlite"
      var stored: [String] = []
      for round in 0..<6 {
        let device = try ProgramRun(
          ProgramRun.built("SyncDevice"), [server.url.absoluteString, path, "r\(round)"],
          watching: .output, environment: ["SYNC_DEVICE_KEY": server.key])
        var lines: [String] = []
        while lines.count < 10 + 17 * round, let line = await device.lines.next() {
          lines.append(line)
        }
        device.signal(SIGKILL)
        while let line = await device.lines.next() { lines.append(line) }
        _ = await device.exitStatus()
        stored += lines.filter { $0.hasPrefix("stored ") }.map { String($0.dropFirst(7)) }
      }
      let device = try await SocketDevice(url: server.url, key: server.key, store: path)
      try await device.start()

      let there = try await titles(server.client())
      #expect(stored.count >= 60)
      #expect(Set(stored).isSubset(of: there))
      #expect(there.count == Set(there).count)
      await device.client.syncEngine?.stop()
    }
  }

  /// The titles of all notes of a server.
  private func titles(_ client: MarfaClient) async throws -> [String] {
    var titles: [String] = []
    var filters = ListFilters(type: "core.note", limit: 200)
    repeat {
      let page = try await client.items.list(filters)
      titles += page.data.compactMap { $0.properties["title"]?.stringValue }
      filters.cursor = page.hasMore ? page.cursor : nil
    } while filters.cursor != nil
    return titles
  }
}
