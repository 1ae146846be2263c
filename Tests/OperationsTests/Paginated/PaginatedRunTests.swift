import Operations
import Testing

/// Conformance rows P16 to P19: what a run of a list tells, yields, fails with and leaves.
@Suite(.timeLimit(.minutes(20))) struct PaginatedRunTests: PaginatedSuite {
  let noted = NotedPages()

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
}
