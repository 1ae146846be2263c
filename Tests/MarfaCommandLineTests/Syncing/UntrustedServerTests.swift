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

  @Test func `it is refused with the key that the server shows, and what to do`() async throws {
    let device = try CommandFixture.device(1)
    let server = try ProgramRun(
      "/bin/sh", ["-c", Self.script, device.directory.path], watching: .output)
    let line = try #require(await server.lines.next(startingWith: "ACCEPT"))
    let port = try #require(line.split(separator: ":").last)
    let pin = "sha256/" + (try device.directory.read("pin")).trimmingCharacters(in: .newlines)

    let login = try await device.logIn(to: "https://localhost:\(port)", key: "marfa_k1_none")

    #expect(login.status == 1)
    #expect(login.error.contains("The server shows the key \(pin)."), "\(login.error)")
    #expect(login.error.contains("`marfa config set server.pin \(pin)`"))
    #expect(!login.error.contains("marfa_k1_none"))
    #expect(try await device.status()["mode"] == "local")
    server.terminate()
    _ = await server.exitStatus()
  }
}
