import Documents
import MarfaModel
import Testing

@testable import MarfaServer

/// `GET /documents/watch` over HTTP and the real store.
@Suite(.timeLimit(.minutes(20))) struct DocumentWatchTests {
  private static var settings: ServerSettings {
    var settings = ServerSettings()
    settings.documents.publishWindowMilliseconds = 0
    return settings
  }

  /// One client over HTTP.
  private struct Client {
    let server: FlowServer
    var bench: BenchClient

    init(_ server: FlowServer, key: String = "document") async throws {
      self.server = server
      let answer = try await server.send(
        "POST", "/documents/clients", headers: ["Content-Type: application/json"],
        body: Array(#"{"client_key": "test"}"#.utf8))
      let id = try JSONParser.parse(answer.body)["client_id"]?.stringValue ?? answer.text
      bench = BenchClient(id: id, replica: try BenchClient.replica(key, id))
    }

    mutating func exchange(_ verb: String, _ query: String = "") async throws {
      let answer = try await server.send(
        "POST", "/documents/\(bench.replica.key)/\(verb)?client=\(bench.id)\(query)",
        body: bench.replica.pack().encoded())
      try #require(answer.status == 200, "\(answer.text)")
      _ = try bench.replica.apply(ChangePack(decoding: answer.body))
    }
  }

  private static func watching<Value: Sendable>(
    _ server: FlowServer, _ client: String, _ keys: String...,
    steps: @Sendable @escaping (inout EventRoutesTests.Stream) async throws -> Value
  ) async throws -> Value {
    let query = keys.map { "&key=\($0)" }.joined()
    let authorization = server.authorization
    return try await RawConnection.open(port: server.port) { connection in
      try await connection.send(
        "GET", "/documents/watch?client=\(client)\(query)", headers: [authorization])
      let head = try await connection.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200"))
      #expect(head.lowercased().contains("content-type: text/event-stream"))
      #expect(head.lowercased().contains("heartbeat-seconds: 31"))
      var stream = EventRoutesTests.Stream(connection: connection)
      return try await steps(&stream)
    }
  }

  @Test func `a watcher hears of changes, presence, arrivals and departures`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      var c1 = try await Client(server)
      try c1.bench.begin("text")
      try await c1.exchange("attach")
      var second = try await Client(server)
      try await second.exchange("attach")
      let (first, joining) = (c1.bench.id, second)
      try await Self.watching(server, first, "document") { stream in
        var c2 = joining
        let id = c2.bench.id
        let start = try await stream.next()
        #expect(
          start
            == "event: initialized\ndata: {\"clients\":[],\"key\":\"document\","
            + "\"server_sequence\":1}")

        try c2.bench.append("!")
        try await c2.exchange("sync")
        let changed = try await stream.next()
        #expect(changed?.contains("event: changed\n") == true)
        #expect(changed?.contains("\"client_id\":\"\(id)\"") == true)
        #expect(changed?.contains("\"server_sequence\":2") == true)

        try c2.bench.replica.update { _, presence in presence.set(["name": "Ben"]) }
        try await c2.exchange("sync")
        let presence = try await stream.next()
        #expect(presence?.contains("event: presence\n") == true)
        #expect(presence?.contains("\"presence\":{\"name\":\"Ben\"}") == true)

        let leave = SignalQueue<Void>()
        async let joined: String? = Self.watching(server, id, "document") { other in
          let start = try await other.next()
          try await leave.take()
          return start
        }
        let watched = try await stream.next()
        #expect(watched?.contains("event: watched\n") == true)
        #expect(watched?.contains("Ben") == true)
        leave.put(())
        let left = try await stream.next()
        #expect(left?.contains("event: unwatched\n") == true)
        let others = try await joined
        #expect(others?.contains(first) == true)
      }
    }
  }

  @Test func `one stream is for many documents`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      var (one, two) = (
        try await Client(server, key: "doc.one"), try await Client(server, key: "doc.two")
      )
      try await one.exchange("attach")
      try await two.exchange("attach")
      var both = try await Client(server, key: "doc.one")
      try await both.exchange("attach")
      both.bench.replica = try BenchClient.replica("doc.two", both.bench.id)
      try await both.exchange("attach")
      try one.bench.begin("a")
      try two.bench.begin("b")
      let (id, first, second) = (both.bench.id, one, two)

      try await Self.watching(server, id, "doc.one", "doc.two") { stream in
        for key in ["doc.one", "doc.two"] {
          let start = try await stream.next()
          #expect(start?.contains("\"key\":\"\(key)\"") == true)
        }
        var (one, two) = (first, second)
        try await two.exchange("sync")
        let changed = try await stream.next()
        #expect(changed?.contains("\"key\":\"doc.two\"") == true)
        try await one.exchange("sync")
        let next = try await stream.next()
        #expect(next?.contains("\"key\":\"doc.one\"") == true)
      }
    }
  }

  @Test func `a watcher of a bound document hears of a change through the item`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      let item = try await server.note("text")
      var c1 = try await Client(server)
      try await c1.exchange("attach", "&item_id=\(item)&field=body")
      let id = c1.bench.id

      try await Self.watching(server, id, "document") { stream in
        _ = try await stream.next()
        _ = try await server.send(
          "PATCH", "/items/\(item)", headers: ["Content-Type: application/json"],
          body: Array(#"{"properties": {"body": "text of others"}}"#.utf8))

        let changed = try await stream.next()
        #expect(changed?.contains("\"client_id\":null") == true)
        #expect(changed?.contains("\"server_sequence\":2") == true)
      }
      try await c1.exchange("sync")
      #expect(c1.bench.text == "text of others")
    }
  }

  @Test func `while the server runs a bound property follows what is typed`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      let item = try await server.note("text")
      var c1 = try await Client(server)
      try await c1.exchange("attach", "&item_id=\(item)&field=body")
      try c1.bench.append(" typed")
      let sent = c1
      let authorization = server.authorization

      try await RawConnection.open(port: server.port) { connection in
        try await connection.send("GET", "/events", headers: [authorization])
        _ = try await connection.receive(until: "\r\n\r\n")
        var stream = EventRoutesTests.Stream(connection: connection)
        _ = try await stream.next()
        var c1 = sent
        try await c1.exchange("sync")
        server.wallClock.advance(byMilliseconds: 2_000)
        // Whether it was looked before that or not.
        server.clock.tick(DocumentFollowing.step)

        let event = try await stream.next()
        #expect(event?.contains("event: item.updated") == true)
        #expect(event?.contains("text typed") == true)
      }
    }
  }

  @Test func `nobody watches what it is not attached to`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      var c1 = try await Client(server)
      try await c1.exchange("attach")
      let c2 = try await Client(server)
      var answers: [String] = []
      for query in [
        "client=\(c2.bench.id)&key=document", "client=\(c1.bench.id)&key=nothing.here",
        "client=none&key=document", "key=document", "client=\(c1.bench.id)",
      ] {
        let answer = try await server.send("GET", "/documents/watch?\(query)")
        answers.append("\(answer.status)")
      }

      #expect(answers == ["409", "404", "404", "400", "400"])
    }
  }

  @Test func `a stream has heartbeats and ends with the server`() async throws {
    try await FlowServer.run(settings: Self.settings) { server in
      var c1 = try await Client(server)
      try await c1.exchange("attach")
      let (id, clock) = (c1.bench.id, server.clock)

      try await Self.watching(server, id, "document") { stream in
        _ = try await stream.next()
        clock.tick(FlowServer.heartbeat)
        let ping = try await stream.next()
        #expect(ping == ": ping")
        await server.shutDown()

        let end = try await stream.next()
        #expect(end == nil)
      }
    }
  }
}
