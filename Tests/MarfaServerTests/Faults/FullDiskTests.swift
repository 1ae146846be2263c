import MarfaModel
import MarfaServer
import Testing

/// What a client sees of a full disk, and that nothing else is to be seen of it afterwards.
@Suite(.timeLimit(.minutes(20))) struct FullDiskTests {
  private static let json = ["Content-Type: application/json"]

  private static func code(_ answer: RawConnection.Answer) throws -> String? {
    try JSONParser.parse(answer.body).objectValue?["error"]?.objectValue?["code"]?.stringValue
  }

  @Test func `writes are refused while there is no room, and go on when there is`() async throws {
    let disk = LimitedDisk()
    try await FlowServer.run(hooks: disk.hooks, blobWrite: disk.write) { server in
      let kept = try await server.note("kept")
      let note: JSONValue = ["type": "core.note", "properties": ["body": "lost"]]
      let requests: [(String, String, JSONValue)] = [
        ("POST", "/items", note),
        ("PATCH", "/items/\(kept)", ["properties": ["body": "lost"]]),
        ("DELETE", "/items/\(kept)", [:]),
        ("PUT", "/items/\(kept)/metadata", ["tags": ["lost"]]),
        ("POST", "/items/bulk", ["items": [note]]),
      ]

      disk.isFull = true
      for (method, path, body) in requests {
        let answer = try await server.send(
          method, path, headers: Self.json, body: JSONWriter.bytes(of: body))
        #expect(answer.status == 507, "\(method) \(path) \(answer.text)")
        #expect(try Self.code(answer) == "internal_error")
      }
      let unready = try await server.send("GET", "/health")
      #expect(unready.status == 507, "\(unready.text)")
      let read = try await server.send("GET", "/items/\(kept)")
      #expect(read.status == 200 && read.text.contains("kept") && !read.text.contains("lost"))
      disk.isFull = false

      let ready = try await server.send("GET", "/health")
      #expect(ready.status == 200, "\(ready.text)")
      let next = try await server.note("next")
      let events = try await server.flow.events.log.events(after: 0, limit: 10)
      #expect(events.map(\.itemId) == [kept, next])
      #expect(events.map(\.id) == [1, 2])
    }
  }

  @Test func `blobs are refused while there is no room, and leave nothing behind`() async throws {
    let disk = LimitedDisk()
    try await FlowServer.run(hooks: disk.hooks, blobWrite: disk.write) { server in
      let made = try await server.send(
        "POST", "/blobs/uploads", headers: ["Tus-Resumable: 1.0.0", "Upload-Length: 5"])
      let upload = try #require(made.headers["location"])
      func patch() async throws -> RawConnection.Answer {
        try await server.send(
          "PATCH", upload,
          headers: [
            "Tus-Resumable: 1.0.0", "Upload-Offset: 0",
            "Content-Type: application/offset+octet-stream",
          ], body: Array("heron".utf8))
      }

      disk.isFull = true
      let whole = try await server.send("POST", "/blobs", body: Array("heron".utf8))
      #expect(whole.status == 507)
      #expect(try Self.code(whole) == "internal_error")
      #expect(try await patch().status == 507)
      let before = try await server.send(
        "HEAD", upload, headers: ["Tus-Resumable: 1.0.0"])
      #expect(before.headers["upload-offset"] == "0")
      disk.isFull = false

      #expect(try await patch().status == 204)
      let again = try await server.send("POST", "/blobs", body: Array("heron".utf8))
      #expect(again.status == 201)
    }
  }
}
