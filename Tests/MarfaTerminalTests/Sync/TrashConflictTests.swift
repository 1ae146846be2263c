import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

/// What a person decides where one side moved a note to the trash and the other one changed it.
@MainActor @Suite(.timeLimit(.minutes(20))) struct TrashConflictTests {
  /// A terminal whose device waits for a decision about the trash alone.
  private static func asked(
    isTrashedHere: Bool
  ) async throws -> (fixture: ApplicationFixture, server: ServerByHand, id: String) {
    let server = try ServerByHand()
    try server.identify()
    let id = try server.add("Letter", "old")
    let client = LocalClient(store: server.store)
    if isTrashedHere {
      _ = try await client.items.transition(id: id, to: .trashed)
      try server.edit(id) { $0["body"] = "theirs" }
    } else {
      _ = try await client.items.update(id: id, properties: ["body": "mine"])
      try server.trash(id)
    }
    #expect(try !server.takeNext())
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    await fixture.press("g c c")
    return (fixture, server, id)
  }

  @Test(arguments: [false, true], ["M", "T"])
  func `an undone decision is asked again, and redo decides as before`(
    isTrashedHere: Bool, key: String
  ) async throws {
    let (fixture, server, id) = try await Self.asked(isTrashedHere: isTrashedHere)
    let leaves = isTrashedHere == (key == "T")
    let decided: ItemState = leaves ? .active : .trashed

    await fixture.press("\(key) enter")
    #expect(fixture.screen.contains("u to undo."), "\(fixture.screen)")
    #expect(try await fixture.client.items.get(id: id).state == decided)
    #expect(fixture.application.context.sync.status?.conflicts == 0)

    await fixture.press("u")
    #expect(fixture.application.context.sync.status?.conflicts == 1, "\(fixture.screen)")
    #expect(fixture.screen.contains("“Letter” is in conflict again, and waits for you: c."))
    #expect(try await fixture.client.items.get(id: id).state == .trashed)
    #expect(try !server.takeNext())

    await fixture.press("ctrl-r")
    #expect(fixture.application.context.sync.status?.conflicts == 0)
    #expect(try await fixture.client.items.get(id: id).state == decided)
    while try server.takeNext() {}
    let body = try await fixture.client.items.get(id: id).properties["body"]
    #expect(body == (isTrashedHere ? "theirs" : "mine"))
    #expect(server.items[id]?.properties["body"] == body)
  }

  @Test func `an undo that moves the note back to the trash says so`() async throws {
    let (fixture, server, id) = try await Self.asked(isTrashedHere: false)
    await fixture.press("M enter")
    while try server.takeNext() {}
    await fixture.settle()

    await fixture.press("u")

    #expect(
      fixture.screen.contains("“Letter” is in the trash again: the decision had been sent."),
      "\(fixture.screen)")
    #expect(try await fixture.client.items.get(id: id).state == .trashed)
    #expect(fixture.application.context.sync.status?.conflicts == 0)
  }

  @Test func `a decision that was sent is not asked again`() async throws {
    let (fixture, server, id) = try await Self.asked(isTrashedHere: false)
    await fixture.press("T enter")
    while try server.takeNext() {}
    await fixture.settle()

    await fixture.press("u")

    #expect(fixture.screen.contains("The decision was sent already."), "\(fixture.screen)")
    #expect(try await fixture.client.items.get(id: id).state == .trashed)
    #expect(fixture.application.context.sync.status?.conflicts == 0)
  }
}
