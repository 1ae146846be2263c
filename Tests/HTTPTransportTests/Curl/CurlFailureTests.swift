import Foundation
import HTTPTransport
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CurlFailureTests {
  private let client = CurlClient(options: HTTPTransportOptions(proxy: .none))

  @Test func `a refused connection did not arrive`() async throws {
    let port = try LoopbackServer { _ in }.port

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", "http://127.0.0.1:\(port)/"))
    }

    #expect(error?.code == .cannotConnect)
    #expect(error?.mayHaveArrived == false)
  }

  @Test(arguments: ["", "nonsense", "file:///etc/passwd", "http://", "http://a\0b/"])
  func `an address that is none is refused`(url: String) async throws {
    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", url))
    }

    #expect([.badAddress, .cannotResolve].contains(error?.code))
    #expect(error?.mayHaveArrived == false)
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  ])
  func `a connection that ends too early leaves the outcome open`(sent: String) async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write(sent)
    }

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("POST", server.url(), body: .bytes([1])))
    }

    #expect(error?.code == .connectionLost)
    #expect(error?.mayHaveArrived == true)
  }

  @Test func `an answer that is no HTTP is refused`() async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("SSH-2.0-OpenSSH_9.2\r\n")
    }

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url()))
    }

    #expect(error?.code == .badAnswer)
    #expect(error?.mayHaveArrived == true)
  }

  @Test func `an answer larger than allowed is cut off`() async throws {
    let server = try LoopbackServer.answering { _ in
      LoopbackServer.answer(body: String(repeating: "x", count: 2_000))
    }

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url(), maximumAnswerSize: 1_999))
    }

    #expect(error?.code == .answerTooLarge)
    let whole = try await client.send(HTTPRequest("GET", server.url(), maximumAnswerSize: 2_000))
    #expect(whole.body.count == 2_000)
  }

  @Test func `a server that never answers is given up after the time allowed`() async throws {
    let server = try LoopbackServer { $0.waitForEnd() }
    let timeouts = HTTPRequest.Timeouts(total: .milliseconds(50))

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url(), timeouts: timeouts))
    }

    #expect(error?.code == .timedOut)
    #expect(error?.mayHaveArrived == true)
  }

  @Test func `a server that goes silent in the middle is given up`() async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      connection.waitForEnd()
    }
    let timeouts = HTTPRequest.Timeouts(idle: .seconds(1))

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url(), timeouts: timeouts))
    }

    #expect(error?.code == .timedOut)
  }

  @Test func `a stream whose head allows less silence than the request is given up`() async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 200 OK\r\nHeartbeat-Seconds: 1\r\n\r\nhalf")
      connection.waitForEnd()
    }
    let timeouts = HTTPRequest.Timeouts(idle: .seconds(3600))
    let stream = try await client.open(HTTPRequest("GET", server.url(), timeouts: timeouts)) {
      $0.headers["Heartbeat-Seconds"].flatMap(Int.init).map { .seconds($0) }
    }
    var body = stream.body.makeAsyncIterator()
    #expect(try await body.next() == Array("half".utf8))

    let error = await #expect(throws: HTTPTransportError.self) { try await body.next() }

    #expect(error?.code == .timedOut)
  }

  @Test func `a cancelled request closes its connection`() async throws {
    let seen = SeenValues<String>()
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      seen.add("asked")
      connection.waitForEnd()
      seen.add("closed")
    }
    let task = Task { [client] in try await client.send(HTTPRequest("GET", server.url())) }
    #expect(await seen.next() == "asked")

    task.cancel()

    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(await seen.next() == "closed")
  }

  @Test func `a task that is cancelled before it asks sends nothing`() async throws {
    let server = try LoopbackServer.answering { _ in LoopbackServer.answer() }
    let (gate, open) = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)
    let task = Task { [client] in
      for await _ in gate {}
      return try await client.send(HTTPRequest("GET", server.url()))
    }

    task.cancel()
    open.finish()

    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a client that is let go ends its thread and its connections`() async throws {
    let seen = SeenValues<String>()
    let server = try LoopbackServer { connection in
      while try connection.request() != nil { try connection.write(LoopbackServer.answer()) }
      seen.add("closed")
    }
    var other: CurlClient? = CurlClient(options: HTTPTransportOptions(proxy: .none))
    _ = try await other?.send(HTTPRequest("GET", server.url()))

    other = nil

    #expect(await seen.next() == "closed")
  }

  @Test func `clients may be let go while the last of their work is handed over`() async {
    let rounds = 250
    let refused = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var count = 0
          for _ in 0..<rounds {
            do {
              // Nothing else has this client: it ends with the answer.
              _ = try await CurlClient(options: HTTPTransportOptions(proxy: .none)).send(
                HTTPRequest("GET", "nonsense://"))
            } catch { count += 1 }
          }
          return count
        }
      }
      return await group.reduce(0, +)
    }

    #expect(refused == 8 * rounds)
  }
}
