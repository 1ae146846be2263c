import MarfaModel
import Testing

@testable import MarfaServer

/// What the version of a request asks of its connection, and what HEAD may tell.
@Suite(.timeLimit(.minutes(20))) struct HTTP1ConnectionTests {
  /// What the server sends until it closes the connection, which the client leaves open.
  private static func sent(_ text: String, to server: FlowServer) async throws -> String {
    try await RawConnection.open(port: server.port) { connection in
      try await connection.send(text)
      return try await connection.receiveAll()
    }
  }

  @Test(arguments: [
    "GET /health HTTP/1.0\r\n\r\n", "GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close, te\r\n\r\n",
    "GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
  ])
  func
    `a connection ends after the answer to HTTP/1.0, when it is asked to, or when another protocol is offered`(
      head: String
    ) async throws
  {
    try await FlowServer.run { server in
      let answer = try await Self.sent(head, to: server)

      #expect(answer.contains(" 200 OK\r\n"))
      #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(answer.hasPrefix("HTTP/1.0") == head.contains("HTTP/1.0"))
    }
  }

  @Test func `an answer without a length is not sent to HTTP/1.0 in chunks`() async throws {
    try await FlowServer.run { server in
      let answer = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "GET /types HTTP/1.0\r\n\(server.authorization)\r\nAccept-Encoding: gzip\r\n\r\n")
        let answer = try await connection.answer()
        return (answer.headers, try await connection.receiveBytes())
      }

      #expect(answer.0["content-encoding"] == "gzip")
      #expect(answer.0["transfer-encoding"] == nil)
      let plain = try await server.send("GET", "/types").body
      #expect(try GzipStream.whole(.decompress, answer.1) == plain)
    }
  }

  @Test func `HTTP/1.0 is not sent 100 Continue`() async throws {
    try await FlowServer.run { server in
      let body = #"{"type": "core.note", "properties": {"body": "x"}}"#

      let answer = try await Self.sent(
        "POST /items HTTP/1.0\r\n\(server.authorization)\r\nExpect: 100-continue\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
        to: server)

      #expect(answer.hasPrefix("HTTP/1.0 201 Created\r\n"))
    }
  }

  @Test(arguments: ["", "Host: a\r\nHost: a\r\n", "Host: a b\r\n", "Host: a/b\r\n"])
  func `HTTP/1.1 without one host is refused, and nothing after it is read`(
    hosts: String
  ) async throws {
    try await FlowServer.run { server in
      let body = #"{"type": "core.note", "properties": {"body": "x"}}"#

      let answer = try await Self.sent(
        "POST /items HTTP/1.1\r\n\(hosts)\(server.authorization)\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
          + "GET /health HTTP/1.1\r\nHost: a\r\n\r\n",
        to: server)

      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(answer.contains(#""code":"invalid_request""#))
      // It is known by an id, counted and limited as any other.
      let head = answer.lowercased()
      #expect(head.contains("\r\nx-request-id: "))
      #expect(head.contains("\r\nx-ratelimit-limit: "))
      let metrics = try await server.send("GET", "/metrics")
      #expect(
        metrics.text.contains(
          #"marfa_http_requests_total{method="other",route="-",status="400"} 1"#))
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
      #expect(try await server.send("GET", "/items").text.contains(#""data":[]"#))
    }
  }

  @Test func `a body in a coding that is not understood is refused`() async throws {
    try await FlowServer.run { server in
      let body = #"{"type": "core.note", "properties": {"body": "x"}}"#

      let answer = try await Self.sent(
        "POST /items HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n"
          + "Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n"
          + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n",
        to: server)

      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      #expect(answer.contains(#""code":"invalid_request""#))
    }
  }

  @Test(arguments: ["chunked ", "  chunked  ", "Chunked"])
  func `blanks around a header's value are none of it`(coding: String) async throws {
    try await FlowServer.run { server in
      let body = #"{"type": "core.note", "properties": {"body": "x"}}"#

      let answer = try await Self.sent(
        "POST /items HTTP/1.1\r\nHost: a \r\n\(server.authorization)\r\n"
          + "Transfer-Encoding:\(coding)\r\nConnection: close\r\n\r\n"
          + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n",
        to: server)

      #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
    }
  }

  @Test func `a body may come in chunks with extensions, followed by trailers`() async throws {
    try await FlowServer.run { server in
      let body = #"{"type": "core.note", "properties": {"body": "x"}}"#

      let answer = try await Self.sent(
        "POST /items HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n"
          + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
          + "\(String(body.utf8.count, radix: 16));a=b;c=\"d e\"\r\n\(body)\r\n"
          + "0;e\r\nX-Sum: 1\r\n\r\n",
        to: server)

      #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
    }
  }

  @Test func `requests that come together are answered in their order`() async throws {
    try await FlowServer.run { server in
      let paths = ["/health", "/items", "/nope", "/types", "/health", "/keys"]
      let answers = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n\r\n" }
            .joined() + "nonsense\r\n\r\n")
        var answers: [RawConnection.Answer] = []
        for _ in 0...paths.count { answers.append(try await connection.answer()) }
        #expect(try await connection.receiveAll() == "")
        return answers
      }

      #expect(answers.map(\.status) == [200, 200, 404, 200, 200, 200, 400])
      #expect(answers[3].body == (try await server.send("GET", "/types")).body)
      let connections = answers.map { $0.headers["connection"] }
      #expect(connections == Array(repeating: nil, count: 6) + ["close"])
    }
  }

  /// A server whose items may be larger than sockets hold.
  private static var large: ServerSettings {
    var settings = ServerSettings()
    settings.recordLimits.propertyBytes = 16 << 20
    return settings
  }

  @Test func `a client that has ended its side gets its whole answers`() async throws {
    try await FlowServer.run(settings: Self.large) { server in
      // More than the sockets hold, in one piece.
      let id = try await server.note(String(repeating: "x", count: 8_000_000))
      let whole = try await server.send("GET", "/items/\(id)")

      let answers = try await RawConnection.open(port: server.port) { connection in
        let get =
          "GET /items/\(id) HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n\r\n"
        try await connection.send(get + get)
        try await connection.endSending()
        return [try await connection.answer(), try await connection.answer()]
      }

      #expect(whole.body.count > 8_000_000)
      #expect(answers.map(\.body.count) == [whole.body.count, whole.body.count])
    }
  }

  @Test func `an answer that is on its way when the server ends comes whole`() async throws {
    try await FlowServer.run(settings: Self.large) { server in
      let id = try await server.note(String(repeating: "x", count: 8_000_000))

      let count = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "GET /items/\(id) HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n\r\n")
        _ = try await connection.receive(until: "\r\n\r\n")
        await server.shutDown()
        return try await connection.receiveBytes().count
      }

      #expect(count > 8_000_000)
    }
  }

  @Test(arguments: ["Host:", "Host: localhost:8600", "Host: [::1]:8600", "Host: b%C3%BCcher.de"])
  func `a host may be any, or none where the address has none`(host: String) async throws {
    try await FlowServer.run { server in
      let answer = try await Self.sent(
        "GET /health HTTP/1.1\r\n\(host)\r\nConnection: close\r\n\r\n", to: server)

      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test func `answers to HEAD end with their heads on a connection that goes on`() async throws {
    try await FlowServer.run { server in
      let heads = try await RawConnection.open(port: server.port) { connection in
        var heads: [RawConnection.Answer] = []
        for _ in 1...2 {
          try await connection.send(
            "HEAD /types HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n"
              + "Accept-Encoding: gzip\r\n\r\n")
          heads.append(try await connection.answer(hasBody: false))
        }
        return heads
      }

      #expect(heads.map(\.status) == [200, 200])
      #expect(heads.allSatisfy { $0.headers["content-encoding"] == "gzip" })
      #expect(heads.allSatisfy { $0.headers["content-length"] == nil })
    }
  }
}
