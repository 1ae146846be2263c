import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Searches that are shown while the queue of a store with a server drains.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SearchWhileSendingTests {
  private let fixture: ReactiveFixture

  init() async throws {
    fixture = try ReactiveFixture()
    try await fixture.local.connect(to: ServerIdentity(url: "https://notes.example"))
  }

  @Test func `claims run neither a search nor its count again`() async throws {
    try await fixture.note("Rye", body: "rye")
    let byWords = fixture.store.queryWindow(search: "rye")
    let byCondition = fixture.store.queryWindow(search: "is:orphan")
    let counts = fixture.store.querySearchCounts(["rye": fixture.local.query("rye")])
    await fixture.settle()
    let before = (byWords.reads.fetches, byCondition.reads.fetches, counts.reads.fetches)

    #expect(try await fixture.local.claimMutations(limit: 10).count == 1)
    await fixture.settle()

    #expect((byWords.reads.fetches, byCondition.reads.fetches) == (before.0, before.1))
    #expect(counts.reads.fetches == before.2)
    #expect(counts.counts == ["rye": 1])
  }

  @Test func `a change of what a search does not find runs it as little as in a local store`()
    async throws
  {
    try await fixture.note("Rye", body: "rye")
    let letter = try await fixture.note("Letter")
    let window = fixture.store.queryWindow(search: "rye")
    await fixture.settle()
    let before = window.reads.fetches

    try await fixture.setBody(letter, "other words")
    await fixture.settle()

    #expect(window.reads.fetches == before)
  }

  @Test func `a search for what is not sent follows the queue`() async throws {
    let unsent = fixture.store.queryWindow(search: "is:unsynced")
    let counts = fixture.store.querySearchCounts(["unsent": fixture.local.query("is:unsynced")])
    await fixture.settle()
    #expect(unsent.count == 0)

    let id = try await fixture.note("Rye")
    await fixture.settle()
    #expect(unsent.rows.map(\.id) == [id])
    #expect(counts.counts == ["unsent": 1])

    for mutation in try await fixture.local.claimMutations(limit: 10) {
      try await fixture.local.acknowledgeMutation(id: mutation.id, .done)
    }
    await fixture.settle()
    #expect(unsent.count == 0)
    #expect(counts.counts == ["unsent": 0])
  }
}
