import Foundation
import MarfaModel
import MarfaServer
import NIOCore
import Testing

@testable import MarfaServer

/// Limits of this server, with its clocks in the test's hands.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct LimitTests {
  private static let start = Timestamp(milliseconds: 1_800_000_000_000)

  @Test func `requests are counted per key and segment, and the window passes`() async throws {
    var setup = TestServer.Setup()
    let clock = ManualWallClock(Self.start)
    setup.clock = clock
    setup.settings.rateLimits = RateLimitSettings(requests: 2, tightRequests: 50)
    try await withServer(setup) { server in
      func write() async throws -> ContractAnswer {
        try await server.admin.post("/items", [:])
      }

      let answers = [try await write(), try await write(), try await write()]
      let read = try await server.admin.get("/items")
      let other = try await server.admin.post("/edges", [:])
      clock.advance(byMilliseconds: 60_000)
      let later = try await write()

      #expect(answers.map(\.status) == [400, 400, 429])
      #expect(answers.map { $0.headers["x-ratelimit-remaining"] } == ["1", "0", "0"])
      #expect(answers[0].headers["x-ratelimit-limit"] == "2")
      #expect(answers[0].headers["x-ratelimit-reset"] == "1800000060")
      #expect(answers[2].code == "rate_limited")
      #expect(answers[2].json["error"]["details"]["limit"] == 2)
      #expect(answers[2].headers["retry-after"] == "60")
      #expect(read.headers["x-ratelimit-limit"] == "4")
      #expect(other.status == 400)
      #expect(later.status == 400)
    }
  }

  @Test func `without room on the disk nothing is written, and reading and deleting go on`()
    async throws
  {
    try await withFolder { folder in
      let id = try await withServer(TestServer.Setup(), on: folder.path) { server in
        try await server.admin.note("kept")
      }
      var setup = TestServer.Setup()
      // More than any disk has.
      setup.settings.minimumFreeSpace = 1 << 60
      try await withServer(setup, on: folder.path) { server in
        let api = server.admin
        let refused = [
          try await api.post("/items", ["type": "core.note", "properties": ["body": "x"]]),
          try await api.post("/mutations", ["mutations": []]),
          try await api.send(ContractRequest("POST", "/blobs", body: [1])),
          try await api.put("/items/\(id)/metadata", ["tags": ["a"]]),
        ]

        for answer in refused {
          #expect(answer.status == 507, "\(answer.text)")
          #expect(answer.json["error"]["details"]["limit"] == .integer(1 << 60))
        }
        #expect(try await api.get("/items").status == 200)
        #expect(try await api.post("/blobs/known", ["hashes": []]).status == 400)
        // A store in memory has forgotten the note with its process.
        let gone = try await api.delete("/items/\(id)")
        #expect([200, 404].contains(gone.status))
      }
    }
  }

  @Test func `the uploads of a key are limited, and it has none when it may write nothing`()
    async throws
  {
    var setup = TestServer.Setup()
    setup.settings.uploadsPerKey = 2
    try await withServer(setup) { server in
      let request = ContractRequest(
        "POST", "/blobs/uploads",
        headers: ["tus-resumable": "1.0.0", "upload-length": "10"])
      var answers: [ContractAnswer] = []
      for _ in 0..<3 { answers.append(try await server.admin.send(request)) }
      let other = try await server.admin.member(["type_permissions": ["core.note": "write"]])
      let reader = try await server.admin.member(["type_permissions": ["*": "read"]])

      #expect(answers.map(\.status) == [201, 201, 429])
      #expect(answers[2].json["error"]["details"]["limit"] == 2)
      #expect(try await other.send(request).status == 201)
      #expect(try await reader.send(request).status == 403)
      #expect(try await reader.send(ContractRequest("POST", "/blobs", body: [1])).status == 403)
    }
  }

  @Test func `parts of uploads have a limit of their own`() async throws {
    var setup = TestServer.Setup()
    setup.clock = ManualWallClock(Self.start)
    setup.settings.rateLimits = RateLimitSettings(requests: 2)
    setup.settings.rateLimits.uploadRequests = 3
    try await withServer(setup) { server in
      let tus = ["tus-resumable": "1.0.0"]
      let made = try await server.admin.send(
        ContractRequest(
          "POST", "/blobs/uploads", headers: tus.merging(["upload-length": "9"]) { $1 }))
      let path: String = try #require(made.headers["location"])
      var answers: [Int] = []
      for _ in 0..<4 {
        let part = ContractRequest("HEAD", path, headers: tus)
        answers.append(try await server.admin.send(part).status)
      }

      #expect(made.headers["x-ratelimit-limit"] == "2")
      #expect(answers == [200, 200, 200, 429])
    }
  }

  @Test func `the webhooks of a key are limited`() async throws {
    var setup = TestServer.Setup()
    setup.settings.recordLimits.webhooksPerKey = 2
    try await withServer(setup) { server in
      let body: JSONValue = ["url": "http://hooks.example/", "events": ["*"]]
      var answers: [ContractAnswer] = []
      for _ in 0..<3 { answers.append(try await server.admin.post("/webhooks", body)) }

      #expect(answers.map(\.status) == [201, 201, 400])
      #expect(answers[2].json["error"]["details"]["limit"] == 2)
    }
  }

  @Test func `guesses at keys are counted too`() async throws {
    var setup = TestServer.Setup()
    // The window does not pass, however slow the machine is.
    setup.clock = ManualWallClock(Self.start)
    setup.settings.rateLimits = RateLimitSettings(requests: 1)
    try await withServer(setup) { server in
      let stranger = ContractAPI(subject: server, key: "marfa_k1_guess")

      let answers = [
        try await stranger.get("/items"), try await stranger.get("/items"),
        try await stranger.get("/items"),
      ]

      #expect(answers.map(\.status) == [401, 401, 429])
    }
  }

  @Test func `a monitor of the server is counted and answered all the same`() async throws {
    var setup = TestServer.Setup()
    setup.clock = ManualWallClock(Self.start)
    setup.settings.rateLimits = RateLimitSettings(requests: 1)
    try await withServer(setup) { server in
      var answers: [ContractAnswer] = []
      for _ in 0..<4 { answers.append(try await server.nobody.get("/health")) }

      #expect(answers.map(\.status) == [200, 200, 200, 200])
      #expect(answers.last?.headers["x-ratelimit-remaining"] == "0")
    }
  }

  @Test func `a body over the limit is refused, said or not`() async throws {
    var setup = TestServer.Setup()
    setup.settings.limits.bodySize = 2000
    try await withServer(setup) { server in
      let text = String(repeating: "x", count: 3000)
      let said = try await server.admin.post("/items", ["type": .string(text)])
      let chunked = try await server.exchange.send(
        raw: Array(
          ("POST /items HTTP/1.1\r\nhost: a\r\nauthorization: Bearer \(server.adminKey)\r\n"
            + "transfer-encoding: chunked\r\nconnection: close\r\n\r\nbb8\r\n\(text)\r\n0\r\n\r\n")
            .utf8))

      #expect(said.status == 413)
      #expect(said.json["error"]["details"]["limit"] == 2000)
      #expect(chunked.status == 413)
    }
  }

  @Test func `a compressed body is read and a bomb is not`() async throws {
    var setup = TestServer.Setup()
    setup.settings.limits.bodySize = 100_000
    try await withServer(setup) { server in
      func send(_ body: [UInt8]) async throws -> ContractAnswer {
        try await server.admin.send(
          ContractRequest(
            "POST", "/items", headers: ["content-encoding": "gzip"], body: body))
      }
      let note = Array(#"{"type": "core.note", "properties": {"body": "x"}}"#.utf8)
      let packed = try GzipStream.whole(.compress, note)
      let bomb = try GzipStream.whole(.compress, [UInt8](repeating: 0x20, count: 10_000_000))

      #expect(try await send(packed).status == 201)
      #expect(try await send(bomb).status == 413)
      let half = try GzipStream.whole(.compress, [UInt8](repeating: 0x20, count: 60_000))
      #expect(try await send(half + packed).status == 201)
      #expect(try await send(half + half).status == 413)
      #expect(try await send(note).code == "validation_error")
      #expect(try await send(Array(packed.dropLast(9))).code == "validation_error")
      let other = try await server.admin.send(
        ContractRequest("POST", "/items", headers: ["content-encoding": "br"], body: note))
      #expect(other.status == 415)
    }
  }

  @Test func `a large answer is compressed for clients that accept it`() async throws {
    try await withServer { server in
      var request = ContractRequest("GET", "/types").with(key: server.adminKey)
      let plain = try await server.send(request)
      request.headers["accept-encoding"] = "gzip"
      let packed = try await server.send(request)

      #expect(plain.headers["content-encoding"] == nil)
      #expect(plain.headers["vary"] == "Accept-Encoding")
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(packed.body.count < plain.body.count / 2)
      #expect(try GzipStream.whole(.decompress, packed.body) == plain.body)
    }
  }

  @Test(arguments: [
    "GET /items HTTP/1.1\r\nhost: a\r\nx-large: \(String(repeating: "x", count: 40_000))\r\n\r\n",
    "GET /items HTTP/1.1\r\nhost: a\r\n\(String(repeating: "x: y\r\n", count: 120))\r\n",
    "nonsense\r\n\r\n", "GET /items HTTP/9.9\r\nhost: a\r\n\r\n",
    "GET /items HTTP/1.1\r\nno colon\r\n\r\n",
    "POST /items HTTP/1.1\r\nhost: a\r\ncontent-length: x\r\n\r\n",
    "POST /items HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
  ])
  func `a head that is no HTTP or too large ends the connection with the documented body`(
    head: String
  ) async throws {
    try await withServer { server in
      let answer = try await server.exchange.send(raw: Array(head.utf8))

      #expect(answer.status == 400)
      #expect(answer.code == "invalid_request", "\(answer.text)")
      #expect(answer.json["error"]["details"]["header_bytes"] == 32_768)
      #expect(answer.json["error"]["details"]["header_fields"] == 100)
    }
  }

  @Test func `a body that takes too long answers 408`() async throws {
    var settings = ServerSettings()
    // No other sleep is as long.
    settings.limits.bodySeconds = 17
    try await FlowServer.run(settings: settings) { server in
      server.clock.tick(.seconds(17))
      let answer = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /items HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n"
            + "Content-Length: 100\r\n\r\n{\"type\": ")
        let answer = try await connection.answer()
        // The server hangs up, whatever the client does.
        #expect(try await connection.receiveAll() == "")
        return answer
      }

      #expect(answer.status == 408)
      let error: JSONValue = try JSONParser.parse(answer.body)["error"]
      #expect(error["code"] == "invalid_request")
      #expect(error["details"]["limit_seconds"] == 17)
      #expect(try await server.send("GET", "/items").status == 200)
    }
  }

  @Test func `a client that waits before its body is sent 100 Continue`() async throws {
    try await FlowServer.run { server in
      let body = Array(#"{"type": "core.note", "properties": {"body": "x"}}"#.utf8)
      let answers = try await RawConnection.open(port: server.port) { connection in
        let head =
          "POST /items HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n"
          + "Content-Length: \(body.count)\r\nExpect: 100-continue\r\n\r\n"
        var answers: [Int] = []
        for _ in 1...2 {
          try await connection.send(head)
          _ = try await connection.receive(until: "HTTP/1.1 100 Continue\r\n\r\n")
          try await connection.send(body)
          answers.append(try await connection.answer().status)
        }
        return answers
      }

      #expect(answers == [201, 201])
    }
  }
}
