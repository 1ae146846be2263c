import HTTPTransport
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct HTTPBodyStreamTests {
  private let client = CurlClient(options: HTTPTransportOptions(proxy: .none))

  @Test func `an event stream is read while it is written`() async throws {
    let asked = SeenValues<LoopbackServer.Request>()
    let gate = SeenValues<LoopbackServer.Connection>()
    let server = try LoopbackServer { connection in
      guard let request = try connection.request() else { return }
      asked.add(request)
      try connection.write(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
      gate.add(connection)
      connection.waitForEnd()
    }
    let request = HTTPRequest(
      "GET", server.url("/events"), headers: ["Accept": "text/event-stream"])
    let opening = Task { [client] in try await client.open(request) }
    let connection = try #require(await gate.next())
    // The head is handed on with the first bytes.
    try connection.write("8\r\n: ping\n\n\r\n")
    let stream = try await opening.value
    #expect(stream.head.status == 200)
    #expect(stream.head.headers["content-type"] == "text/event-stream")
    #expect(try #require(await asked.next())["Accept-Encoding"] == nil)

    var parser = EventStreamParser()
    var bytes = stream.body.makeAsyncIterator()
    var events: [ServerSentEvent] = []
    for text in ["id: 1\nda", "ta: a\n\n", "data: b\n\n"] {
      try connection.write(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
    }
    while events.count < 2, let piece = try await bytes.next() { events += try parser.feed(piece) }

    #expect(events == [ServerSentEvent(id: "1", data: "a"), ServerSentEvent(id: "1", data: "b")])
    try connection.write("0\r\n\r\n")
    #expect(try await bytes.next() == nil)
  }

  @Test func `a stream that breaks off says so`() async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\ndata: \r\n")
    }

    let stream = try await client.open(HTTPRequest("GET", server.url()))

    let error = await #expect(throws: HTTPTransportError.self) {
      for try await _ in stream.body {}
    }
    #expect(error?.code == .connectionLost)
  }

  @Test func `bytes from before a break are handed on before it`() async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 600000\r\n\r\n")
      try connection.write([UInt8](repeating: 7, count: 500_000))
    }

    let stream = try await client.open(HTTPRequest("GET", server.url()))

    var body: [UInt8] = []
    let error = await #expect(throws: HTTPTransportError.self) {
      for try await piece in stream.body { body += piece }
    }
    #expect(error?.code == .connectionLost)
    #expect(body == [UInt8](repeating: 7, count: 500_000))
  }

  @Test func `an answer that is an error comes with its body`() async throws {
    let server = try LoopbackServer.answering { _ in
      LoopbackServer.answer("401 Unauthorized", body: "no")
    }

    let stream = try await client.open(HTTPRequest("GET", server.url()))

    #expect(stream.head.status == 401)
    var body: [UInt8] = []
    for try await piece in stream.body { body += piece }
    #expect(body == Array("no".utf8))
  }

  @Test func `an answer without a body has a head and an end`() async throws {
    let server = try LoopbackServer.answering { _ in LoopbackServer.answer("204 No Content") }

    let stream = try await client.open(HTTPRequest("GET", server.url()))

    #expect(stream.head.status == 204)
    var bytes = stream.body.makeAsyncIterator()
    #expect(try await bytes.next() == nil)
  }

  @Test func `a slow reader holds the server back, and loses nothing`() async throws {
    let written = Mutex(0)
    let total = 32 << 20
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      let piece = (0..<65_536).map { UInt8(truncatingIfNeeded: $0) }
      for _ in 0..<(total / piece.count) {
        try connection.write(piece)
        written.withLock { $0 += piece.count }
      }
    }
    let stream = try await client.open(HTTPRequest("GET", server.url()))
    var bytes = stream.body.makeAsyncIterator()
    let first = try #require(try await bytes.next())
    // Other requests of the client are not held up meanwhile, and take longer than the server
    // needs to fill every buffer between them.
    let quick = try LoopbackServer.answering { _ in LoopbackServer.answer(body: "quick") }
    for _ in 0..<200 {
      let response = try await client.send(HTTPRequest("GET", quick.url()))
      #expect(response.body == Array("quick".utf8))
    }
    let ahead = written.withLock { $0 }
    #expect(ahead < total, "the server could write all while nobody read")

    var place = first.count
    #expect(first == (0..<place).map { UInt8(truncatingIfNeeded: $0) })
    while let piece = try await bytes.next() {
      if piece.first != UInt8(truncatingIfNeeded: place) { Issue.record("wrong at \(place)") }
      place += piece.count
    }
    #expect(place == total)
  }

  @Test func `a stream that nobody keeps is cancelled`() async throws {
    let seen = SeenValues<String>()
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n:\r\n")
      connection.waitForEnd()
      seen.add("closed")
    }

    var stream: HTTPStream? = try await client.open(HTTPRequest("GET", server.url()))
    #expect(stream?.head.status == 200)
    stream = nil

    #expect(await seen.next() == "closed")
  }

  @Test func `a reader that is cancelled ends its stream`() async throws {
    let seen = SeenValues<String>()
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n:\r\n")
      connection.waitForEnd()
      seen.add("closed")
    }
    let reading = SeenValues<Void>()
    let task = Task { [client] in
      for try await _ in try await client.open(HTTPRequest("GET", server.url())).body {
        reading.add(())
      }
    }
    await reading.next()

    task.cancel()

    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(await seen.next() == "closed")
  }
}
