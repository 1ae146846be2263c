import MarfaSDK
import Testing

/// A note that is removed permanently while it is selected, and another that gets its key.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReusedKeyTests {
  /// Selects a note, removes it and makes two others.
  private func replace(
    _ window: ItemWindow, in fixture: ReactiveFixture
  ) async throws -> [String] {
    await fixture.settle()
    window.select(at: 0)
    let removed = try #require(window.selection)
    try await fixture.trash(removed)
    try await fixture.local.purgeItem(id: removed)
    let ids = [try await fixture.note("one"), try await fixture.note("two")]
    await fixture.settle()
    return ids
  }

  @Test func `a list does not show the newcomer as the one that left`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("welcome")
    let window = fixture.store.queryWindow(length: 5, margin: 10)

    let ids = try await replace(window, in: fixture)

    #expect(window.rows.map(\.id) == ids.reversed())
    #expect(window.rows.allSatisfy { !$0.flags.contains(.hasLeft) })
  }

  @Test func `hits do not show the newcomer as the one that left`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("welcome")
    let window = fixture.store.queryWindow(search: "text", length: 5)

    let ids = try await replace(window, in: fixture)

    #expect(Set(window.rows.map(\.id)) == Set(ids))
    #expect(window.rows.count == 2)
    #expect(window.selectedIndex == nil)
    #expect(window.rows.allSatisfy { !$0.flags.contains(.hasLeft) })
  }
}
