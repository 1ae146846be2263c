import Foundation
import MarfaSDK
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CurlTransportTests {
  private func transport(_ url: String) throws -> CurlTransport {
    CurlTransport(
      url: try #require(URL(string: url)), apiKey: "marfa_k1_secret",
      options: ServerConnectionOptions(proxy: .none))
  }

  @Test func `a client of a server sends its key, and reads the answer`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      return LoopbackServer.answer(
        body: #"{"tags":[{"tag":"bread","count":2}]}"#)
    }
    let client = MarfaClient(transport: try transport(server.url("/notes/")))

    let tags = try await client.metadata.listTags()

    #expect(tags == [TagWithCount(tag: "bread", count: 2)])
    let request = try #require(await seen.next())
    #expect(request.target == "/notes/metadata/tags")
    #expect(request["Authorization"] == "Bearer marfa_k1_secret")
    #expect(request["Accept"] == "application/json")
  }

  @Test(
    arguments: [
      // A connection is shown as being made as long as the first question is on its way.
      ("GET", 0, 15), ("POST", 0, 30), ("PATCH", 65_536, 30), ("DELETE", 0, 30),
      // These bytes may take their time, and a blob may be read before it is answered for.
      ("POST", 65_537, 60), ("PATCH", 2_097_152, 60), ("HEAD", 0, 60),
    ] as [(String, Int64, Int)])
  func `the less a request asks for, the sooner a silent server is given up`(
    method: String, count: Int64, seconds: Int
  ) {
    #expect(CurlTransport.longestSilence(method, sending: count) == .seconds(seconds))
  }

  @Test(
    arguments: [
      (nil, nil), ("", nil), ("soon", nil), ("0", nil), ("-30", nil), ("1", 60), ("30", 60),
      ("31", 62), ("60", 120), ("300", 600), ("9223372036854775807", 3600),
    ] as [(String?, Int?)])
  func `a stream may be silent for two heartbeats of its server`(
    said: String?, seconds: Int?
  ) {
    #expect(
      CurlTransport.longestSilence(withHeartbeatEvery: said)
        == seconds.map { Duration.seconds($0) })
  }

  @Test func `a query is encoded once`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      return LoopbackServer.answer(body: #"{"data":[],"cursor":null,"has_more":false}"#)
    }
    let client = MarfaClient(transport: try transport(server.url("")))

    _ = try await client.items.list(
      ListFilters(tags: ["a b"], filter: #"properties.title eq "50% & +""#, limit: 1))

    let target = try #require(await seen.next()).target
    #expect(
      target.contains("filter=properties.title%20eq%20%2250%25%20%26%20%2B%22"), "\(target)")
    #expect(target.contains("tags=a%20b&"))
  }

  @Test func `an upload reports its bytes through the client`() async throws {
    let server = try LoopbackServer.answering { request in
      LoopbackServer.answer(
        "201 Created", body: #"{"hash":"sha256:\#(request.body.count)","size":1}"#)
    }
    let client = MarfaClient(transport: try transport(server.url("")))
    let last = Mutex<Int64>(0)

    let hash = try await client.blobs.upload(
      data: [UInt8](repeating: 1, count: 300_000), mimeType: "image/png"
    ) { sent, _ in last.withLock { $0 = sent } }

    #expect(hash == "sha256:300000")
    #expect(last.withLock { $0 } == 300_000)
  }

  @Test func `events are read one by one, from where the last one was`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let server = try LoopbackServer { connection in
      guard let request = try connection.request() else { return }
      seen.add(request)
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      try connection.write(
        ": ping\n\nid: 8\nevent: item.updated\ndata: {}\n\nretry: 5\ndata: x\n\n")
    }

    let events = try transport(server.url("")).eventStream(
      path: "/events", query: [URLQueryItem(name: "type", value: "core.note")], lastEventID: "7")
    var read: [SSEEvent] = []
    for try await event in events { read.append(event) }

    #expect(
      read == [
        SSEEvent(id: "8", event: "item.updated", data: "{}"),
        SSEEvent(id: "8", data: "x", retry: 5),
      ])
    let request = try #require(await seen.next())
    #expect(request.target == "/events?type=core.note")
    #expect(request["Last-Event-ID"] == "7")
    #expect(request["Accept"] == "text/event-stream")
  }

  @Test func `a stream that has no events yet says that it is open`() async throws {
    let opened = SeenValues<Void>()
    let server = try LoopbackServer { connection in
      guard try connection.request() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: ping\n\n")
      // Waits until the client goes.
      _ = try connection.request()
    }
    let events = try transport(server.url("")).eventStream(
      path: "/events", query: [], lastEventID: nil, onOpen: { opened.add(()) })
    let reading = Task { for try await _ in events {} }

    #expect(await opened.next() != nil)

    reading.cancel()
    _ = await reading.result
  }

  @Test func `a refused stream throws what the server says`() async throws {
    let server = try LoopbackServer.answering { _ in
      LoopbackServer.answer(
        "401 Unauthorized", body: #"{"error":{"code":"expired_token","message":"Old."}}"#)
    }
    let events = try transport(server.url("")).eventStream(
      path: "/events", query: [], lastEventID: nil)

    let error = await #expect(throws: UnauthorizedError.self) { for try await _ in events {} }

    #expect(error?.code == "expired_token")
  }

  @Test(arguments: ["401 Unauthorized", "403 Forbidden", "404 Not Found"])
  func `a page in place of a stream is not taken for the server`(status: String) async throws {
    let server = try LoopbackServer.answering { _ in
      LoopbackServer.answer(status, body: "<html>Sign in</html>")
    }
    let events = try transport(server.url("")).eventStream(
      path: "/events", query: [], lastEventID: nil)

    let error = await #expect(throws: NetworkError.self) { for try await _ in events {} }

    let words =
      "What answers at \(server.url("")) is not a marfa server (it answered \(status.prefix(3)))."
    #expect(error?.message == words)
  }

  @Test func `a server that is not there is a network error that says it did not arrive`()
    async throws
  {
    let port = try LoopbackServer { _ in }.port
    let transport = try transport("http://127.0.0.1:\(port)")

    let error = await #expect(throws: NetworkError.self) {
      try await transport.rawRequest(
        method: "POST", path: "/items", query: [], headers: [:], body: [1])
    }

    #expect(error?.details?["may_have_arrived"] == false)
    #expect(error?.details?["kind"] == "cannotConnect")
  }

  @Test(arguments: [
    "http://notes.example.org", "http://192.168.1.7:8600", "http://127.example.org",
    "http://localhost.example.org",
  ])
  func `a connection without TLS is refused before anything is sent`(url: String) async throws {
    let transport = try transport(url)

    let error = await #expect(throws: NetworkError.self) {
      try await transport.rawRequest(
        method: "GET", path: "/items", query: [], headers: [:], body: nil)
    }

    #expect(error?.details?["kind"] == "cleartext")
    #expect(error?.message.contains("secret") == false)
  }

  @Test func `with debugLogging each request is a line with its path and status, never its key`()
    async throws
  {
    let server = try LoopbackServer.answering { request in
      request.target.hasPrefix("/events")
        ? LoopbackServer.answer("404 Not Found") : LoopbackServer.answer(body: "{}")
    }
    let lines = Mutex<[String]>([])
    let transport = CurlTransport(
      url: try #require(URL(string: server.url(""))),
      credential: TransportCredential("marfa_k1_secret"),
      options: ServerConnectionOptions(proxy: .none)
    ) { line in lines.withLock { $0.append(line) } }

    let query = [URLQueryItem(name: "q", value: "private words")]
    _ = try await transport.rawRequest(
      method: "GET", path: "/items", query: query, headers: [:], body: nil)
    let events = transport.eventStream(path: "/events", query: [], lastEventID: nil)
    await #expect(throws: (any Error).self) { for try await _ in events {} }

    let logged = lines.withLock { $0 }
    #expect(logged.count == 2)
    #expect(logged.first?.hasPrefix("GET /items: 200 in ") == true)
    #expect(logged.last?.hasPrefix("GET /events: 404 in ") == true)
    #expect(!logged.joined().contains("secret") && !logged.joined().contains("private"))
  }

  @Test func `a cancelled task gets a CancellationError`() async throws {
    let seen = SeenValues<String>()
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      seen.add("asked")
      connection.waitForEnd()
    }
    let client = MarfaClient(transport: try transport(server.url("")))
    let task = Task { try await client.items.stats() }
    #expect(await seen.next() == "asked")

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the key is in no description of the client`() throws {
    let address = try #require(URL(string: "https://notes.example.org"))
    var client = ""
    dump(MarfaClient(url: address, apiKey: "marfa_k1_secret"), to: &client)
    #expect(!client.contains("marfa_k1"))
    var configuration = ClientConfiguration()
    configuration.apiKey = "marfa_k1_secret"

    #expect(!String(describing: configuration).contains("secret"))
    #expect(!String(reflecting: configuration).contains("marfa_k1"))
    var dumped = ""
    dump(configuration, to: &dumped)
    #expect(!dumped.contains("marfa_k1"))
  }
}
