import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// What `marfa sync --wait` says while it waits, and at its end.
@Suite(.timeLimit(.minutes(20))) struct SyncWaitTests {
  private static let noRoom = "The server has no room for "

  /// A device with a file and a change for a server that has no room on its disk.
  private func deviceOfFullServer(
    _ clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> (server: ServedNotes, device: CommandFixture) {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1, waits: clock)
    let login = try await device.logIn(to: server, key: try await server.key())
    try #require(login.status == 0, "\(login.error)")
    _ = await device.note("--title Rye", text: "x\n")
    try device.directory.write("PNG", to: "crumb.png")
    try await device.succeeds("attach Rye crumb.png")
    await server.kill()
    // More than any disk has.
    try device.directory.write("min_free_space: 1099511627776\n", to: "full.yaml")
    try await server.restart(["--config", device.directory.path + "/full.yaml"])
    return (server, device)
  }

  @Test func `the reason is said once, and a limit of time ends with it`() async throws {
    let clock = ManualClock()
    let (server, device) = try await deviceOfFullServer(clock)
    let (heard, hears) = AsyncStream<String>.makeStream()

    async let sync = device.run(
      ["sync", "--wait", "--timeout", "5"], hears: { hears.yield($0) })
    for await words in heard where words.contains(Self.noRoom) { break }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))

    let transcript = await sync
    #expect(transcript.status == 5)
    let last = "marfa: Not everything is on the server after 5 s. " + Self.noRoom
    #expect(transcript.error.contains(last), "\(transcript.error)")
    #expect(transcript.error.contains("Free some there, or ask the person who runs it."))
    let reasons = transcript.error.split(separator: "\n")
      .filter { $0.hasPrefix(Self.noRoom) && $0.contains(" and 1 file,") }
    #expect(reasons.count == 1, "\(transcript.error)")
    #expect(reasons.first?.hasSuffix(" It is tried again; Ctrl-C ends this.") == true)
    await server.kill()
  }

  @Test func `an interruption says what is not on the server`() async throws {
    let (server, device) = try await deviceOfFullServer()
    let (heard, hears) = AsyncStream<String>.makeStream()
    let (interrupts, interrupt) = AsyncStream<Void>.makeStream()

    async let sync = device.run(
      ["sync", "--wait"], interrupts: interrupts, hears: { hears.yield($0) })
    for await words in heard where words.contains(Self.noRoom) { break }
    interrupt.yield()

    let transcript = await sync
    #expect(transcript.status == 130)
    #expect(
      transcript.error.contains("marfa: Interrupted; not on the server yet: 2 pending, 1 upload"),
      "\(transcript.error)")
    #expect(await device.run("sync --queue").error.hasPrefix("Waiting: 2 pending, 1 upload"))
    await server.kill()
  }
}
