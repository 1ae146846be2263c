import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ConflictViewTests {
  static let base = "# Rent\n\nRaised by 8 % without notice.\n\nFlat 3\n\nYours"

  /// A note whose text and title both sides changed, and one of which only this side changed the
  /// end.
  func conflicted(
    columns: Int = 120, rows: Int = 30, willRead: (@Sendable () -> Void)? = nil
  ) async throws -> (ApplicationFixture, ServerByHand, id: String) {
    let server = try ServerByHand(willRead: willRead)
    let id = try server.add("Letter", Self.base)
    try server.edit(id, tells: false) {
      $0["title"] = "Letter to the office"
      $0["body"] = .string(Self.base.replacing("8 %", with: "7.9 %").replacing("Yours", with: "D."))
    }
    _ = try await LocalClient(store: server.store).items.update(
      id: id,
      properties: [
        "title": "Letter to the owner",
        "body": .string(
          Self.base.replacing("8 %", with: "9 %").replacing("Flat 3", with: "Flat 4")),
      ])
    try server.takeNext()
    try server.tell(id)
    let fixture = try await ApplicationFixture(columns: columns, rows: rows, sdk: server.store)
    fixture.clock.advance(byMilliseconds: 600_000)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    return (fixture, server, id)
  }

  func properties(_ fixture: ApplicationFixture, _ id: String) async throws -> [String] {
    let properties = try await fixture.client.items.get(id: id).properties
    return ["title", "body"].map { properties[$0]?.stringValue ?? "" }
  }

  @Test(arguments: [(40, 12), (80, 24), (200, 60)])
  func `both sides are named, and the words that differ are marked`(columns: Int, rows: Int)
    async throws
  {
    let (fixture, _, _) = try await conflicted(columns: columns, rows: rows)

    await fixture.press("c")

    try expectGolden(fixture.screen, "conflict-\(columns)x\(rows)")
  }

  @Test func `text and title are decided apart, and the rest is merged`() async throws {
    let (fixture, server, id) = try await conflicted()

    await fixture.press("c t m enter")

    let merged = Self.base.replacing("8 %", with: "7.9 %").replacing("Yours", with: "D.")
      .replacing("Flat 3", with: "Flat 4")
    #expect(try await properties(fixture, id) == ["Letter to the owner", merged])
    #expect(fixture.application.context.sync.status?.conflicts == 0)
    #expect(try server.takeNext())
    #expect(server.items[id]?.properties["title"] == "Letter to the owner")
    #expect(server.items[id]?.properties["body"] == .string(merged))
    #expect(try !server.takeNext())
  }

  @Test func `a place is rewritten, and the decision can be undone`() async throws {
    let (fixture, _, id) = try await conflicted()
    let before = try await properties(fixture, id)

    await fixture.press("c e")
    await fixture.press("end")
    await fixture.type("!")
    await fixture.press("esc t enter")

    let after = try await properties(fixture, id)
    #expect(after[0] == "Letter to the office")
    #expect(after[1].contains("Raised by 9 % without notice.!\n"), "\(after[1])")
    await fixture.press("u")
    #expect(try await properties(fixture, id) == before)
    // It waits for a decision again, and neither side has won.
    #expect(fixture.application.context.sync.status?.conflicts == 1)
    let parked = try #require(try await fixture.client.store.parkedConflicts().first)
    #expect(parked.context.current.properties["title"] == "Letter to the office")
  }

  @Test func `Escape leaves the conflict as it is`() async throws {
    let (fixture, _, id) = try await conflicted()
    let before = try await properties(fixture, id)

    await fixture.press("c t esc")

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(try await properties(fixture, id) == before)
    #expect(fixture.application.context.sync.status?.conflicts == 1)
  }

  @Test
  func `a change that the server takes over meanwhile is shown, and asked again where it matters`()
    async throws
  {
    let (fixture, server, id) = try await conflicted()
    await fixture.press("c m")

    try server.edit(id) { $0["title"] = "Third title" }
    await fixture.settle()
    #expect(fixture.screen.contains("Third title"))
    #expect(fixture.screen.contains("1 unresolved"), "\(fixture.screen)")
    #expect(fixture.screen.contains("The note changed meanwhile: 1 place is new."))
    await fixture.press("m enter")

    #expect(try server.takeNext())
    #expect(server.items[id]?.properties["title"] == "Letter to the owner")
    #expect(server.items[id]?.properties["body"]?.stringValue?.contains("Raised by 9 %") == true)
    #expect(try !server.takeNext())
    #expect(fixture.application.context.sync.status?.conflicts == 0)
  }

  @Test func `mine for all places keeps what the server has changed elsewhere in the text`()
    async throws
  {
    let (fixture, server, id) = try await conflicted()
    await fixture.press("c")

    try server.edit(id) {
      $0["body"] = .string(($0["body"]?.stringValue ?? "").replacing("# Rent", with: "# The rent"))
    }
    await fixture.settle()
    await fixture.press("M enter")

    #expect(try server.takeNext())
    let body = server.items[id]?.properties["body"]?.stringValue ?? ""
    #expect(body.contains("# The rent") && body.contains("Raised by 9 %"), "\(body)")
    #expect(try !server.takeNext())
  }

  @Test func `a conflict that was settled elsewhere closes its view`() async throws {
    let (fixture, server, _) = try await conflicted()
    await fixture.press("c")

    let conflict = try #require(try await server.store.parkedConflicts().first)
    try await server.store.resolveConflict(id: conflict.id, choosing: [:])
    await fixture.settle()

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(fixture.screen.contains("The conflict was settled elsewhere."))
  }

  @Test func `text written for a conflict that was settled elsewhere is copied`()
    async throws
  {
    let (fixture, server, _) = try await conflicted()
    await fixture.press("c m e")
    await fixture.type("!")
    let conflict = try #require(try await server.store.parkedConflicts().first)
    try await server.store.resolveConflict(id: conflict.id, choosing: [:])
    await fixture.settle()
    #expect(!fixture.application.compositor.layers.isEmpty)

    await fixture.press("esc")

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(fixture.screen.contains("what you wrote is copied."), "\(fixture.screen)")
    #expect(fixture.host.copied.last == "Letter to the owner!")
  }

  @Test func `text being written waits for the news, and is offered again`() async throws {
    let (fixture, server, id) = try await conflicted()
    await fixture.press("c m e")
    await fixture.type(" of the house")

    try server.edit(id) { $0["title"] = "Third title" }
    await fixture.settle()
    #expect(!fixture.screen.contains("Third title"))
    await fixture.press("esc")
    #expect(fixture.screen.contains("Third title"))
    await fixture.press("e esc enter")

    #expect(try await properties(fixture, id)[0] == "Letter to the owner of the house")
  }

  @Test func `a note that was trashed elsewhere asks in words, and mine brings it back`()
    async throws
  {
    let (fixture, server, id) = try await conflicted()
    try server.trash(id)
    await fixture.settle()

    await fixture.press("g c")
    #expect(fixture.screen.contains("changed on one side and trashed on the other"))
    await fixture.press("c ] ]")
    #expect(fixture.screen.contains("You changed the note here."), "\(fixture.screen)")
    #expect(fixture.screen.contains("Another device moved the note to the trash."))
    await fixture.press("M enter")

    #expect(fixture.screen.contains("Settled, and out of the trash. u to undo."))
    #expect(try await fixture.client.items.get(id: id).state == .active)
    #expect(try server.takeNext())
    #expect(server.items[id]?.properties["title"] == "Letter to the owner")
  }

  @Test func `theirs leaves a note in the trash where it was trashed elsewhere`() async throws {
    let (fixture, server, id) = try await conflicted()
    try server.trash(id)
    await fixture.settle()

    await fixture.press("g c c T enter")

    #expect(fixture.screen.contains("Settled. The note stays in the trash."))
    #expect(try await fixture.client.items.get(id: id).state == .trashed)
  }

  @Test func `a note trashed here and changed there leaves the trash with theirs`() async throws {
    let (fixture, _, id) = try await conflicted()
    _ = try await fixture.client.items.transition(id: id, to: .trashed)
    await fixture.settle()

    await fixture.press("g c c ] ]")
    #expect(fixture.screen.contains("You moved the note to the trash here."), "\(fixture.screen)")
    await fixture.press("T enter")

    #expect(try await fixture.client.items.get(id: id).state == .active)
    #expect(try await properties(fixture, id)[0] == "Letter to the office")
  }

  @Test func `an edit of a note that was trashed there is asked about before it is sent`()
    async throws
  {
    let server = try ServerByHand()
    try server.identify()
    let id = try server.add("Letter", "old")
    _ = try await LocalClient(store: server.store).items.update(
      id: id, properties: ["body": "mine"])
    try server.trash(id)
    #expect(try !server.takeNext())
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()

    await fixture.press("g c c")
    #expect(fixture.screen.contains("Another device moved the note to the trash."))
    #expect(fixture.screen.contains("the note leaves the trash, with what was changed."))
    await fixture.press("m enter")

    #expect(try await fixture.client.items.get(id: id).state == .active)
    #expect(try server.takeNext())
    #expect(server.items[id]?.properties["body"] == "mine")
  }

  @Test func `the device that moved a note to the trash is named where the server says it`()
    async throws
  {
    let server = try ServerByHand()
    try server.identify(offering: ["change_devices", "state_devices"])
    let id = try server.add("Letter", "old")
    _ = try await LocalClient(store: server.store).items.update(
      id: id, properties: ["body": "mine"])
    try server.trash(id, by: "laptop")
    #expect(try !server.takeNext())
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()

    await fixture.press("g c c")

    #expect(fixture.screen.contains("laptop moved the note to the trash."), "\(fixture.screen)")
    #expect(fixture.screen.contains("theirs (laptop, "))
    #expect(!fixture.screen.contains("phone"))
  }
}
