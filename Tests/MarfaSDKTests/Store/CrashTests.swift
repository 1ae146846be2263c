import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CrashTests {
  private static let writer = "StoreCrashWriter"

  @Test(arguments: [1, 7, 24, 61])
  func `every acknowledged save is there exactly once after a kill`(count: Int) async throws {
    try #require(KilledProgram.isBuilt(Self.writer), "build the tests with StoreCrashWriter")
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")

    let acknowledged = try await KilledProgram.lines(
      of: Self.writer, [path, "saves"], killedAfter: count)
    #expect(acknowledged.count >= count)
    let client = try await LocalClient.open(path: path)

    for line in acknowledged {
      let words = line.split(separator: " ")
      let number = String(words[1])
      let found = try await client.items.list(
        ListFilters(filter: "source_id eq \"\(number)\"")
      ).data
      #expect(found.count == 1)
      if words[0] == "saved" {
        #expect(found.first?.properties["body"] == .string("saved \(number) [[Note 0]]"))
      }
    }
    #expect(try await client.store.quickCheck() == [])
    #expect(try await client.store.verifySearchIndex() == [])
  }

  @Test(arguments: [1, 2])
  func `a batch is there as a whole or not at all after a kill`(count: Int) async throws {
    try #require(KilledProgram.isBuilt(Self.writer), "build the tests with StoreCrashWriter")
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")

    let acknowledged = try await KilledProgram.lines(
      of: Self.writer, [path, "batches"], killedAfter: count)
    #expect(acknowledged.count >= count)
    let client = try await LocalClient.open(path: path)

    let total = try await client.store.count(ListFilters())
    #expect(total % 500 == 0)
    #expect(total >= acknowledged.count * 500)
    #expect(try await client.metadata.listTags().map(\.count) == (total == 0 ? [] : [total]))
    #expect(try await client.store.quickCheck() == [])
    #expect(try await client.store.verifySearchIndex() == [])
  }
}
