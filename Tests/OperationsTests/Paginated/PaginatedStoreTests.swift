import Operations
import Testing

/// Conformance rows P01 to P22: lists that are loaded page by page.
@Suite struct PaginatedStoreTests {
  private typealias Store = OperationStore<PaginatedState<Int, String, any Error>>

  private let fetches = Log<Int>()
  private let gate = Gate()
  private let isHeld = Flag()
  private let version = Counter()

  /// Pages that note their fetches, wait at the gate while held, and show a version number.
  private var pages: TestPages {
    let (fetches, gate, isHeld, version) = (fetches, gate, isHeld, version)
    return TestPages { id, _, _ in
      fetches.add(id)
      if isHeld.isSet { try await gate.pass() }
      return version.value == 0 ? "page \(id)" : "page \(id).\(version.value)"
    }
  }

  private func store(
    _ pages: some PaginatedRequest<Int, String, any Error>, loading count: Int = 0,
    context: OperationContext = .testing()
  ) async throws -> Store {
    let store = Store.detached(paginated: pages, initialContext: context)
    for _ in 0..<count { try await store.fetchNextPage() }
    fetches.clear()
    return store
  }

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

  @Test func `OP-P10 the next page waits for all pages`() async throws {
    let store = try await store(pages, loading: 2)
    isHeld.set()
    let all = try #require(store.refetchAllPagesTask())
    all.start()
    await gate.arrival()

    let next = try #require(store.fetchNextPageTask())
    next.start()
    #expect(fetches.elements == [0])
    gate.open()

    #expect(try await next.runIfNeeded()?.id == 2)
    #expect(fetches.elements == [0, 1, 2])
  }

  @Test func `OP-P11 all pages of an empty list are none`() async throws {
    let store = try await store(pages)

    let all = try await store.refetchAllPages()

    #expect(all.isEmpty)
    #expect(fetches.count == 0)
    #expect(store.hasNextPage && store.hasPreviousPage)
  }

  @Test func `OP-P12 all pages are fetched anew under the same ids`() async throws {
    let store = try await store(pages, loading: 3)
    version.increment()

    let all = try await store.refetchAllPages()

    #expect(all.ids == [0, 1, 2])
    #expect(store.currentValue.map(\.value) == ["page 0.1", "page 1.1", "page 2.1"])
  }

  @Test func `OP-P13 a list that has become shorter stops early`() async throws {
    let isShort = Flag()
    var shrinking = pages
    shrinking.range = { isShort.isSet ? 0...1 : 0...9 }
    let store = try await store(shrinking, loading: 3)
    isShort.set()

    let all = try await store.refetchAllPages()

    #expect(all.ids == [0, 1])
    #expect(store.currentValue.ids == [0, 1])
    #expect(!store.hasNextPage)
  }

  @Test func `OP-P14 all pages start at the earliest one`() async throws {
    let store = try await store(pages, loading: 2)
    try await store.fetchPreviousPage()
    fetches.clear()

    try await store.refetchAllPages()

    #expect(fetches.elements == [-1, 0, 1])
  }

  enum Trigger: CaseIterable {
    case plainRun, condition, invalidation
  }

