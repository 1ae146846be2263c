import Crypto
import MarfaModel
import Testing

@testable import MarfaServer

/// Who has an upload when several want it.
@Suite(.timeLimit(.minutes(20))) struct UploadLocksTests {
  private static let tus = "Tus-Resumable: 1.0.0"
  private static let octets = "Content-Type: application/offset+octet-stream"
  private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private static let hash = BlobHash(SHA256.hash(data: content)).description

  private static func create(_ server: FlowServer) async throws -> String {
    let answer = try await server.send(
      "POST", "/blobs/uploads", headers: [tus, "Upload-Length: \(content.count)"])
    return try #require(answer.headers["location"])
  }

  private static func patch(
    _ server: FlowServer, _ path: String, offset: Int, _ bytes: ArraySlice<UInt8>
  ) async throws -> RawConnection.Answer {
    try await server.send(
      "PATCH", path, headers: [tus, octets, "Upload-Offset: \(offset)"], body: Array(bytes))
  }

  private static func offset(_ server: FlowServer, _ path: String) async throws -> Int? {
    let answer = try await server.send("HEAD", path, headers: [tus])
    return answer.headers["upload-offset"].flatMap { Int($0) }
  }

  @Test func `a writer goes when another asks, and is not disturbed by another writer`()
    async throws
  {
    let locks = UploadLocks()
    let (begun, left) = (SignalQueue<Void>(), SignalQueue<Void>())

    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await locks.holding("a", for: .adding(leave: { left.put(()) })) {
          begun.put(())
          try await left.take()
        }
      }
      try await begun.take()
      await #expect(throws: UploadRefusal.locked) {
        try await locks.holding("a", for: .adding(leave: {})) {}
      }
      try await locks.holding("b", for: .adding(leave: {})) {}
      // Comes to its turn only because the first one is asked to leave.
      try await locks.holding("a", for: .moment) {}
      try await group.waitForAll()
    }
    try await locks.holding("a", for: .adding(leave: {})) {}
  }

  @Test func `of requests that add at the same place one is heard`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server)

      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 1...6 {
          group.addTask {
            try await Self.patch(server, path, offset: 0, Self.content[..<200_000]).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }

      #expect(statuses.filter { $0 == 204 }.count == 1)
      #expect(statuses.allSatisfy { [204, 409, 423].contains($0) }, "\(statuses)")
      #expect(try await Self.offset(server, path) == 200_000)
    }
  }

  @Test func `a writer that comes while another works is refused, and the other goes on`()
    async throws
  {
    try await FlowServer.run { server in
      let path = try await Self.create(server)

      let first = try await RawConnection.open(port: server.port) { first in
        try await first.send(
          "PATCH \(path) HTTP/1.1\r\nHost: l\r\n\(server.authorization)\r\n\(Self.tus)\r\n"
            + "\(Self.octets)\r\nUpload-Offset: 0\r\nContent-Length: 300000\r\n"
            + "Expect: 100-continue\r\n\r\n")
        // It has the upload when its bytes are asked for.
        _ = try await first.receive(until: "100 Continue\r\n\r\n")
        let second = try await Self.patch(server, path, offset: 0, Self.content[...])
        #expect(second.status == 423)
        #expect(second.text.contains("HEAD"))
        try await first.send(Self.content)
        return try await first.answer()
      }

      #expect(first.status == 204 && first.headers["x-marfa-blob-hash"] == Self.hash)
    }
  }

  @Test func `a query for the offset interrupts a stalled upload, and is answered after it`()
    async throws
  {
    try await FlowServer.run { server in
      let path = try await Self.create(server)
      try await RawConnection.open(port: server.port) { stalled in
        try await stalled.send(
          "PATCH \(path) HTTP/1.1\r\nHost: l\r\n\(server.authorization)\r\n\(Self.tus)\r\n"
            + "\(Self.octets)\r\nUpload-Offset: 0\r\nContent-Length: 300000\r\n\r\n"
            + "a client that stops here")
        // Whether or not the server has seen the stalled request, this one is answered.
        let offset = try #require(try await Self.offset(server, path))
        #expect(offset == 0 || offset == 24)
      }
    }
  }
}
