import MarfaModel
import NIOCore
import Testing

@testable import MarfaServer

/// What becomes of the body of a request that is answered without it.
@Suite(.timeLimit(.minutes(20))) struct RefusedBodyTests {
  private static let health = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

  @Test(arguments: [
    ("/items", "", 401), ("/nope", "", 404), ("/items", "key", 413), ("/blobs", "key", 413),
  ])
  func `a client that waits before its body is refused without 100 Continue`(
    path: String, key: String, status: Int
  ) async throws {
    try await FlowServer.run { server in
      let received = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST \(path) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
            + (key.isEmpty ? "" : server.authorization + "\r\n")
            + "Content-Length: 100000000\r\n\r\n")
        return try await connection.receiveAll()
      }

      // Whether its body comes is not known, hence the connection ends.
      #expect(received.hasPrefix("HTTP/1.1 \(status) "))
      #expect(received.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(!received.contains("100 Continue"))
    }
  }

  @Test(arguments: [10, 65_000])
  func `a small body is read past, and the connection goes on`(count: Int) async throws {
    try await FlowServer.run { server in
      let answers = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
        let refusal = try await connection.answer()
        try await connection.send(String(repeating: "x", count: count) + Self.health)
        return [refusal, try await connection.answer()]
      }

      #expect(answers.map(\.status) == [401, 200])
      #expect(answers[0].headers["connection"] == nil)
    }
  }

  @Test func `a small body in chunks that is there is read past`() async throws {
    try await FlowServer.run { server in
      let answers = try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /items HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n0\r\n\r\n" + Self.health)
        return [try await connection.answer(), try await connection.answer()]
      }

      #expect(answers.map(\.status) == [401, 200])
    }
  }

  @Test func `a large body ends the connection, and its sender can read the answer`() async throws {
    try await FlowServer.run { server in
      let answer = try await RawConnection.open(port: server.port) { connection in
        try await connection.send("POST", "/items", body: [UInt8](repeating: 1, count: 4_000_000))
        let answer = try await connection.answer()
        #expect(try await connection.receiveAll() == "")
        return answer
      }

      #expect(answer.status == 401)
      #expect(answer.headers["connection"] == "close")
    }
  }
}
