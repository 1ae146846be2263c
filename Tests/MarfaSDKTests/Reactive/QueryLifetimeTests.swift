import MarfaSDK
import MarfaSDKTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct QueryLifetimeTests {
  @Test func `a query that nobody holds is gone and hears nothing`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("note")
    weak var released: ItemQuery?
    weak var releasedWindow: ItemWindow?
    do {
      let query = fixture.store.query()
      let window = fixture.store.queryWindow()
      (released, releasedWindow) = (query, window)
      await fixture.settle()
      #expect(fixture.store.hub.receiverCount == 2)
    }

    try await fixture.note("other")
    await fixture.settle()

    #expect(released == nil)
    #expect(releasedWindow == nil)
    #expect(fixture.store.hub.receiverCount == 0)
  }

  @Test func `a query that is released while it waits for time leaves the clock`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note")
    weak var released: SingleItemQuery?
    do {
      let query = fixture.store.queryItem(id: id)
      released = query
      await fixture.settle()
      try await fixture.setBody(id, "one")
      await fixture.store.settle()
      try await fixture.setBody(id, "two")
      await fixture.store.settle()
      try await fixture.clock.waitForSleepers(1)
    }

    try await fixture.clock.waitForSleepers(0)

    #expect(released == nil)
  }

  @Test func `a stopped query reads no more and keeps what it shows`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note")
    let item = fixture.store.queryItem(id: id)
    let window = fixture.store.queryWindow()
    await fixture.settle()

    item.stop()
    window.stop()
    try await fixture.setTitle(id, "changed")
    await fixture.settle()

    #expect(item.item?.properties["title"] == "note")
    #expect(window.rows.map(\.title) == ["note"])
    #expect(item.reads.fetches == 1)
    #expect(window.reads.fetches == 1)
    #expect(!item.isLoading)
  }

  @Test func `a query stopped before its first read never reads`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("note")
    let query = fixture.store.query()

    query.stop()
    await fixture.settle()

    #expect(query.items.isEmpty)
    #expect(!query.isLoading)
  }

  @Test func `a purged item is nil and a created one appears`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note")
    let query = fixture.store.queryItem(id: id)
    await fixture.settle()
    #expect(query.item?.id == id)

    try await fixture.trash(id)
    _ = try await fixture.local.purgeItem(id: id)
    await fixture.settle()
    #expect(query.item == nil)

    let input = CreateItemInput(
      id: id, type: "core.note", properties: ["title": "again", "body": "text"])
    _ = try await fixture.local.createItem(NewItem(input))
    await fixture.settle()
    #expect(query.item?.properties["title"] == "again")
  }

  @Test func `an error is reported and the query goes on`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("note")
    let broken = fixture.store.query(filters: ListFilters(since: "yesterday-ish"))
    let window = fixture.store.queryWindow(filters: ListFilters(since: "yesterday-ish"))

    await fixture.settle()
    try await fixture.note("other")
    await fixture.settle()

    #expect(broken.error is ValidationError)
    #expect(window.error is ValidationError)
    #expect(broken.reads.fetches == 2)
    #expect(!broken.isLoading)
  }
}
