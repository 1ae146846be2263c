import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// What an engine claims while the server does not answer.
@Suite(.timeLimit(.minutes(20))) struct ExchangePaceTests {
  /// A device that has everything, and whose next change waits for its answer.
  private struct Scene {
    let clock = ManualClock()
    let line = HeldLine(InMemoryServer().line("slow"))
    let manager = ConnectionStateManager()
    let store: LocalStore
    let engine: SyncEngine
    let answer: AnswerGate

    init() async throws {
      store = try MarfaSDKTest.makeInMemoryStore()
      engine = SyncEngine(
        store: store, transport: line, connectionManager: manager, url: "https://notes.example",
        drainDebounceInterval: .zero, clock: clock)
      let events = SyncEventReader(engine.events)
      await engine.start()
      try await events.untilSynced()
      answer = line.hold(.changes)
    }

    func change() async throws {
      _ = try await LocalClient(store: store).items.create(
        CreateItemInput(type: "core.note", properties: ["title": "New", "body": ""]))
      await answer.isReached()
      try await clock.waitForSleepers(1)
    }

    /// Waits until the engine says something that a test waits for.
    func until(_ holds: (EngineStanding) -> Bool) async {
      for await _ in await manager.states() {
        if let standing = await engine.standing, holds(standing) { return }
      }
    }
  }

  private func told(_ engine: SyncEngine) async -> String? {
    await engine.standing.map { "\($0.state.rawValue), \($0.isCaughtUp)" }
  }

  @Test func `a change on its way is no catching up until the server is late`() async throws {
    let scene = try await Scene()
    #expect(await told(scene.engine) == "online, true")
    try await scene.change()
    #expect(await told(scene.engine) == "syncing, true")

    scene.clock.advance(by: .milliseconds(1999))
    #expect(await told(scene.engine) == "syncing, true")
    scene.clock.advance(by: .milliseconds(1))
    await scene.until { !$0.isCaughtUp }
    #expect(await told(scene.engine) == "syncing, false")

    scene.answer.open()
    await scene.until { $0.state == .online }
    #expect(await told(scene.engine) == "online, true")
    await scene.engine.stop()
    #expect(scene.clock.sleeperCount == 0)
  }

  @Test func `nothing was exchanged yet on a new connection`() async throws {
    let scene = try await Scene()
    let states = await scene.manager.states()
    await scene.engine.stop()

    #expect(await told(scene.engine) == "offline, false")
    await scene.engine.start()
    // Between the server's agreement to the stream and its first word nothing is live yet.
    var isCaughtUp = false
    for await state in states where state == .online {
      isCaughtUp = await scene.engine.standing?.isCaughtUp == true
      if isCaughtUp { break }
    }
    #expect(isCaughtUp)
    await scene.engine.stop()
  }
}
