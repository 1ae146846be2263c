import MarfaSDK
import MarfaTerminal
import Testing

/// One decision about several notes that both sides changed.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ConflictBatchTests {
  /// Three notes in conflict, and the list of them.
  private func fixture() async throws -> (ApplicationFixture, ids: [String]) {
    let server = try ServerByHand()
    var ids: [String] = []
    for number in 1...3 {
      let id = try server.add("Note \(number)", "old")
      try server.edit(id, tells: false) { $0["body"] = "theirs" }
      _ = try await LocalClient(store: server.store).items.update(
        id: id, properties: ["body": "mine"])
      try server.takeNext()
      ids.append(id)
    }
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    await fixture.press("g c")
    return (fixture, ids)
  }

  private func bodies(_ fixture: ApplicationFixture, _ ids: [String]) async throws -> [String] {
    var bodies: [String] = []
    for id in ids { bodies.append(try await fixture.client.store.noteText(id: id).body) }
    return bodies
  }

  @Test func `one decision for several notes is asked with their number`() async throws {
    let (fixture, ids) = try await fixture()
    await fixture.press("space V")

    fixture.application.run("conflict.take-theirs")
    await fixture.settle()
    #expect(fixture.screen.contains("Take what the server has in 3 notes"))
    await fixture.press("y")

    #expect(try await bodies(fixture, ids) == ["theirs", "theirs", "theirs"])
    #expect(fixture.application.context.sync.status?.conflicts == 0)
  }

  @Test(arguments: [("m", "mine"), ("t", "theirs")])
  func `c decides about all marked notes`(key: String, body: String) async throws {
    let (fixture, ids) = try await fixture()
    await fixture.press("space V c")

    #expect(
      fixture.screen.contains("Take one side in 3 notes (3 fields)? It wins only where both"),
      "\(fixture.screen)")
    #expect(!fixture.screen.contains("given up"))
    #expect(fixture.screen.contains("m what this device has   t what the server has"))
    await fixture.press(key)

    #expect(try await bodies(fixture, ids) == [body, body, body])
    #expect(fixture.application.context.sync.status?.conflicts == 0)
    #expect(fixture.application.workspace.list.marked.isEmpty)
    #expect(fixture.screen.contains("3 notes settled."))
  }

  @Test func `c with marks decides nothing before an answer, and about no other note`()
    async throws
  {
    let (fixture, ids) = try await fixture()
    await fixture.press("space V c enter")
    #expect(fixture.application.context.sync.status?.conflicts == 3)
    #expect(fixture.application.workspace.list.marked == Set(ids))

    fixture.application.workspace.list.mark([])
    await fixture.press("esc")
    await fixture.press("space v j space v c t")

    #expect(fixture.application.context.sync.status?.conflicts == 1)
  }
}
