import TestSupport
import Testing

/// An address at which something else than a marfa server answers.
@Suite(.timeLimit(.minutes(20))) struct ForeignServerTests {
  /// An answer of HTTP.
  private static func answer(_ status: Int, _ type: String, _ body: String) -> String {
    "HTTP/1.1 \(status) Words\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      + body
  }

  private static let answers: [(status: Int, text: String)] = [
    (404, answer(404, "text/html", "<html>No such file</html>")),
    (404, answer(404, "application/json", #"{"error":"not found"}"#)),
    (200, answer(200, "text/html", "<html>Welcome</html>")),
    (200, answer(200, "application/json", #"{"hello": 1}"#)),
    (401, answer(401, "text/html", "<html>Sign in</html>")),
    (403, answer(403, "text/html", "<html>No</html>")),
  ]

  @Test func `login names the address and what was answered, and keeps no key`() async throws {
    for (status, text) in Self.answers {
      let server = try LoopbackServer.answering { _ in text }
      let device = try CommandFixture.device(1)
      let url = "http://127.0.0.1:\(server.port)"

      let login = try await device.logIn(to: url, key: "marfa_k1_none")

      #expect(login.status == 1, "\(text)")
      #expect(login.error == "marfa: \(url) is not a marfa server (it answered \(status)).\n")
      #expect(try await device.status()["mode"] == "local")
      try await device.succeeds("config set server.url \(url)")
      #expect(await device.run("sync --quiet").status == 6)
    }
  }

  @Test func `an error of the server itself is no other server`() async throws {
    let text = Self.answer(502, "text/html", "<html>Bad gateway</html>")
    let server = try LoopbackServer.answering { _ in text }
    let device = try CommandFixture.device(1)

    let login = try await device.logIn(
      to: "http://127.0.0.1:\(server.port)", key: "marfa_k1_none")

    #expect(login.status == 1)
    #expect(login.error.hasSuffix(" refuses: The server answered 502 without a reason.\n"))
  }

  @Test func `sync names the address and what was answered`() async throws {
    let own = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    try await device.succeedsToLogIn(at: own.url, key: try await own.key())
    _ = await device.note("--title Rings", text: "three\n")
    _ = await device.run(["config", "set", "server.token_command", "echo marfa_k1_none"])

    for (status, text) in Self.answers {
      let server = try LoopbackServer.answering { _ in text }
      let url = "http://127.0.0.1:\(server.port)"
      try await device.succeeds("config set server.url \(url)")

      let sync = await device.run("sync --quiet")

      #expect(sync.status == 5, "\(text)")
      #expect(
        sync.error == """
          marfa: The exchange with the server failed: what answers at \(url) is not a marfa server \
          (it answered \(status)).

          """)
    }
    #expect(try await device.status()["pending"] == 1)
    withExtendedLifetime(own) {}
  }
}
