import Foundation
import MarfaSDK
import Operations
import StorageKit
import Testing

/// A file that imports all three libraries and uses the names that several modules have.
@Suite(.timeLimit(.minutes(20))) struct SharedNamesTests {
  /// As the documentation of paginated requests prints it.
  struct FeedQuery: PaginatedRequest, Hashable {
    let initialPageId = 0

    func pageId(
      after page: Page<Int, [String]>, using paging: Paging<Int, [String]>,
      in context: OperationContext
    ) -> Int? {
      page.id < 2 ? page.id + 1 : nil
    }

    func fetchPage(
      isolation: isolated (any Actor)?,
      using paging: Paging<Int, [String]>,
      in context: OperationContext,
      with continuation: OperationContinuation<[String], any Error>
    ) async throws -> [String] {
      ["note \(paging.pageId)"]
    }
  }

  /// `Clock` is Swift's.
  private func wait(on clock: some Clock<Duration>) async throws {
    try await clock.sleep(for: .zero)
  }

  private struct StoppedClock: StorageKit.Clock {
    let now = Date(timeIntervalSince1970: 7)
  }

  @Test func `SK-G27 a documented list compiles next to the SDK and its page type`() async throws {
    let store = OperationClient().store(for: FeedQuery())

    let page: Page<Int, [String]>? = try await store.fetchNextPage()

    #expect(page == Page(id: 0, value: ["note 0"]))
  }

  @Test func `SK-G27 Clock is Swift's, and the store's clock has its module's name`() async throws {
    try await wait(on: ContinuousClock())
    let ctx = try StorageKit.startInMemory(options: .init(clock: StoppedClock()))

    #expect(ctx.config.clock.now == Date(timeIntervalSince1970: 7))
    #expect(SystemClock().now > ctx.config.clock.now)
  }

  @Test func `SK-G27 the documented samples of all three run in one file`() async throws {
    let client = try await MarfaClient.inMemory()
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "Reed beds"]))
    let cache = MemoryCache<String, Data>(capacity: 500, defaultTTL: 300, clock: SystemClock())
    let query = QueryOperation(["notes", note.id]) { _ in
      try await client.items.get(id: note.id)
    }

    let read = try await OperationClient().store(for: query).fetch()

    await cache.set(Data([1]), for: "a")
    #expect(read.id == note.id)
    #expect(await cache.get("a") == Data([1]))
  }
}
