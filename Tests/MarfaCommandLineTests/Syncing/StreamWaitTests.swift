import Dispatch
import MarfaCommandLine
import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import Settings
import Synchronization
import TestSupport
import Testing

/// How long `marfa sync` waits for a stream, and for another program.
@Suite(.timeLimit(.minutes(20))) struct StreamWaitTests {
  /// Off until a test turns it on.
  private final class Switch: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func turnOn() { state.withLock { $0 = true } }
  }

  /// Two devices, of which the second reaches the server over a network that holds the first word
  /// of each stream back.
  private struct Scene {
    let server: ServedNotes
    let one: CommandFixture
    let two: CommandFixture
    let proxy: ForwardingProxy
    private let release: DispatchSemaphore
    private let holds: AsyncStream<Void>

    init(clock: any Clock<Duration>) async throws {
      server = try await ServedNotes.start()
      let key = try await server.key()
      let (release, holding) = (DispatchSemaphore(value: 0), Switch())
      let (holds, held) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      proxy = try ForwardingProxy(
        port: server.port(),
        treatment: {
          // With the first bytes of a body a client has the answer's head, too.
          .hold("stream_cursor") {
            guard holding.isOn else { return }
            held.yield()
            release.wait()
          }
        })
      (self.release, self.holds) = (release, holds)
      (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2, waits: clock))
      for (device, url) in [(one, server.url), (two, proxy.url.absoluteString)] {
        let login = try await device.logIn(to: url, key: key)
        try #require(login.status == 0, "\(login.error)")
      }
      holding.turnOn()
    }

    /// Waits until a stream of the second device is held back, and its engine has nothing to do, or
    /// has ended.
    func isHeld() async throws {
      for await _ in holds { break }
      let lock = EngineReport.lockPath(ofStore: two.databasePath)
      let (changes, changed) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let watcher = try DirectoryWatcher(
        directory: two.directory.path + "/data", queue: DispatchQueue(label: "StreamWaitTests")
      ) { _ in changed.yield() }
      defer { watcher.cancel() }
      changed.yield()
      for await _ in changes {
        guard let (report, isDriven) = EngineReport.read(lock) else { continue }
        if !isDriven || report.state == ConnectionState.online.rawValue { return }
      }
    }

    func letGo() { release.signal() }
  }

  @Test func `a sync does not end before the stream has said how far it goes`() async throws {
    let scene = try await Scene(clock: ManualClock())
    _ = await scene.one.note("--title Since", text: "since\n")
    try await scene.one.succeeds("sync --wait")

    let two = scene.two
    async let sync = two.run("sync --wait --quiet")
    try await scene.isHeld()
    scene.letGo()

    #expect(await sync.status == 0)
    #expect(try await scene.two.titles() == ["Since"])
  }

  @Test func `a stream that says nothing for ten seconds is not waited for any longer`()
    async throws
  {
    let clock = ManualClock()
    let scene = try await Scene(clock: clock)

    let two = scene.two
    async let sync = two.run("sync --wait --quiet")
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))

    let transcript = await sync
    #expect(transcript.status == 0, "\(transcript.error)")
    scene.letGo()
  }

  @Test(
    arguments: [
      (StreamProgress.Rest.none, Duration.zero), (.unsaid, .seconds(10)), (.possible, .seconds(2)),
      (.announced, nil),
    ] as [(StreamProgress.Rest, Duration?)])
  func `a stream that has yet to bring changes says how long it is waited for`(
    rest: StreamProgress.Rest, time: Duration?
  ) {
    #expect(Grace.time(for: rest) == time)
  }
}
