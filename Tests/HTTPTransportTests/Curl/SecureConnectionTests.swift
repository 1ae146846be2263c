import Foundation
import HTTPTransport
import TestSupport
import Testing

/// A TLS server of OpenSSL's own, with a certificate that nobody has signed.
private struct SecureServer {
  let folder: URL
  let run: ProgramRun
  let port: Int

  static let program = "/usr/bin/openssl"

  var certificate: String { folder.appending(path: "certificate.pem").path }
  var url: String { "https://localhost:\(port)/" }

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "marfa-tls-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let key = folder.appending(path: "key.pem").path
    let certificate = folder.appending(path: "certificate.pem").path
    let made = try await ProgramRun.run(
      Self.program,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost",
      ])
    #expect(made.status == 0, "\(made.errors)")
    run = try ProgramRun(
      Self.program,
      ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"],
      watching: .output)
    let line = try #require(await run.lines.next(startingWith: "ACCEPT"))
    port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
  }

  /// The pin of the certificate's key, as OpenSSL computes it.
  func pin() async throws -> String {
    let script =
      "openssl x509 -in \(certificate) -pubkey -noout | openssl pkey -pubin -outform der "
      + "| openssl dgst -sha256 -binary | openssl base64"
    let result = try await ProgramRun.run("/bin/sh", ["-c", script])
    return "sha256/" + result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

@Suite(
  .timeLimit(.minutes(20)),
  .enabled("openssl is not installed") { ProgramRun.isThere(SecureServer.program) })
struct SecureConnectionTests {
  @Test func `a certificate that nobody signed is refused, with the pin of its key`() async throws {
    let server = try await SecureServer()
    let client = CurlClient(options: HTTPTransportOptions(proxy: .none))

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url))
    }

    #expect(error?.code == .untrustedCertificate)
    #expect(error?.mayHaveArrived == false)
    #expect(error?.shownKey == (try await server.pin()))
  }

  @Test func `a certificate file makes it trusted`() async throws {
    let server = try await SecureServer()
    let client = CurlClient(
      options: HTTPTransportOptions(certificateFile: server.certificate, proxy: .none))

    let response = try await client.send(HTTPRequest("GET", server.url))

    #expect(response.status == 200)
  }

  @Test func `a trusted certificate is not taken for another name`() async throws {
    let server = try await SecureServer()
    let client = CurlClient(
      options: HTTPTransportOptions(certificateFile: server.certificate, proxy: .none))

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", "https://127.0.0.1:\(server.port)/"))
    }

    #expect(error?.code == .untrustedCertificate)
  }

  @Test func `a pinned key is trusted, whichever authority signed its certificate`() async throws {
    let server = try await SecureServer()
    let client = CurlClient(
      options: HTTPTransportOptions(pinnedKey: try await server.pin(), proxy: .none))

    let response = try await client.send(HTTPRequest("GET", server.url))

    #expect(response.status == 200)
  }

  @Test func `another key than the pinned one is refused, with its own pin`() async throws {
    let server = try await SecureServer()
    let other = "sha256/" + String(repeating: "B", count: 43) + "="
    let client = CurlClient(options: HTTPTransportOptions(pinnedKey: other, proxy: .none))

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url))
    }

    #expect(error?.code == .otherKey)
    #expect(error?.mayHaveArrived == false)
    #expect(error?.shownKey == (try await server.pin()))
  }

  @Test func `a certificate file that is not there refuses, and does not trust`() async throws {
    let server = try await SecureServer()
    let client = CurlClient(
      options: HTTPTransportOptions(certificateFile: "/nowhere/ca.pem", proxy: .none))

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url))
    }

    #expect(error?.code == .secureConnectionFailed)
  }
}
