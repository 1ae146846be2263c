import Operations
import Testing

/// Conformance rows P20 to P22: pages that are shown by default or were written.
@Suite struct PaginatedWriteTests: PaginatedSuite {
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

  @Test func `pages that were written can be continued`() async throws {
    let store = try await store(pages)

    store.currentValue = Pages([Page(id: 5, value: "written")])

    #expect(store.hasNextPage)
    #expect(try await store.fetchNextPage()?.id == 6)
    #expect(try await store.fetchPreviousPage()?.id == 4)
    #expect(store.currentValue.ids == [4, 5, 6])
  }
}
