import Operations
import Testing

/// Conformance rows P01 to P09: lists that are loaded page by page, forwards and backwards.
@Suite(.timeLimit(.minutes(20))) struct PaginatedStoreTests: PaginatedSuite {
  let noted = NotedPages()

  @Test func `OP-P01 an empty list may go on both ways`() async throws {
    let store = try await store(pages)

    #expect(store.hasNextPage && store.hasPreviousPage)
    #expect(store.status.isIdle)
  }

  @Test func `OP-P02 the next page of an empty list is the initial page`() async throws {
    let store = try await store(pages)
    isHeld.set()

    async let page = store.fetchNextPage()
    await gate.arrival()
    #expect(store.state.isLoadingInitialPage && !store.state.isLoadingNextPage)
    gate.open()

    #expect(try await page == Page(id: 0, value: "page 0"))
    #expect(store.currentValue.ids == [0])
  }

  @Test func `OP-P03 the previous page of an empty list is the initial page`() async throws {
    let store = try await store(pages)

    let page = try await store.fetchPreviousPage()

    #expect(page == Page(id: 0, value: "page 0"))
    #expect(store.currentValue.ids == [0])
  }

  @Test func `OP-P04 the next page is appended`() async throws {
    let store = try await store(pages, loading: 1)
    isHeld.set()

    async let page = store.fetchNextPage()
    await gate.arrival()
    #expect(store.state.isLoadingNextPage)
    gate.open()

    #expect(try await page?.id == 1)
    #expect(store.currentValue.ids == [0, 1])
    #expect(store.state.nextPageId == 2)
  }

  @Test func `OP-P05 the previous page is prepended`() async throws {
    let store = try await store(pages, loading: 1)

    let page = try await store.fetchPreviousPage()

    #expect(page?.id == -1)
    #expect(store.currentValue.ids == [-1, 0])
    #expect(store.state.previousPageId == -2)
  }

  @Test func `OP-P06 past the last page nothing is fetched`() async throws {
    var bounded = pages
    bounded.range = { 0...1 }
    let store = try await store(bounded, loading: 2)

    #expect(!store.hasNextPage)
    #expect(try await store.fetchNextPage() == nil)
    #expect(fetches.count == 0)
  }

  @Test func `OP-P07 before the first page nothing is fetched`() async throws {
    var bounded = pages
    bounded.range = { 0...1 }
    let store = try await store(bounded, loading: 1)

    #expect(!store.hasPreviousPage)
    #expect(try await store.fetchPreviousPage() == nil)
    #expect(fetches.count == 0)
  }

  @Test func `OP-P08 both ways at once from an empty list give one page`() async throws {
    let store = try await store(pages)
    isHeld.set()

    async let next = store.fetchNextPage()
    async let previous = store.fetchPreviousPage()
    await gate.arrival(2)
    gate.open()

    #expect(try await [next?.id, previous?.id] == [0, 0])
    #expect(store.currentValue.ids == [0])
  }

  @Test func `OP-P09 the next and the previous page are fetched at once`() async throws {
    let store = try await store(pages, loading: 1)
    isHeld.set()

    async let next = store.fetchNextPage()
    async let previous = store.fetchPreviousPage()
    await gate.arrival(2)
    #expect(store.state.isLoadingNextPage && store.state.isLoadingPreviousPage)
    gate.open()
    _ = try await (next, previous)

    #expect(store.currentValue.ids == [-1, 0, 1])
  }

  @Test func `a bounded list drops pages at the other end and finds them again`() async throws {
    let store = try await store(pages.maxPages(2), loading: 3)

    #expect(store.currentValue.ids == [1, 2])
    #expect(store.state.previousPageId == 0)
    try await store.fetchPreviousPage()
    #expect(store.currentValue.ids == [0, 1])
    #expect(store.state.nextPageId == 2)
  }

  @Test func `a bounded list needs room for a page`() async {
    await #expect(processExitsWith: .failure) { _ = TestPages().maxPages(0) }
  }

  @Test func `a request that goes forwards only has no previous page`() async throws {
    let store = OperationStore.detached(paginated: ForwardPages())

    try await store.fetchNextPage()

    #expect(!store.hasPreviousPage)
    #expect(try await store.fetchPreviousPage() == nil)
  }

  private struct ForwardPages: PaginatedRequest, Hashable {
    let initialPageId = 0

    func pageId(
      after page: Page<Int, Int>, using paging: Paging<Int, Int>, in context: OperationContext
    ) -> Int? {
      page.id + 1
    }

    func fetchPage(
      isolation: isolated (any Actor)?, using paging: Paging<Int, Int>,
      in context: OperationContext, with continuation: OperationContinuation<Int, any Error>
    ) async throws -> Int {
      paging.pageId * 10
    }
  }
}
