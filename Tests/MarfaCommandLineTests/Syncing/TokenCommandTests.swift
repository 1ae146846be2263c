import Foundation
import MarfaSDKTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TokenCommandTests {
  @Test func `the key comes from the token command`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    try device.directory.write(try await server.key() + "\nsecond line\n", to: "pass")
    try await device.succeeds("config set server.url \(server.url)")
    _ = await device.run([
      "config", "set", "server.token_command", "cat '\(device.directory.path)/pass'",
    ])

    let login = await device.run("login --no-input")
    try device.directory.write("", to: "pass")
    let empty = await device.run("sync --quiet")
    _ = await device.run(["config", "set", "server.token_command", "exit 3"])
    let failed = await device.run("sync --quiet")

    #expect(login.status == 0, "\(login.error)")
    #expect(!FileManager.default.fileExists(atPath: device.stateDirectory + "/credentials"))
    #expect(empty.status == 6)
    #expect(empty.error == "marfa: server.token_command printed no key.\n")
    #expect(failed.status == 6)
  }

  @Test func `a key that has ended is asked for again before anybody is signed out`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    _ = try await device.logIn(to: server, key: try await server.key())
    _ = await device.note("--title Later", text: "later\n")
    try device.directory.write("marfa_k1_ended\n", to: "first")
    try device.directory.write(try await server.key() + "\n", to: "next")
    _ = await device.run([
      "config", "set", "server.token_command",
      "cd '\(device.directory.path)' && cat first && { mv -f next first 2>/dev/null || true; }",
    ])

    let sync = await device.run("sync --quiet")

    #expect(sync.status == 0, "\(sync.error)")
    #expect(try await device.status()["all_on_server"] == true)
  }

  /// A device whose token command never ends.
  private func hanging(_ clock: ManualClock) async throws -> CommandFixture {
    let device = try CommandFixture.device(1, waits: clock)
    try await device.succeeds("config set server.url http://127.0.0.1:1")
    _ = await device.run(["config", "set", "server.token_command", "sleep 100000 & wait"])
    return device
  }

  @Test func `a token command that hangs is ended, and named`() async throws {
    let clock = ManualClock()
    let device = try await hanging(clock)
    async let sync = device.run("sync --quiet")

    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(120))

    #expect(await sync.status == 6)
    let words = "server.token_command took longer than 2 minutes; run it in a shell to see why."
    #expect(await sync.error == "marfa: \(words)\n")
  }

  @Test func `a token command that hangs ends with what waits for it`() async throws {
    let clock = ManualClock()
    let device = try await hanging(clock)
    let (interrupts, interrupt) = AsyncStream<Void>.makeStream()
    async let sync = device.run(["sync", "--quiet"], interrupts: interrupts)

    try await clock.waitForSleepers(1)
    interrupt.yield()

    #expect(await sync.status == 130)
    #expect(await sync.error == "marfa: Interrupted.\n")
    #expect(clock.sleeperCount == 0)
  }
}
