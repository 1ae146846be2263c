import MarfaSDK
import TestSupport
import Testing

/// Extensions of an item that a person opens, from a server whose stream says nothing of them.
@Suite(.timeLimit(.minutes(20))) struct OpenedItemTests {
  private let server = InMemoryServer()

  private func device(_ offer: ServerOffer = .documented) async throws -> Device {
    try await Device("one", server, seed: 1, offer: offer)
  }

  private func others(_ id: String, _ namespace: String, _ data: JSONValue?) {
    let path = "/items/\(id)/extensions/\(namespace)"
    let status = server.ask(data == nil ? "DELETE" : "PUT", path, data).status
    #expect(status == 200)
  }

  private func open(_ id: String, on device: Device) async {
    await device.client.syncEngine?.refreshExtensions(of: id)
  }

  @Test func `extensions that somebody else set or removed appear when the note is opened`()
    async throws
  {
    let device = try await device()
    try await device.start()
    var id = ""
    try await device.synced {
      id = try await device.note("A").id
      try await device.client.extensions.set(
        id: id, namespace: "user.old", data: ["was": "here"])
    }
    others(id, "user.old", nil)
    others(id, "user.colour", ["is": "red"])
    #expect(try await device.store.extensions(of: id).keys.sorted() == ["user.old"])

    let events = try device.events()
    await open(id, on: device)
    try await events.until(item: id)

    #expect(try await device.store.extensions(of: id) == ["user.colour": ["is": "red"]])
    // It is the server's word: nothing of it is sent back.
    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(
      device.line.requests.count { $0.path.hasSuffix("/extensions") && $0.method == "GET" } == 1)
    await device.client.syncEngine?.stop()
  }

  @Test func `a note that is opened offline is asked about with the next connection`()
    async throws
  {
    let device = try await device()
    try await device.start()
    var id = ""
    try await device.synced { id = try await device.note("A").id }
    others(id, "user.colour", ["is": "red"])
    let events = try device.events()
    device.line.setReachable(false)
    _ = try await events.next { if case .failed = $0 { true } else { false } }

    await open(id, on: device)
    device.line.setReachable(true)
    await device.client.syncEngine?.retry()
    try await events.until(item: id)

    #expect(try await device.store.extensions(of: id) == ["user.colour": ["is": "red"]])
    await device.client.syncEngine?.stop()
  }

  @Test func `items that are opened in another process are asked about`()
    async throws
  {
    let folder = try TemporaryDirectory()
    func process(_ name: String, seed: UInt64) async throws -> Device {
      let environment = StoreEnvironment(
        ids: ItemIdGenerator(seed: seed, clock: SystemWallClock()))
      return try await Device(
        name, server, seed: seed,
        store: LocalStore.open(path: folder.path + "/notes.sqlite", environment: environment),
        lockPath: folder.path + "/engine-lock", offer: .documented)
    }
    let driver = try await process("one", seed: 1)
    let other = try await process("two", seed: 2)
    try await driver.start()
    await other.client.syncEngine?.start()
    var id = ""
    try await driver.synced { id = try await driver.note("A").id }
    others(id, "user.colour", ["is": "red"])
    let events = try driver.events()

    await open(id, on: other)
    while try await other.store.extensions(of: id).isEmpty { try await events.until(item: id) }

    #expect(other.line.requests.isEmpty)
    await other.client.syncEngine?.stop()
    await driver.client.syncEngine?.stop()
  }

  @Test func `a server that reports extensions is not asked`() async throws {
    let device = try await device(.everything)
    try await device.start()
    var id = ""
    try await device.synced { id = try await device.note("A").id }

    await open(id, on: device)
    try await device.synced { try await device.note("B") }

    #expect(!device.line.requests.contains { $0.path.hasSuffix("/extensions") })
    await device.client.syncEngine?.stop()
  }

  @Test(arguments: [403, 404, 429, 500])
  func `after a failure changes are sent all the same`(status: Int) async throws {
    let device = try await device()
    try await device.start()
    var id = ""
    try await device.synced { id = try await device.note("A").id }
    device.line.setFault { request in
      guard request.path.hasSuffix("/extensions") else { return nil }
      return .answer(TransportResponse(status: status, body: Array("<html>No.</html>".utf8)))
    }

    let events = try device.events()
    await open(id, on: device)
    try await device.synced { try await device.note("B") }

    #expect(device.line.requests.count { $0.path.hasSuffix("/extensions") } == 1)
    #expect(await !events.seen.contains("failed"))
    await device.client.syncEngine?.stop()
  }

  @Test func `an unsent change stays, and one that was answered meanwhile is not undone`()
    async throws
  {
    let device = try await device()
    try await device.start()
    var id = ""
    try await device.synced {
      id = try await device.note("A").id
      try await device.client.extensions.set(id: id, namespace: "user.mine", data: ["n": 1])
    }
    await device.client.syncEngine?.stop()
    others(id, "user.colour", ["is": "red"])
    try await device.client.extensions.set(id: id, namespace: "user.mine", data: ["n": 2])
    #expect(try await device.store.noteOpened(id))
    let before = try #require(try await device.store.nextExchange(.extensions).exchange)
    let old = try await device.reply(to: before)

    // The change arrives and is answered before the older answer is read.
    try await device.sendAll()
    try await device.take(old, to: before)
    #expect(try await device.store.extensions(of: id)["user.mine"] == ["n": 2])

    let again = try #require(try await device.store.nextExchange(.extensions).exchange)
    try await device.client.extensions.set(id: id, namespace: "user.mine", data: ["n": 3])
    let next = try await device.store.nextExchange(.extensions).exchange
    try await device.take(try await device.reply(to: try #require(next)), to: try #require(next))
    #expect(
      try await device.store.extensions(of: id)
        == ["user.mine": ["n": 3], "user.colour": ["is": "red"]])
    #expect(again.request == next?.request)
    #expect(try await device.store.nextExchange(.extensions).exchange == nil)
    try await device.sendAll()
    let there = server.ask("GET", "/items/\(id)/extensions").body.objectValue?["extensions"]
    #expect(there == ["user.mine": ["n": 3], "user.colour": ["is": "red"]])
  }
}
