import Dispatch
import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct OtherDriverTests {
  /// A client that keeps a connection open, as the application does.
  private func driver(
    of device: CommandFixture, key: String
  ) async throws -> (client: MarfaClient, engine: SyncEngine) {
    let directories = ApplicationDirectories(environment: device.variables)
    let settings = ConfigurationStore(directories: directories).load().configuration.server
    let connection = try #require(ServerConnection(settings, directories: directories))
    let store = try await device.store()
    let client = try await connection.client(
      on: store, at: device.databasePath, credential: TransportCredential(key),
      environment: store.environment)
    return (client, try #require(client.syncEngine))
  }

  @Test func `a command waits for the program that syncs already`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: key)
    let (_, engine) = try await driver(of: device, key: key)
    let events = engine.events
    await engine.start()
    for await event in events { if case .synced = event { break } }

    let live = try await device.status()
    _ = await device.note("--title Later", text: "later\n")
    let sync = await device.run("sync --wait --quiet")
    let after = try await device.status()
    let wipe = await device.run("logout --wipe --yes")
    await server.kill()
    for await event in events { if case .failed = event { break } }
    _ = await device.note("--title Alone", text: "alone\n")
    let alone = await device.run("sync --quiet")
    await engine.pause()
    let paused = await device.run("sync --quiet --wait")
    await engine.stop()

    #expect(paused.error == "marfa: Another program syncs these notes, and is paused.\n")
    #expect(live["connection"] == "live")
    #expect(sync.status == 0, "\(sync.error)")
    #expect(after["all_on_server"] == true)
    #expect(wipe.status == 1)
    #expect(wipe.error.contains("close it first. Nothing was removed."))
    #expect(alone.status == 5)
    #expect(
      alone.error == "marfa: Another program syncs these notes, and has no connection now.\n")
    #expect(try await device.status()["connection"] == "offline")
  }

  @Test func `what was just written is sent before a command ends, also beside a refused change`()
    async throws
  {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: key)
    let (client, engine) = try await driver(of: device, key: key)
    let store = try #require(client.store)
    try SynchronousStore(store).execute(
      """
      INSERT INTO refused(mutation_id, kind, subject, request, attempt, code, message, refused_at)
      VALUES ('r', 'deleteEdge', 'e', '{}', 1, 'gone', 'It is gone.', 1)
      """)
    await engine.start()

    for number in 0..<5 {
      _ = await device.note("--title N\(number)", text: "x\n")
      #expect(await device.run("sync --wait --quiet").status == 7)
      #expect(try await device.status()["pending"] == 0)
    }
    await engine.stop()
  }

  @Test func `a command ends with 6 when the program that syncs is signed out`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: try await server.key())
    let (_, engine) = try await driver(of: device, key: "marfa_k1_gone")
    let events = engine.events
    await engine.start()
    for await event in events { if case .failed = event { break } }

    let sync = await device.run("sync --quiet --wait")
    await engine.stop()

    #expect(sync.status == 6)
    #expect(sync.error == "marfa: Another program syncs these notes, and is signed out.\n")
    #expect(try await device.status()["connection"] == "signed out")
  }

  @Test func `a command takes over when the other program ends`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: key)
    await server.kill()
    let (_, engine) = try await driver(of: device, key: key)
    let events = engine.events
    await engine.start()
    for await event in events { if case .failed = event { break } }
    _ = await device.note("--title Later", text: "later\n")

    async let sync = device.run("sync --wait")
    try await server.restart()
    await engine.stop()

    let status = await sync
    #expect(status.status == 0, "\(status.error)")
    #expect(try await device.status()["all_on_server"] == true)
  }

  @Test func `a program that waits for its next attempt makes it when a command asks`()
    async throws
  {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: key)
    await server.kill()
    let (_, engine) = try await driver(of: device, key: key)
    let events = engine.events
    await engine.start()
    for await event in events { if case .failed = event { break } }
    _ = await device.note("--title Later", text: "later\n")
    try await server.restart()

    let sync = await device.run("sync --quiet")
    await engine.stop()

    #expect(sync.status == 0, "\(sync.error)")
    #expect(try await device.status()["all_on_server"] == true)
  }

  @Test func `another program without a connection has two seconds to take a new key`()
    async throws
  {
    let clock = ManualClock()
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1, waits: clock)
    _ = try await device.logIn(to: server, key: try await server.key())
    let (_, engine) = try await driver(of: device, key: "marfa_k1_unknown")
    let events = engine.events
    await engine.start()
    for await event in events { if case .failed = event { break } }
    let key = try await server.key()

    async let login = device.logIn(to: server, key: key)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))

    let transcript = try await login
    #expect(transcript.status == 6)
    #expect(
      transcript.error.contains("Another program syncs these notes, and is signed out."),
      "\(transcript.error)")
    await engine.stop()
  }

  @Test func `a login waits for the open application to take the key`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: try await server.key())
    // The application has a key that the server does not know, until it learns of the new one.
    let (_, old) = try await driver(of: device, key: "marfa_k1_unknown")
    let events = old.events
    await old.start()
    for await event in events { if case .failed = event { break } }
    let key = try await server.key()

    let directories = ApplicationDirectories(environment: device.variables)
    let credentials = ServerCredentials(directories: directories, environment: [:])
    let url = ConfigurationStore(directories: directories).load().configuration.server
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watcher = try DirectoryWatcher(
      directory: credentials.folder, queue: DispatchQueue(label: "OtherDriverTests")
    ) { _ in changed.yield() }

    async let login = device.logIn(to: server, key: key)
    for await _ in changes {
      if try await credentials.key(for: url) == key { break }
    }
    watcher.cancel()
    await old.stop()

    let transcript = try await login
    #expect(transcript.status == 0, "\(transcript.error)")
  }
}
