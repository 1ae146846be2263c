import Operations
import Testing

/// Conformance rows P10 to P15: all loaded pages fetched again.
@Suite(.timeLimit(.minutes(20))) struct PaginatedRefetchTests: PaginatedSuite {
  let noted = NotedPages()

  @Test func `OP-P10 the next page waits for all pages`() async throws {
    // A task that is not held up is at the gate when `start()` returns.
    let store = try await store(
      pages.taskConfiguration(executorPreference: InlineExecutor()), loading: 2)
    isHeld.set()
    let all = try #require(store.refetchAllPagesTask())
    all.start()
    #expect(fetches.elements == [0])

    let next = try #require(store.fetchNextPageTask())
    next.start()
    #expect(next.isRunning)
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

  @Test func `OP-P12 all pages are fetched again under the same ids`() async throws {
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

  @Test func `refetching pages that form a circle ends`() async throws {
    let store = OperationStore.detached(paginated: CircularPages())
    store.currentValue = Pages((0..<3).map { Page(id: $0, value: 0) })

    let all = try await store.refetchAllPages()

    #expect(all.ids == [0])
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
