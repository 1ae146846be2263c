import Foundation
import Glibc
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

  /// The named pipe that the server reads what it answers from, where it reads it.
  private var input: String { folder.appending(path: "input").path }

  /// Starts one that answers with a page of its own, or does what other arguments say.
  init(_ arguments: [String] = ["-www"]) async throws {
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
    let input = folder.appending(path: "input").path
    try #require(mkfifo(input, 0o600) == 0)
    // Opened for writing, too, so that it has no end.
    run = try ProgramRun(
      "/bin/sh",
      [
        "-c", "exec 0<>\"$0\" \"$@\"", input, Self.program, "s_server", "-accept", "127.0.0.1:0",
        "-key", key, "-cert", certificate,
      ] + arguments,
      watching: .output)
    let line = try #require(await run.lines.next(startingWith: "ACCEPT"))
    port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
  }

  /// Sends bytes over the connection that is open.
  func answer(_ bytes: [UInt8]) throws {
    try FileHandle(forWritingTo: URL(filePath: input)).write(contentsOf: bytes)
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
    #expect(error?.message.contains("self-signed") == true)
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
    #expect(error?.message.contains("127.0.0.1") == true)
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

    #expect(error?.code == .unreadableCertificates)
    #expect(error?.message.contains("/nowhere/ca.pem") == true)
  }

  @Test func `HTTP/2 is spoken where the server offers it, and a packed answer unpacked`()
    async throws
  {
    let server = try await SecureServer(["-alpn", "h2"])
    let client = CurlClient(
      options: HTTPTransportOptions(certificateFile: server.certificate, proxy: .none))
    async let answer = client.send(
      HTTPRequest("POST", server.url, body: .bytes(Array("asked\n".utf8))))

    let offer = await server.run.lines.next(startingWith: "ALPN protocols advertised")
    #expect(offer?.hasSuffix(" h2, http/1.1") == true)
    // The body is the last of the request.
    while let line = await server.run.lines.next(), !line.hasSuffix("asked") {}
    try server.answer(HTTP2Answer.packedHello)

    let response = try await answer
    #expect(response.status == 200)
    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello")
  }
}

/// What a server sends that speaks HTTP/2 (RFC 9113).
private enum HTTP2Answer {
  /// Its settings, and the answer to the first request: "hello hello hello", packed by gzip.
  static var packedHello: [UInt8] {
    let packed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
      0x57, 0xC8, 0x40, 0x90, 0x00, 0x80, 0x88, 0xF9, 0xE5, 0x11, 0x00, 0x00, 0x00,
    ]
    // RFC 7541: status 200 is entry 8 of the table; the name "content-encoding" is entry 26.
    let head: [UInt8] = [0x88, 0x0F, 0x0B, 0x04] + Array("gzip".utf8)
    return frame(.settings) + frame(.settings, flags: 1)
      + frame(.headers, flags: 4, of: 1, head) + frame(.data, flags: 1, of: 1, packed)
  }

  private enum Kind: UInt8 {
    case data = 0
    case headers = 1
    case settings = 4
  }

  private static func frame(
    _ kind: Kind, flags: UInt8 = 0, of stream: UInt8 = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    [0, 0, UInt8(payload.count), kind.rawValue, flags, 0, 0, 0, stream] + payload
  }
}
