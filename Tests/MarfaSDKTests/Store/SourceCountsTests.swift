import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SourceCountsTests {
  @Test(arguments: [(0, 0), (300, 3), (3, 300), (150, 160), (128, 128), (0, 200), (200, 0)])
  func `notes changed today are counted, on days of few changes and of many`(
    before: Int, today: Int
  ) async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let morning = Timestamp(milliseconds: 1_000_000)
    let items = (0..<before + today).map { number in
      let offset = number < before ? -1 - number : number - before
      let time = Timestamp(milliseconds: morning.milliseconds + Int64(offset))
      return NewItem(
        CreateItemInput(type: "core.note", properties: ["body": .string("note \(number)")]),
        createdAt: time, updatedAt: time)
    }
    _ = try await store.createItems(items)
    let book = CreateItemInput(type: "core.group", properties: ["title": "Book"])
    _ = try await store.createItem(NewItem(book))

    let counts = try await store.sourceCounts(today: morning)

    #expect(counts.today == today)
    #expect(counts.notes == before + today)
  }
}
