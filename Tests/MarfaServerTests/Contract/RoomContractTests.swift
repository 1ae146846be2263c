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
}
