import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct FullServerScreenTests {
  /// A screen over a store with one note that a server has, and that server.
  private func connected() async throws -> (ApplicationFixture, ServerByHand, noteId: String) {
    let server = try ServerByHand()
    let id = try server.add("Shopping", "rye flour")
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    return (fixture, server, id)
  }

  private func said(_ fixture: ApplicationFixture) -> Int {
    fixture.application.context.messages.history.filter {
      $0.text.hasPrefix("The server has no room left: what you change waits here. Free some")
    }.count
  }

  @Test func `of a change without room it is said once, and shown as long as it is so`()
    async throws
  {
    let (fixture, server, id) = try await connected()
    try await fixture.client.items.update(id: id, properties: ["body": "rye flour, salt"])
    await fixture.settle()
    #expect(!fixture.screen.contains("server full"))

    try server.refuseNext(507, "internal_error", "The disk is full.")
    await fixture.settle()

    #expect(fixture.screen.contains("server full"), "\(fixture.screen)")
    #expect(said(fixture) == 1)
    await fixture.press("space s")
    #expect(fixture.screen.contains("The server has no room left: what you change waits here."))
    await fixture.press("esc j k")
    #expect(fixture.screen.contains("server full"))
    #expect(said(fixture) == 1)
  }

  @Test func `a file without room is said, too`() async throws {
    let (fixture, server, id) = try await connected()
    let made = try await fixture.client.attachments.add(data: [1, 2], to: id, title: "scan.tar")
    let hash = made.attachment.blobRef

    try await server.store.delayUpload(
      hash, words: "The server has no room: The disk is full.")
    await fixture.settle()
    #expect(fixture.screen.contains("server full"), "\(fixture.screen)")
    #expect(said(fixture) == 1)

    try await server.store.keepUpload(hash, offset: 1, url: "/a")
    await fixture.settle()
    #expect(!fixture.screen.contains("server full"))
  }
}
