import Foundation
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
}
