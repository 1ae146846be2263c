import MarfaSDK
import MarfaTerminal
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ConflictLogTests {
  /// Lets a conflict of a note begin to wait.
  private func conflict(_ server: ServerByHand, _ id: String) async throws {
    try server.edit(id, tells: false) { $0["body"] = "theirs" }
    _ = try await LocalClient(store: server.store).items.update(
      id: id, properties: ["body": "mine"])
    try server.takeNext()
    try server.tell(id)
  }

  @Test func `a conflict that begins to wait is in the activity, and those from before are not`()
    async throws
  {
    let server = try ServerByHand()
    let ids = [try server.add("Before", "old"), try server.add("Letter", "old")]
    try await conflict(server, ids[0])
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let sync = fixture.application.context.sync
    sync.begin(in: fixture.store)
    await fixture.settle()
    await sync.finishLooking()
    #expect(sync.status?.conflicts == 1)
    #expect(sync.log.entries.isEmpty)

    try await conflict(server, ids[1])
    await fixture.settle()
    await sync.finishLooking()

    let entry = try #require(sync.log.entries.last)
    #expect(sync.log.entries.count == 1)
    #expect(entry.text == "In conflict with another device: body")
    #expect(entry.itemId == ids[1])
  }
}