  @Test(arguments: Trigger.allCases)
  func `OP-P15 a rerun keeps the loaded pages`(trigger: Trigger) async throws {
    let specification = TestSpecification(false)
    let isStale = Flag()
    let store = try await store(
      pages.enableAutomaticRunning(onlyWhen: .always(true))
        .staleWhen { _, _ in isStale.isSet }
        .rerunOnChange(of: specification), loading: 3)
    let ended = Signal<Void>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        if state.valueUpdateCount == 4, !state.isLoading { ended.send(()) }
      }))
    isStale.set()
    version.increment()

    switch trigger {
    case .plainRun: try await store.run()
    case .condition: specification.send(true)
    case .invalidation: store.invalidate()
    }
    await ended.next()

    #expect(store.currentValue.map(\.value) == ["page 0.1", "page 1.1", "page 2.1"])
    subscription.cancel()
  }

  @Test func `OP-P16 the events of a page lie inside those of the run`() async throws {
    let events = Log<String>()
    let store = try await store(pages)

    try await store.fetchNextPage(
      handler: PaginatedEventHandler(
        onStateChanged: { state, _ in events.add("state \(state.currentValue.count)") },
        onFetchingStarted: { _ in events.add("fetching started") },
        onFetchingEnded: { _ in events.add("fetching ended") },
        onResultReceived: { _, _ in events.add("result") },
        onPageEvent: { event, _ in
          switch event {
          case .pageFetchStarted(let id): events.add("page \(id) started")
          case .pageResultReceived(let id, _): events.add("page \(id) result")
          case .pageFetchEnded(let id): events.add("page \(id) ended")
          }
        }))

    #expect(
      events.elements == [
        "state 0", "fetching started", "page 0 started", "page 0 result", "page 0 ended", "result",
        "fetching ended", "state 1",
      ])
  }

  @Test func `OP-P17 a page that fails leaves the others`() async throws {
    let store = try await store(
      TestPages { id, _, _ in
        if id == 1 { throw TestError() }
        return "page \(id)"
      }, loading: 1)

    await #expect(throws: TestError()) { try await store.fetchNextPage() }

    #expect(store.currentValue.ids == [0])
    #expect(store.status.isFailure)
    #expect(store.hasNextPage)
  }

  @Test func `OP-P18 yields of a page replace each other`() async throws {
    let shown = Log<[String]>()
    let store = try await store(
      TestPages { id, _, continuation in
        continuation.yield("\(id)a")
        continuation.yield("\(id)b")
        return "\(id)c"
      }, loading: 1)
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        shown.add(state.currentValue.map(\.value))
      }))

    try await store.fetchNextPage()

    #expect(
      shown.elements == [["0c"], ["0c"], ["0c", "1a"], ["0c", "1b"], ["0c", "1c"]])
    subscription.cancel()
  }

  @Test func `yields while all pages are fetched leave the old pages after them`() async throws {
    let shown = Log<[String]>()
    let isSecond = Flag()
    let store = try await store(
      TestPages { id, _, continuation in
        guard isSecond.isSet else { return "\(id)" }
        continuation.yield("\(id)y")
        return "\(id)z"
      }, loading: 2)
    isSecond.set()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        shown.add(state.currentValue.map(\.value))
      }))

    try await store.refetchAllPages()

    #expect(
      shown.elements == [["0", "1"], ["0", "1"], ["0y", "1"], ["0z", "1y"], ["0z", "1z"]])
    subscription.cancel()
  }

  @Test func `OP-P19 a reset cancels all fetches`() async throws {
    let store = try await store(pages, loading: 1)
    isHeld.set()
    let next = Task { try await store.fetchNextPage() }
    let previous = Task { try await store.fetchPreviousPage() }
    await gate.arrival(2)

    store.resetState()

    await #expect(throws: CancellationError.self) { try await next.value }
    await #expect(throws: CancellationError.self) { try await previous.value }
    #expect(store.currentValue.isEmpty)
    #expect(store.state.nextPageId == nil)
    #expect(!store.isLoading && store.status.isIdle)
  }

  @Test func `OP-P20 default pages are shown until the first update`() async throws {
    let placeholder = Pages([Page(id: 99, value: "placeholder")])
    let store = OperationStore.detached(operation: pages.defaultValue(placeholder))

    #expect(store.currentValue.ids == [99])
    try await store.fetchNextPage()
    #expect(store.currentValue.ids == [0])
    try await store.fetchNextPage()
    #expect(store.currentValue.ids == [0, 1])
  }

  @Test func `OP-P21 a fetched page is merged with pages that were written meanwhile`()
    async throws
  {
    let store = try await store(pages, loading: 2)
    isHeld.set()
    async let next = store.fetchNextPage()
    await gate.arrival()

    store.currentValue = Pages([Page(id: 0, value: "new 0"), Page(id: 1, value: "new 1")])
    #expect(store.currentValue.map(\.value) == ["new 0", "new 1"])
    gate.open()
    _ = try await next

    #expect(store.currentValue.map(\.value) == ["new 0", "new 1", "page 2"])
  }

  @Test func `OP-P22 a page whose neighbour vanished is dropped and reported`() async throws {
    let issues = IssueLog()
    let store = try await store(pages, loading: 2, context: issues.context)
    isHeld.set()
    async let next = store.fetchNextPage()
    await gate.arrival()

    store.currentValue = Pages([Page(id: 0, value: "only")])
    gate.open()
    _ = try await next

    #expect(store.currentValue.ids == [0])
    #expect(issues.codes == [.vanishedPage])
    isHeld.set(false)
    #expect(try await store.fetchNextPage()?.id == 1)
  }

  // MARK: - Beyond the rows

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

  @Test func `pages that were written can be continued`() async throws {
    let store = try await store(pages)

    store.currentValue = Pages([Page(id: 5, value: "written")])

    #expect(store.hasNextPage)
    #expect(try await store.fetchNextPage()?.id == 6)
    #expect(try await store.fetchPreviousPage()?.id == 4)
    #expect(store.currentValue.ids == [4, 5, 6])
  }

  @Test func `a request that goes forwards only has no previous page`() async throws {
    let store = OperationStore.detached(paginated: ForwardPages())

    try await store.fetchNextPage()

    #expect(!store.hasPreviousPage)
    #expect(try await store.fetchPreviousPage() == nil)
  }

  @Test func `a walk in a circle ends`() async throws {
    let store = OperationStore.detached(paginated: CircularPages())
    store.currentValue = Pages((0..<3).map { Page(id: $0, value: 0) })

    let all = try await store.refetchAllPages()

    #expect(all.ids == [0])
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

  private struct CircularPages: PaginatedRequest, Hashable {
    let initialPageId = 0

    func pageId(
      after page: Page<Int, Int>, using paging: Paging<Int, Int>, in context: OperationContext
    ) -> Int? {
      0
    }

    func fetchPage(
      isolation: isolated (any Actor)?, using paging: Paging<Int, Int>,
      in context: OperationContext, with continuation: OperationContinuation<Int, any Error>
    ) async throws -> Int {
      1
    }
  }
}
