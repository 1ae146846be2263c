import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MarfaSDKTestTests {
  @Test func `the same seed gives the same ids and times`() async throws {
    func note(seed: UInt64) async throws -> Item {
      let client = try MarfaSDKTest.makeInMemoryClient(seed: seed)
      return try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["title": "a", "body": "text"]))
    }

    let (first, second) = (try await note(seed: 7), try await note(seed: 7))
    let other = try await note(seed: 8)

    #expect(first == second)
    #expect(first.id != other.id)
    #expect(first.createdAt == "2026-01-01T00:00:00.000Z")
  }

  @MainActor
  @Test func `a client in memory has a store of queries`() async throws {
    let client = try MarfaSDKTest.makeInMemoryClient()

    let store = try #require(client.makeStore())

    #expect(store.watchError == nil)
    #expect(store.queryBlobUploadProgress() == nil)
    #expect(store.queryPendingMutations()?.isEmpty == true)
  }
}
