import Foundation
import HTTPTransport
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CurlClientTests {
  private let client = CurlClient(options: HTTPTransportOptions(proxy: .none))

  @Test func `a request is sent as it is written, and the answer comes back whole`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      return LoopbackServer.answer(
        "201 Created", ["X-Request-ID: 7", "content-type:  text/plain \t"], body: "done")
    }
    var request = HTTPRequest("POST", server.url("/items?a=b%20c"))
    request.headers["Authorization"] = "Bearer secret"
    request.headers["X-Empty"] = ""
    request.body = .bytes(Array("{\"a\":1}".utf8))

    let response = try await client.send(request)

    #expect(response.status == 201)
    #expect(response.body == Array("done".utf8))
    #expect(response.headers["x-request-id"] == "7")
    #expect(response.headers["Content-Type"] == "text/plain")
    let got = try #require(await seen.next())
    #expect(got.method == "POST")
    #expect(got.target == "/items?a=b%20c")
    #expect(got["Authorization"] == "Bearer secret")
    #expect(got["X-Empty"] == "")
    #expect(got["Expect"] == nil)
    #expect(got["Content-Length"] == "7")
    #expect(got["User-Agent"] == "marfa")
    #expect(got.body == Array("{\"a\":1}".utf8))
  }

  @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
  func `a request without a body says so`(method: String) async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      return request.method == "HEAD" ? LoopbackServer.answer() : LoopbackServer.answer(body: "x")
    }

    let response = try await client.send(HTTPRequest(method, server.url()))

    let got = try #require(await seen.next())
    #expect(got.method == method)
    #expect(got["Content-Length"] == (["POST", "PUT", "PATCH"].contains(method) ? "0" : nil))
    #expect(response.body == (method == "HEAD" ? [] : [UInt8(ascii: "x")]))
  }

  @Test func `a value with a line break adds no field`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      return LoopbackServer.answer()
    }
    var request = HTTPRequest("GET", server.url())
    request.headers["X-Label"] = "a\r\nX-Admin: yes"
    request.headers["X-Kept"] = "b"

    _ = try await client.send(request)

    let got = try #require(await seen.next())
    #expect(got["X-Admin"] == nil)
    #expect(got["X-Label"] == nil)
    #expect(got["X-Kept"] == "b")
  }

  @Test func `connections are used again`() async throws {
    let server = try LoopbackServer.answering { _ in LoopbackServer.answer() }

    for _ in 0..<5 { _ = try await client.send(HTTPRequest("GET", server.url())) }

    #expect(server.connectionCount == 1)
  }

  @Test func `eight requests go at the same time, and no more`() async throws {
    let crowd = Crowd(of: 8)
    let server = try LoopbackServer.answering { request in
      crowd.enter()
      defer { crowd.leave() }
      return LoopbackServer.answer(body: request.target)
    }

    let bodies = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<60 {
        group.addTask { [client] in
          // How long one waits for its turn is not of this test.
          let response = try await client.send(
            HTTPRequest(
              "GET", server.url("/\(number)"),
              timeouts: .init(connect: .seconds(600), idle: .seconds(600))))
          return String(decoding: response.body, as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(bodies == Set((0..<60).map { "/\($0)" }))
    #expect(crowd.most == 8)
  }

  @Test func `a packed answer is unpacked`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    // "hello hello hello" as gzip packs it.
    let packed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0xFF, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
      0x57, 0xC8, 0x40, 0x90, 0x00, 0x80, 0x88, 0xF9, 0xE5, 0x11, 0x00, 0x00, 0x00,
    ]
    let server = try LoopbackServer { connection in
      guard let request = try connection.request() else { return }
      seen.add(request)
      try connection.write(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
      try connection.write(packed)
    }

    let response = try await client.send(HTTPRequest("GET", server.url()))

    #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello")
    #expect(try #require(await seen.next())["Accept-Encoding"]?.contains("gzip") == true)
  }

  @Test func `an answer that comes in chunks is put together`() async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.request()
      try connection.write("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n")
      try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for piece in ["ab", "cde", "f"] { try connection.write("\(piece.count)\r\n\(piece)\r\n") }
      try connection.write("0\r\n\r\n")
    }

    let response = try await client.send(HTTPRequest("GET", server.url()))

    #expect(response.status == 200)
    #expect(response.headers["X-Early"] == nil)
    #expect(response.body == Array("abcdef".utf8))
  }

  // MARK: - Uploads

  @Test func `an upload reports every step up to all bytes`() async throws {
    let seen = SeenValues<Int>()
    let server = try LoopbackServer.answering { request in
      seen.add(request.body.count)
      return LoopbackServer.answer("201 Created")
    }
    let steps = Mutex<[Int64]>([])
    let bytes = [UInt8](repeating: 7, count: 5 << 20)

    _ = try await client.send(HTTPRequest("POST", server.url("/blobs"), body: .bytes(bytes))) {
      sent, total in
      #expect(total == 5 << 20)
      steps.withLock { $0.append(sent) }
    }

    #expect(await seen.next() == 5 << 20)
    let reported = steps.withLock { $0 }
    #expect(reported.last == 5 << 20)
    #expect(reported.count > 1)
    #expect(zip(reported, reported.dropFirst()).allSatisfy(<))
  }

  @Test func `a part of a file is sent as it is read`() async throws {
    let seen = SeenValues<[UInt8]>()
    let server = try LoopbackServer.answering { request in
      seen.add(request.body)
      return LoopbackServer.answer()
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "blob").path
    let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: URL(filePath: file))

    _ = try await client.send(
      HTTPRequest(
        "PATCH", server.url(), body: .file(path: file, offset: 1_000, count: 600_000)))

    #expect(await seen.next() == Array(bytes[1_000..<601_000]))
  }

  @Test func `a file that is not there is refused before anything is sent`() async throws {
    let server = try LoopbackServer.answering { _ in LoopbackServer.answer() }

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(
        HTTPRequest(
          "POST", server.url(), body: .file(path: "/nowhere/blob", offset: 0, count: 3)))
    }

    #expect(error?.code == .unreadableBody)
    #expect(error?.mayHaveArrived == false)
    #expect(server.connectionCount == 0)
  }

  // MARK: - Redirects and proxies

  @Test func `the credential stays with the host that it was given for`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let other = try LoopbackServer.answering { request in
      seen.add(request)
      return LoopbackServer.answer(body: "there")
    }
    let elsewhere = other.url("/y", host: "localhost")
    let server = try LoopbackServer.answering { request in
      seen.add(request)
      return request.target == "/x"
        ? LoopbackServer.answer("302 Found", ["Location: /x2"])
        : LoopbackServer.answer("307 Moved", ["Location: \(elsewhere)"])
    }
    var request = HTTPRequest("GET", server.url("/x"))
    request.headers["Authorization"] = "Bearer secret"

    let response = try await client.send(request)

    #expect(response.body == Array("there".utf8))
    #expect(try #require(await seen.next())["Authorization"] == "Bearer secret")
    #expect(try #require(await seen.next())["Authorization"] == "Bearer secret")
    let last = try #require(await seen.next())
    #expect(last.target == "/y")
    #expect(last["Authorization"] == nil)
  }

  @Test func `a circle of redirects ends`() async throws {
    let server = try LoopbackServer.answering { _ in
      LoopbackServer.answer("302 Found", ["Location: /x"])
    }

    let error = await #expect(throws: HTTPTransportError.self) {
      try await client.send(HTTPRequest("GET", server.url("/x")))
    }

    #expect(error?.code == .badRedirect)
  }

  @Test func `a proxy is asked for the whole address`() async throws {
    let seen = SeenValues<LoopbackServer.Request>()
    let proxy = try LoopbackServer.answering { request in
      seen.add(request)
      return LoopbackServer.answer(body: "by proxy")
    }
    let client = CurlClient(options: HTTPTransportOptions(proxy: .url(proxy.url(""))))

    let response = try await client.send(HTTPRequest("GET", "http://notes.invalid/items"))

    #expect(response.body == Array("by proxy".utf8))
    #expect(try #require(await seen.next()).target == "http://notes.invalid/items")
  }
}

/// Holds threads up until a number of them is there, and counts how many are there at once.
private final class Crowd: Sendable {
  private let size: Int
  private let entered = NSCondition()
  private let counts = Mutex((now: 0, most: 0))

  /// Waits for that many.
  init(of size: Int) { self.size = size }

  /// The most that were there at once.
  var most: Int { counts.withLock { $0.most } }

  /// Joins; waits until the crowd has been whole once.
  func enter() {
    entered.lock()
    counts.withLock { counts in
      counts.now += 1
      counts.most = max(counts.most, counts.now)
    }
    entered.broadcast()
    while most < size { entered.wait() }
    entered.unlock()
  }

  /// Goes away.
  func leave() { counts.withLock { $0.now -= 1 } }
}
