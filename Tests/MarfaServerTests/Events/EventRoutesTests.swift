import MarfaModel
import MarfaServer
import Testing

/// `GET /events` over HTTP and the real store.
@Suite(.timeLimit(.minutes(20))) struct EventRoutesTests {
  /// Records of a stream as they come, without the chunks' sizes.
  struct Stream {
    var connection: RawConnection

    private var text = ""

    init(connection: RawConnection) {
      self.connection = connection
    }

    /// The next record; nil when the stream has ended.
    mutating func next() async throws -> String? {
      while true {
        if let end = text.firstRange(of: "\n\n") {
          defer { text = String(text[end.upperBound...]) }
          return String(text[..<end.lowerBound])
        }
        // The line break is one character.
        let size = try await connection.receive(until: "\r\n").dropLast()
        guard let count = Int(size, radix: 16), count > 0 else { return nil }
        let chunk = try await connection.receive(count: count + 2)
        text += String(decoding: chunk.dropLast(2), as: UTF8.self)
      }
    }

    /// The id of the next record, which must have one.
    mutating func nextId() async throws -> Int64 {
      let record = try #require(try await next())
      return try #require(FrameReader.id(of: record))
    }
  }

  /// Opens a stream, reads its head and its first record.
  private static func streaming<Value: Sendable>(
    _ server: FlowServer, _ path: String = "/events", lastEventID: String? = nil,
    key: String? = nil,
    _ steps: @Sendable @escaping (String, inout Stream) async throws -> Value
  ) async throws -> Value {
    let headers =
      ["Authorization: Bearer \(key ?? server.key)", "Accept: text/event-stream"]
      + (lastEventID.map { ["Last-Event-ID: \($0)"] } ?? [])
    return try await RawConnection.open(port: server.port) { connection in
      try await connection.send("GET", path, headers: headers)
      let head = try await connection.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200"))
      #expect(head.lowercased().contains("content-type: text/event-stream"))
      // Of the server that the tests run.
      #expect(head.lowercased().contains("heartbeat-seconds: 31"))
      var stream = Stream(connection: connection)
      let first = try #require(try await stream.next())
      return try await steps(first, &stream)
    }
  }

  @Test func `a change arrives on an open stream`() async throws {
    try await FlowServer.run { server in
      try await Self.streaming(server) { first, stream in
        #expect(first == "id: 0\nevent: stream_cursor\ndata: {\"id\":\"0\"}")

        let id = try await server.note("hello")

        let record = try #require(try await stream.next())
        #expect(record.contains("event: item.created"))
        #expect(record.contains(id) && record.contains("hello"))
      }
    }
  }

  @Test func `no event is lost or doubled across a restart`() async throws {
    let data = ServerData()
    var last: Int64 = 0
    var seen: [Int64] = []
    try await FlowServer.run(data) { server in
      seen += try await Self.streaming(server) { _, stream in
        for _ in 0..<3 { try await server.note() }
        var ids: [Int64] = []
        for _ in 0..<2 { ids.append(try await stream.nextId()) }
        return ids
      }
      last = try #require(seen.last)
      // Written while nobody listens.
      for _ in 0..<300 { try await server.note() }
    }
    try await FlowServer.run(data) { server in
      for _ in 0..<3 { try await server.note() }

      seen += try await Self.streaming(server, lastEventID: String(last)) { _, stream in
        for _ in 0..<3 { try await server.note() }
        var ids: [Int64] = []
        while ids.count < 307 { ids.append(try await stream.nextId()) }
        return ids
      }
      let bounds = try await server.flow.events.log.eventBounds()
      #expect(seen.last == bounds.newest)
    }
    #expect(seen.count == 309 && Set(seen).count == 309 && seen == seen.sorted())
  }

  @Test func `filters narrow the stream`() async throws {
    try await FlowServer.run { server in
      try await Self.streaming(
        server, "/events?event=item.deleted,item.state_changed&type=core.note"
      ) { _, stream in
        let id = try await server.note()
        _ = try await server.send("DELETE", "/items/\(id)")

        let record = try #require(try await stream.next())
        #expect(record.contains("event: item.state_changed") && record.contains(id))
      }
    }
  }

  @Test(arguments: ["/events?event=item.exploded", "/events?types=core.note"])
  func `a parameter that cannot be is refused`(path: String) async throws {
    try await FlowServer.run { server in
      let answer = try await server.send("GET", path)

      #expect(answer.status == 400 && answer.text.contains("validation_error"))
    }
  }

  @Test func `an event stream without a key is refused`() async throws {
    try await FlowServer.run { server in
      let answer = try await server.send("GET", "/events", key: "marfa_k1_unknown")

      #expect(answer.status == 401)
    }
  }

  @Test func `an id that is too old is reported and ends the stream`() async throws {
    try await FlowServer.run { server in
      for _ in 0..<4 { try await server.note() }
      _ = try await server.flow.events.log.pruneEvents(
        before: Timestamp(milliseconds: 0), keepingNewest: 1)

      try await Self.streaming(server, lastEventID: "1") { first, stream in
        #expect(first.hasPrefix("event: catchup_too_old\ndata: {\"min_retained_id\":"))
        #expect(first.contains("\"requested\":\"1\""))
        let next = try await stream.next()
        #expect(next == nil)
      }
    }
  }

  @Test func `a revoked key ends its streams at once, and no others`() async throws {
    try await FlowServer.run { server in
      let made = try await server.send(
        "POST", "/keys", headers: ["Content-Type: application/json"],
        body: Array("{\"label\":\"x\",\"source\":\"X\",\"role\":\"member\"}".utf8))
      let key = try #require(try JSONParser.parse(made.body).objectValue)
      let secret = try #require(key["key"]?.stringValue)
      let id = try #require(key["id"]?.stringValue)

      try await Self.streaming(server) { _, kept in
        try await Self.streaming(server, key: secret) { _, revoked in
          let answer = try await server.send("DELETE", "/keys/\(id)")
          #expect(answer.status == 200)
          #expect(try await revoked.next() == nil)
        }
        #expect(try await kept.next() == ": ping")
      }
    }
  }

  @Test func `a member sees only what it may read`() async throws {
    try await FlowServer.run { server in
      let body =
        "{\"label\":\"x\",\"source\":\"X\",\"role\":\"member\","
        + "\"type_permissions\":{\"core.task\":\"read\"}}"
      let made = try await server.send(
        "POST", "/keys", headers: ["Content-Type: application/json"], body: Array(body.utf8))
      let key = try #require(try JSONParser.parse(made.body).objectValue?["key"]?.stringValue)

      try await Self.streaming(server, key: key) { _, stream in
        try await server.note()
        _ = try await server.send(
          "POST", "/items", headers: ["Content-Type: application/json"],
          body: Array("{\"type\":\"core.task\",\"properties\":{\"title\":\"t\"}}".utf8))

        #expect(try #require(try await stream.next()).contains("core.task"))
      }
    }
  }

  @Test func `a key that may read less than before is sent no more of it`() async throws {
    try await FlowServer.run { server in
      let made = try await server.send(
        "POST", "/keys", headers: ["Content-Type: application/json"],
        body: Array(
          """
          {"label":"x","source":"X","role":"member","type_permissions":{"core.note":"read"}}
          """.utf8))
      let key = try #require(try JSONParser.parse(made.body).objectValue)
      let secret = try #require(key["key"]?.stringValue)
      let id = try #require(key["id"]?.stringValue)

      try await Self.streaming(server, key: secret) { _, stream in
        let answer = try await server.send(
          "PATCH", "/keys/\(id)", headers: ["Content-Type: application/json"],
          body: Array("{\"type_permissions\":{\"core.task\":\"read\"}}".utf8))
        #expect(answer.status == 200, "\(answer.text)")
        try await server.note()
        _ = try await server.send(
          "POST", "/items", headers: ["Content-Type: application/json"],
          body: Array("{\"type\":\"core.task\",\"properties\":{\"title\":\"t\"}}".utf8))

        #expect(try await stream.next() == ": ping")
        #expect(try #require(try await stream.next()).contains("core.task"))
      }
    }
  }

  @Test func `streams end cleanly when the server is asked to end`() async throws {
    try await FlowServer.run { server in
      try await Self.streaming(server) { _, stream in
        await server.shutDown()

        let next = try await stream.next()
        #expect(next == nil)
      }
    }
  }

  @Test func `a stream that is one too many is refused for now`() async throws {
    var settings = ServerSettings()
    settings.maximumSubscribers = 1
    try await FlowServer.run(settings: settings) { server in
      try await Self.streaming(server) { _, _ in
        let answer = try await server.send("GET", "/events")

        #expect(answer.status == 429 && answer.text.contains("rate_limited"))
        #expect(answer.headers["retry-after"] == "30")
        let json = try JSONParser.parse(answer.body)
        #expect(json["error"]?["details"]?["limit"] == 1)
      }
    }
  }
}
