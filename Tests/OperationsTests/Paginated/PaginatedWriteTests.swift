import Operations
import Testing

/// Conformance rows P20 to P22: pages that are shown by default or were written.
@Suite(.timeLimit(.minutes(20))) struct PaginatedWriteTests: PaginatedSuite {
  let noted = NotedPages()

  @Test func `OP-P20 default pages are shown until the first update`() async throws {
    let placeholder = Pages([Page(id: 99, value: "placeholder")])
    let store = OperationStore.detached(operation: pages.defaultValue(placeholder))

    #expect(store.currentValue.ids == [99])
    try await store.fetchNextPage()
    #expect(store.currentValue.ids == [0])
    try await store.fetchNextPage()
    #expect(store.currentValue.ids == [0, 1])
  }

  @Test(arguments: [true, false])
  func `OP-P21 a fetched page is merged with pages that a controller yielded meanwhile`(
    isByController: Bool
  ) async throws {
    let controller = KeepingController<PaginatedState<Int, String, any Error>>()
    let store = try await store(pages.controlled(by: controller), loading: 2)
    isHeld.set()
    async let next = store.fetchNextPage()
    await gate.arrival()

    let written = Pages([Page(id: 0, value: "new 0"), Page(id: 1, value: "new 1")])
    if isByController {
      try controller.controls.yield(written)
    } else {
      store.currentValue = written
    }
    #expect(store.state.isLoadingNextPage)
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

  @Test func `pages that were written can be continued`() async throws {
    let store = try await store(pages)

    store.currentValue = Pages([Page(id: 5, value: "written")])

    #expect(store.hasNextPage)
    #expect(try await store.fetchNextPage()?.id == 6)
    #expect(try await store.fetchPreviousPage()?.id == 4)
    #expect(store.currentValue.ids == [4, 5, 6])
    #expect(try await store.fetchPreviousPageTask()?.runIfNeeded()?.id == 3)
    #expect(store.currentValue.ids == [3, 4, 5, 6])
  }

  // MARK: - While a page is on its way

  @Test func `a page that is dropped while another comes can be fetched again`() async throws {
    let store = try await store(
      TestPages(range: { -1...100 }).maxPages(4).held(), loading: 3)
    var context = store.context
    let held = Gate()
    context.holdingGate = held
    let next = Task { [context] in try await store.fetchNextPage(using: context) }
    await held.arrival()
    try await store.fetchPreviousPage()
    #expect(store.currentValue.ids == [-1, 0, 1, 2] && !store.hasPreviousPage)

    held.open()
    _ = try await next.value

    #expect(store.currentValue.ids == [0, 1, 2, 3])
    #expect(store.hasPreviousPage)
    try await store.fetchPreviousPage()
    #expect(store.currentValue.ids == [-1, 0, 1, 2])
    #expect(store.state.nextPageId == 3)
  }

  @Test func `the end of a list that was written meanwhile is not that of the new one`()
    async throws
  {
    func written(_ ids: ClosedRange<Int>) -> Pages<Int, String> {
      Pages(ids.map { Page(id: $0, value: "written") })
    }
    let store = try await store(TestPages(range: { 0...2 }).held())
    store.currentValue = written(0...2)
    var context = store.context
    let held = Gate()
    context.holdingGate = held
    let next = Task { [context] in try await store.fetchNextPage(using: context) }
    await held.arrival()
    store.currentValue = written(0...1)

    held.open()
    #expect(try await next.value == nil)

    #expect(store.hasNextPage)
    #expect(try await store.fetchNextPage()?.id == 2)
    #expect(!store.hasNextPage)
  }

  @Test func `an edit of default pages is shown and undone`() async throws {
    let store = OperationStore.detached(
      operation: pages.defaultValue([Page(id: 99, value: "placeholder")]))

    let edit = store.applyOptimisticEdit { $0.append(Page(id: 100, value: "edit")) }
    #expect(store.currentValue.ids == [99, 100])
    edit.rollBack()

    #expect(store.currentValue.ids == [99])
    #expect(store.state.loadedPages.isEmpty)
  }
}
