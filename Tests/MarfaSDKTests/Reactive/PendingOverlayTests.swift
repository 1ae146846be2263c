import MarfaSDK
import MarfaSDKTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PendingOverlayTests {
  private struct Refusal: Error {}

  @Test func `an action shows at once and stays until the window has read it`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note")
    let window = fixture.store.queryWindow()
    await fixture.settle()

    let work = fixture.store.perform(.addTag("birds"), on: [id])
    #expect(window[0]?.tags == ["birds"])
    #expect(window[0]?.flags.contains(.isPending) == true)

    try await work.value
    #expect(window[0]?.tags == ["birds"])
    await fixture.settle()

    #expect(fixture.store.overlay.isEmpty)
    #expect(window[0]?.tags == ["birds"])
    #expect(window[0]?.flags.contains(.isPending) == false)
  }

  @Test func `a failed action is undone`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note", tags: ["a"])
    let window = fixture.store.queryWindow()
    await fixture.settle()

    let work = fixture.store.perform(.move(to: .trashed), on: [id]) { throw Refusal() }
    #expect(window[0]?.state == .trashed)

    await #expect(throws: Refusal.self) { try await work.value }
    #expect(window[0]?.state == .active)
    #expect(fixture.store.overlay.isEmpty)
  }

  @Test func `an action that changes nothing is settled without a refresh`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note", tags: ["pinned"])
    let window = fixture.store.queryWindow()
    await fixture.settle()

    try await fixture.store.perform(.pin(true), on: [id]).value

    #expect(fixture.store.overlay.isEmpty)
    #expect(window.reads.fetches == 1)
    #expect(window[0]?.flags.contains(.pinned) == true)
  }

  @Test func `two actions on one item show together`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note", tags: ["a"])
    let window = fixture.store.queryWindow()
    await fixture.settle()

    let first = fixture.store.perform(.addTag("favorite"), on: [id])
    let second = fixture.store.perform(.removeTag("a"), on: [id])
    #expect(window[0]?.tags == ["favorite"])
    #expect(window[0]?.flags.contains(.favourite) == true)

    try await first.value
    try await second.value
    await fixture.settle()
    #expect(window[0]?.tags == ["favorite"])
    #expect(fixture.store.overlay.isEmpty)
  }
}
