import Foundation
import TestSupport
import Testing

/// A login at a server whose certificate nobody has signed.
@Suite(
  .timeLimit(.minutes(20)),
  .enabled("openssl is not installed") { ProgramRun.isThere("/usr/bin/openssl") })
struct UntrustedServerTests {
  private static let script = """
    cd "$0" || exit 1
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout tls-key \
      -out certificate -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>&1
    openssl x509 -in certificate -pubkey -noout | openssl pkey -pubin -outform der \
      | openssl dgst -sha256 -binary | openssl base64 >pin
    mkfifo input
    exec openssl s_server -accept 127.0.0.1:0 -key tls-key -cert certificate -www <>input
    """

  /// A device and the server, with the pin of the server's key.
  private func untrusted() async throws -> (
    device: CommandFixture, server: ProgramRun, url: String, pin: String
  ) {
    let device = try CommandFixture.device(1)
    let server = try ProgramRun(
      "/bin/sh", ["-c", Self.script, device.directory.path], watching: .output)
    let line = try #require(await server.lines.next(startingWith: "ACCEPT"))
    let port = try #require(line.split(separator: ":").last)
    let pin = try device.directory.read("pin").trimmingCharacters(in: .newlines)
    return (device, server, "https://localhost:\(port)", "sha256/" + pin)
  }

  @Test func `it is refused with the key that the server shows, and what to do`() async throws {
    let (device, server, url, pin) = try await untrusted()

    let login = try await device.logIn(to: url, key: "marfa_k1_none")

    #expect(login.status == 1)
    #expect(
      login.error == """
        marfa: The server's certificate is not trusted (self-signed certificate). It shows the key \
        \(pin). If its owner gave you the same, `marfa config set server.pin \(pin)` accepts it; \
        `marfa config set server.ca_file FILE` trusts those of a file.

        """)
    #expect(!login.error.contains("marfa_k1_none"))
    #expect(try await device.status()["mode"] == "local")
    server.terminate()
    _ = await server.exitStatus()
  }

  @Test func `sync says the same as login, and does not wait`() async throws {
    let (device, server, url, pin) = try await untrusted()
    _ = await device.note("--title Rings", text: "three\n")
    try await device.succeeds("config set server.url \(url)")
    _ = await device.run(["config", "set", "server.token_command", "echo marfa_k1_none"])
    try device.directory.write("", to: "state/.keep")
    let other = "sha256/" + String(repeating: "A", count: 43) + "="

    for line in ["sync --quiet", "sync --wait --quiet"] {
      let sync = await device.run(line)
      #expect(sync.status == 1, "\(sync.error)")
      #expect(
        sync.error.contains("not trusted (self-signed certificate). It shows the key \(pin)."))
      #expect(sync.error.contains("server.ca_file"))
      #expect(!sync.error.contains("tried again"))
    }
    try await device.succeeds("config set server.pin \(other)")
    let pinned = await device.run("sync --quiet")

    #expect(pinned.status == 1)
    #expect(
      pinned.error == """
        marfa: The server has another key than server.pin says. It shows the key \(pin). If its \
        owner gave you the same, `marfa config set server.pin \(pin)` accepts it; without a pin, \
        server.ca_file can name the file of a certificate.

        """)
    #expect(await device.run("log --jsonl").output.contains(pin))
    server.terminate()
    _ = await server.exitStatus()
  }

  @Test func `a file of certificates that cannot be read is named with the setting`() async throws {
    let device = try CommandFixture.device(1)
    try device.directory.write(
      "server:\n  url: https://localhost:1\n  ca_file: /nowhere/ca.pem\n", to: "config/config.yaml")
    let words =
      "\(device.directory.path)/config/config.yaml:3:12: error: server.ca_file: /nowhere/ca.pem: "
      + "No such file or directory."

    for line in ["sync --quiet", "login --no-input"] {
      let run = await device.run(line)
      #expect(run.status == 2)
      #expect(run.error == "marfa: \(words)\n")
    }
    #expect(await device.run("doctor").output.contains(words))
  }

  @Test func `a file without certificates is named, too`() async throws {
    let (device, server, url, _) = try await untrusted()
    try await device.succeeds("config set server.url \(url)")
    try await device.succeeds("config set server.ca_file \(device.directory.path)/pin")

    let login = try await device.logIn(to: url, key: "marfa_k1_none")

    #expect(login.status == 2)
    #expect(
      login.error.hasPrefix("marfa: The file that server.ca_file names has no certificates ("))
    #expect(login.error.contains("\(device.directory.path)/pin"))
    server.terminate()
    _ = await server.exitStatus()
  }
}
