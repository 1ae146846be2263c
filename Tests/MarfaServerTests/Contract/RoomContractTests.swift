import Documents
import MarfaModel
import MarfaServer
import Testing

/// What a disk without room still allows.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct RoomContractTests {
  @Test func `a request that makes room, or writes nothing, goes on`() async throws {
    var setup = TestServer.Setup()
    // More than any disk has.
    setup.settings.minimumFreeSpace = 1 << 60
    try await withServer(setup) { server in
      func act(_ action: String, _ more: [String: JSONValue]) async throws -> Int {
        let body: [String: JSONValue] = [
          "filter": ["type": "core.task"], "action": .string(action),
        ]
        return try await server.admin.post(
          "/items/bulk_action", .object(body.merging(more) { _, new in new })
        ).status
      }
      let cleanup = try await server.admin.post("/blobs/cleanup")

      #expect(cleanup.status == 200, "\(cleanup.text)")
      #expect(try await act("purge", ["confirm": "PURGE"]) == 200)
      #expect(try await act("transition", ["state": "archived", "dry_run": true]) == 200)
      #expect(try await act("transition", ["state": "archived"]) == 507)
    }
  }

  @Test func `an archive, whose records wait on the disk, needs room`() async throws {
    var setup = TestServer.Setup()
    setup.settings.minimumFreeSpace = 1 << 60
    try await withServer(setup) { server in
      let answer = try await server.admin.get("/export")

      #expect(answer.status == 507, "\(answer.text)")
      #expect(answer.json["error"]["details"]["limit"] == .integer(1 << 60))
    }
  }

  @Test func `a document is read, and not written`() async throws {
    var setup = TestServer.Setup()
    setup.settings.minimumFreeSpace = 1 << 60
    try await withServer(setup) { server in
      let id = "0123456789abcdef01234567"
      var client = BenchClient(id: id, replica: try BenchClient.replica("document", id))
      func status(_ verb: String) async throws -> Int {
        try await server.admin.send(
          ContractRequest(
            "POST", "/documents/document/\(verb)?client=\(id)",
            body: client.replica.pack().encoded())
        ).status
      }

      // Nobody has given out this id.
      #expect(try await status("sync") == 404)
      #expect(try await status("detach") == 404)
      #expect(try await status("attach") == 507)
      try client.begin("text")
      #expect(try await status("sync") == 507)
      #expect(try await status("detach") == 507)
    }
  }
}
