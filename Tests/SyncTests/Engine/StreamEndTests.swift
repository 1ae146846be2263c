import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// When an engine has everything from before its stream was opened.
@Suite(.timeLimit(.minutes(20))) struct StreamEndTests {
  /// A device that has a note of the server, and was away since.
  private struct Scene {
    let server = InMemoryServer()
    let line: HeldLine
    let store: LocalStore
    let manager = ConnectionStateManager()
    let engine: SyncEngine
    let note: String

    init(
      clock: any Clock<Duration> = ContinuousClock(), permissions: PermissionMaps? = nil,
      offer: ServerOffer = .everything
    ) async throws {
      let own = server.line("away", permissions)
      if offer == .documented { own.hideExtensions() }
      if offer == .documented { own.hide("stream_cursor") }
      line = HeldLine(own)
      store = try MarfaSDKTest.makeInMemoryStore()
      engine = SyncEngine(
        store: store, transport: line, connectionManager: manager, url: "https://notes.example",
        drainDebounceInterval: .zero, clock: clock)
      note = Self.create("Here", server)
      let states = await manager.states()
      await engine.start()
      for await state in states where state == .online { break }
      await engine.stop()
    }

    static func create(_ title: String, _ server: InMemoryServer) -> String {
      let item = server.ask(
        "POST", "/items",
        ["type": "core.note", "properties": ["title": .string(title), "body": ""]]
      ).body.objectValue?["item"]
      return item?.objectValue?["id"]?.stringValue ?? ""
    }

    /// The titles that are here.
    func titles() async throws -> Set<String> {
      let items = try await LocalClient(store: store).items.list(ListFilters(limit: 200)).data
      return Set(items.compactMap { $0.properties["title"]?.stringValue })
    }

    /// Waits until the engine has sent everything, and answers how it stands then.
    func startsAndSends() async throws -> EngineStanding? {
      let events = SyncEventReader(engine.events)
      await engine.start()
      try await events.untilSynced()
      return await engine.standing
    }

    /// Waits until the engine has everything from before its stream was opened.
    func hasAll() async {
      func isDone() async -> Bool {
        let standing = await engine.standing
        return standing?.state == .online && standing?.rest == StreamProgress.Rest.none
      }
      // The engine knows more than it has published.
      for await rest in await manager.rests() where rest == .none {
        guard await engine.standing?.rest == StreamProgress.Rest.none else { continue }
        for await _ in await manager.states() { if await isDone() { return } }
      }
    }
  }

  private func told(_ standing: EngineStanding?) -> String? {
    standing.map { "\($0.state.rawValue), \($0.rest.rawValue)" }
  }

  @Test func `a stream that has agreed has yet to say how far it goes`() async throws {
    let scene = try await Scene()
    _ = Scene.create("Since", scene.server)
    let words = scene.line.hold(.words)
    let states = await scene.manager.states()

    await scene.engine.start()
    for await state in states where state == .online { break }

    #expect(await told(scene.engine.standing) == "online, unsaid")
    #expect(try await scene.titles() == ["Here"])
    words.open()
    await scene.hasAll()
    #expect(try await scene.titles() == ["Here", "Since"])
    await scene.engine.stop()
  }

  @Test func `an announced item is brought once it has been asked about, too`() async throws {
    let scene = try await Scene()
    scene.server.ask("DELETE", "/items/" + scene.note)
    scene.server.ask("DELETE", "/items/\(scene.note)/purge")
    let items = scene.line.hold(.items)

    await scene.engine.start()
    await items.isReached()
    let standing = await scene.engine.standing

    // Everything that was announced has come, and its note is still being asked about.
    #expect(told(standing) == "syncing, none")
    #expect(try await scene.store.item(id: scene.note) != nil)
    items.open()
    await scene.hasAll()
    #expect(try await scene.titles() == [])
    await scene.engine.stop()
  }

  @Test func `a key that may not see the last event may have everything`() async throws {
    let scene = try await Scene(
      permissions: PermissionMaps(types: ["core.note": .write], edges: ["*": .write]))
    scene.server.ask(
      "POST", "/items", ["type": "core.bookmark", "properties": ["title": "Hidden"]])

    let standing = try await scene.startsAndSends()

    #expect(told(standing) == "online, possible")
    await scene.engine.stop()
  }

  @Test func `a server of the documented API never says how far its stream goes`() async throws {
    let scene = try await Scene(offer: .documented)

    let standing = try await scene.startsAndSends()

    #expect(told(standing) == "online, possible")
    await scene.engine.stop()
  }

  @Test func `a stream that does not agree within ten seconds holds nothing up`() async throws {
    let clock = ManualClock()
    let scene = try await Scene(clock: clock)
    let agreement = scene.line.hold(.agreement)
    let events = SyncEventReader(scene.engine.events)
    await scene.engine.start()
    await agreement.isReached()
    try await clock.waitForSleepers(1)

    clock.advance(by: .seconds(9))
    let before = await scene.engine.standing
    clock.advance(by: .seconds(1))
    try await events.untilSynced()
    let after = await scene.engine.standing

    #expect(told(before) == "connecting, unsaid")
    #expect(told(after) == "online, none")
    // Nothing of what others change comes.
    #expect(after?.isCaughtUp == false)
    let commits = scene.store.commits()
    _ = Scene.create("Since", scene.server)
    agreement.open()
    for await _ in commits { if try await scene.titles().contains("Since") { break } }
    // The note is stored before the engine knows that the stream works.
    for await _ in await scene.manager.states() {
      if await scene.engine.standing?.isCaughtUp == true { break }
    }
    #expect(try await scene.titles() == ["Here", "Since"])
    await scene.engine.stop()
  }

  @Test func `nothing is live on a stream that is agreed to and says nothing`() async throws {
    let clock = ManualClock()
    let scene = try await Scene(clock: clock)
    let words = scene.line.hold(.words)
    let events = SyncEventReader(scene.engine.events)
    await scene.engine.start()
    await words.isReached()
    try await clock.waitForSleepers(1)
    #expect(await scene.engine.standing?.isCaughtUp == false)

    clock.advance(by: .seconds(10))
    try await events.untilSynced()

    let after = await scene.engine.standing
    #expect(told(after) == "online, none")
    #expect(after?.isCaughtUp == false)
    words.open()
    for await state in await scene.manager.states() where state == .online {
      if await scene.engine.standing?.isCaughtUp == true { break }
    }
    await scene.engine.stop()
  }
}
