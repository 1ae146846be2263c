import Glibc
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EngineLockTests {
  private struct Scene {
    let folder: TemporaryDirectory
    let server = InMemoryServer()
    var lock: String { folder.path + "/notes.sqlite.engine-lock" }

    init() throws { folder = try TemporaryDirectory() }

    /// A process of its own, as far as the store and the lock can tell.
    func device(_ name: String, seed: UInt64) async throws -> Device {
      try await Device(
        name, server, seed: seed,
        store: LocalStore.open(
          path: folder.path + "/notes.sqlite",
          environment: StoreEnvironment(
            ids: ItemIdGenerator(seed: seed, clock: SystemWallClock()))),
        lockPath: lock)
    }
  }

  @Test func `one process drives the store, and another takes over when it ends`() async throws {
    let scene = try Scene()
    let one = try await scene.device("one", seed: 1)
    let two = try await scene.device("two", seed: 2)
    try await one.start()
    await two.client.syncEngine?.start()
    #expect(two.line.requests.isEmpty)
    #expect(await two.client.syncEngine?.state == .offline)

    // What the other one writes is sent by the driver.
    let events = try one.events()
    let note = try await two.note("A")
    try await events.untilSynced()
    #expect(scene.server.ask("GET", "/items/" + note.id).status == 200)

    try await two.synced { await one.client.syncEngine?.stop() }
    #expect(!two.line.requests.isEmpty)
    try await two.synced { try await two.note("B") }
    await two.client.syncEngine?.stop()
  }

  @Test(.enabled(if: ProgramRun.isThere("/usr/bin/flock", "/usr/bin/sleep")))
  func `the lock of a process that is killed is taken over, and what it was sending is sent`()
    async throws
  {
    let scene = try Scene()
    let driver = try ProgramRun(
      "/usr/bin/flock", ["-F", scene.lock, "/bin/sh", "-c", "echo here; exec /usr/bin/sleep 1000"],
      watching: .output)
    #expect(await driver.lines.next() == "here")
    let one = try await scene.device("one", seed: 1)
    let note = try await one.note("A")
    // As the driver has it when it dies.
    #expect(try await one.store.nextExchange(.drain).exchange != nil)
    let events = try one.events()
    await one.client.syncEngine?.start()
    #expect(one.line.requests.isEmpty)

    driver.signal(SIGKILL)
    try await events.untilSynced()

    #expect(scene.server.ask("GET", "/items/" + note.id).status == 200)
    await one.client.syncEngine?.stop()
  }

  @Test func `a paused process sends nothing after it takes over from another`() async throws {
    let scene = try Scene()
    let one = try await scene.device("one", seed: 1)
    let two = try await scene.device("two", seed: 2)
    try await one.start()
    let states = await two.connection.states()
    await two.client.syncEngine?.start()
    await two.client.syncEngine?.pause()

    await one.client.syncEngine?.stop()
    for await _ in states where await two.connection.obstacle != nil { break }
    let note = try await two.note("A")

    #expect(await two.client.syncEngine?.obstacle == .paused)
    #expect(await two.client.syncEngine?.isWaitingForOther == false)
    #expect(two.line.requests.isEmpty)
    try await two.synced { await two.client.syncEngine?.resume() }
    #expect(scene.server.ask("GET", "/items/" + note.id).status == 200)
    await two.client.syncEngine?.stop()
  }

  @Test func `a process that waits for its next attempt makes it when another one asks`()
    async throws
  {
    let scene = try Scene()
    let two = try await scene.device("two", seed: 2)
    let line = scene.server.line("one")
    line.setFault { _ in .lostRequest }
    // The clock stands still, so that it would never try again by itself.
    let client = try await MarfaClient.synced(
      store: LocalStore.open(path: scene.folder.path + "/notes.sqlite"), transport: line,
      lockPath: scene.lock, drainDebounceInterval: .zero, clock: ManualClock())
    let engine = try #require(client.syncEngine)
    let events = SyncEventReader(engine.events)
    await engine.start()
    _ = try await events.next { if case .failed = $0 { true } else { false } }
    line.setFault(nil)

    try await two.store.askForExchange()
    try await events.untilSynced()

    #expect(EngineReport.read(scene.lock)?.report.attempt != nil)
    await engine.stop()
  }

  @Test func `a wait for the lock that is given up leaves it free`() async throws {
    let scene = try Scene()
    let one = try await scene.device("one", seed: 1)
    let two = try await scene.device("two", seed: 2)
    let three = try await scene.device("three", seed: 3)
    try await one.start()
    await two.client.syncEngine?.start()
    await two.client.syncEngine?.stop()

    let events = try three.events()
    await three.client.syncEngine?.start()
    await one.client.syncEngine?.stop()
    try await events.untilSynced()

    #expect(two.line.requests.isEmpty)
    await three.client.syncEngine?.stop()
  }
}
