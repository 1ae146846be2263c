import Foundation
import MarfaModel
import TestSupport
import Testing

/// How the program starts, shares its data directory, and ends.
@Suite(
  .timeLimit(.minutes(20)))
struct ServeTests {
  private func refusal(_ arguments: String...) async throws -> String {
    let answer = try await ProgramRun.run(ProgramRun.server, arguments)
    #expect(answer.status ?? 0 > 0)
    return answer.errors
  }

  @Test func `the first start says how the first key is made, a later one does not`() async throws {
    try await withFolder { folder in
      let first = try await ProgramServer(folder)
      let advice = await first.run.lines.next(startingWith: "No key has been made yet")
      let api = try await first.firstKey()
      #expect(await first.end() == 0)
      let second = try await ProgramServer(folder)
      let known = try await ContractAPI(
        subject: RemoteSubject(exchange: second.exchange, adminKey: ""), key: api.key
      ).get("/items")
      #expect(await second.end() == 0)

      #expect(advice != nil)
      #expect(known.status == 200)
      #expect(!(await second.run.lines.rest()).contains("No key has been made"))
    }
  }

  @Test func `an open first key is for loopback only`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "server.yaml")
      try Data("bootstrap: open\n".utf8).write(to: file)

      let errors = try await refusal(
        "--data", folder.path, "--host", "0.0.0.0", "--port", "0", "--config", file.path)

      #expect(errors.contains("marfa-server keys create --data \(folder.path)"))
    }
  }

  @Test func `a data directory has one server, and a port one listener`() async throws {
    try await withFolder { folder in
      let data = folder.appending(path: "a").path
      let first = try await ProgramServer(folder.appending(path: "a"))

      let sameData = try await refusal("--data", data, "--port", "0")
      let samePort = try await refusal(
        "--data", folder.appending(path: "b").path, "--port", String(first.port))

      #expect(sameData.contains("has \(data) open"), "\(sameData)")
      #expect(samePort.contains("Port \(first.port) on 127.0.0.1 is in use"), "\(samePort)")
      #expect(await first.end() == 0)
    }
  }

  @Test func `a key created or revoked next to a running server counts at once`() async throws {
    try await withFolder { folder in
      let server = try await ProgramServer(folder)
      let data = ["--data", folder.path]
      _ = try await server.firstKey()

      let made = try await ProgramRun.run(
        ProgramRun.server, ["keys", "create", "--label", "late"] + data)
      let api = ContractAPI(
        subject: RemoteSubject(exchange: server.exchange, adminKey: ""),
        key: made.output.trimmingCharacters(in: .whitespacesAndNewlines))
      let before = try await api.get("/items")
      let list = try await ProgramRun.run(ProgramRun.server, ["keys", "list"] + data)
      let line: Substring = try #require(
        list.output.split(separator: "\n").first { $0.hasSuffix("late") })
      let id: Substring = try #require(line.split(separator: " ").first)
      let revoked = try await ProgramRun.run(
        ProgramRun.server, ["keys", "revoke", String(id)] + data)
      let after = try await api.get("/items")

      #expect(made.status == 0, "\(made.errors)")
      #expect(before.status == 200)
      #expect(revoked.status == 0, "\(revoked.errors)")
      #expect(after.status == 401)
      #expect(await server.end() == 0)
    }
  }

  @Test func `a request that has begun is answered after SIGTERM, and what it wrote is there`()
    async throws
  {
    try await withFolder { folder in
      let server = try await ProgramServer(folder)
      let api = try await server.firstKey()
      let key: String = try #require(api.key)
      let body = Array(#"{"type": "core.note", "properties": {"body": "last words"}}"#.utf8)

      let answer = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /items HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(key)\r\n"
            + "Content-Length: \(body.count)\r\nExpect: 100-continue\r\n\r\n")
        // The request has begun when the server asks for its body.
        _ = try await connection.receive(until: "100 Continue\r\n\r\n")
        server.run.terminate()
        try await connection.send(body)
        return try await connection.answer()
      }

      #expect(answer.status == 201)
      #expect(await server.run.exitStatus() == 0)
      let next = try await ProgramServer(folder)
      let found = try await ContractAPI(
        subject: RemoteSubject(exchange: next.exchange, adminKey: key), key: key
      ).get("/search?q=words")
      #expect(found.json["results"].arrayValue?.count == 1)
      #expect(await next.end() == 0)
    }
  }

  private static let body = "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n"

  /// A client that holds up its answer: what it sends, and what it waits for before SIGTERM.
  private static let stalled: [(requests: String, begun: String)] = [
    // It reads neither a large answer nor two hundred others.
    ("GET /blobs/HASH HTTP/1.1\r\nHost: a\r\nKEY\r\n\r\n", "HTTP/1.1 200 OK"),
    (
      String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 200),
      "HTTP/1.1 200 OK"
    ),
    // It does not send its body.
    ("POST /blobs HTTP/1.1\r\nHost: a\r\nKEY\r\n\(body)", "HTTP/1.1 100 Continue"),
    ("POST /items HTTP/1.1\r\nHost: a\r\nKEY\r\n\(body)", "HTTP/1.1 100 Continue"),
  ]

  @Test(arguments: stalled)
  func `a request that goes on beyond the grace is cut, and the program ends well`(
    client: (requests: String, begun: String)
  ) async throws {
    try await withFolder { folder in
      let settings = folder.appending(path: "server.yaml")
      try Data("shutdown_grace_seconds: 0\n".utf8).write(to: settings)
      let server = try await ProgramServer(
        folder.appending(path: "data"), "--config", settings.path)
      let api = try await server.firstKey()
      let key: String = try #require(api.key)
      let blob = try await api.send(
        ContractRequest("POST", "/blobs", body: [UInt8](repeating: 1, count: 40_000_000)))
      let hash: String = try #require(blob.json["hash"].stringValue)
      let requests = client.requests.replacing("HASH", with: hash)
        .replacing("KEY", with: "Authorization: Bearer \(key)")

      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(requests)
        _ = try await connection.receive(until: client.begun)
        server.run.terminate()
        #expect(await server.run.exitStatus() == 0)
      }
    }
  }

  @Test func `streams end cleanly at SIGTERM`() async throws {
    try await withFolder { folder in
      let server = try await ProgramServer(folder)
      let api = try await server.firstKey()

      let lines = try await api.subject.stream(
        ContractRequest("GET", "/events").with(key: api.key)
      ) { _, bytes in
        var lines: [String] = []
        while let line = try await bytes.line() {
          lines.append(line)
          if lines.count == 3 { server.run.terminate() }
        }
        return lines
      }

      // The reader throws when an answer ends before its last chunk.
      #expect(lines.contains("event: stream_cursor"))
      #expect(await server.run.exitStatus() == 0)
    }
  }
}
