import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite struct SourcesTests {
  /// Sources with a notebook Birds, in which there is a notebook Rings with a note.
  private func fixture() async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["# One"])
    let birds = try await notebook("Birds", in: fixture)
    let rings = try await notebook("Rings", in: fixture)
    let note = try #require(fixture.application.selectedNote?.id)
    _ = try await fixture.client.store.move(id: rings, toNotebook: birds)
    _ = try await fixture.client.store.move(id: note, toNotebook: rings)
    await fixture.settle()
    return fixture
  }

  private func notebook(_ title: String, in fixture: ApplicationFixture) async throws -> String {
    try await fixture.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": .string(title)])
    ).id
  }

  private func select(_ title: String, in fixture: ApplicationFixture) async throws {
    let sources = fixture.application.workspace.sources
    let source = try #require(sources.rows.compactMap(\.source).first { $0.title == title })
    fixture.application.show(source)
    fixture.application.workspace.focus = .sources
    await fixture.settle()
  }

  @Test(arguments: ["space", "o"])
  func `a key folds a notebook and unfolds it`(key: String) async throws {
    let fixture = try await fixture()
    try await select("Birds", in: fixture)
    #expect(fixture.screen.contains("Rings"))
    #expect(fixture.screen.contains("o fold"))

    await fixture.press(key)
    #expect(!fixture.screen.contains("Rings"))

    await fixture.press(key)
    #expect(fixture.screen.contains("Rings"))
  }

  @Test func `the wheel shows the places below without choosing one`() async throws {
    let fixture = try await fixture()
    fixture.size = Size(columns: 120, rows: 12)
    await fixture.press("1")
    #expect(!fixture.screen.contains("Trash"))

    for _ in 0..<2 {
      let wheel = MouseEvent(.wheelDown, at: Point(column: 5, row: 5))
      fixture.application.handle(.mouse(wheel))
      await fixture.settle()
    }
    #expect(fixture.screen.contains("Trash"))
    #expect(fixture.application.workspace.list.source == .all)
    #expect(!fixture.screen.contains("▌  "))

    await fixture.press("j")
    #expect(fixture.application.workspace.list.source == .inbox)
    #expect(fixture.screen.contains("▌  Inbox"))
  }

  @Test func `a notebook shows as many notes as stand beside its name`() async throws {
    let fixture = try await fixture()

    try await select("Birds", in: fixture)

    #expect(fixture.screen.contains(#/▾ Birds +1 │/#))
    #expect(fixture.application.workspace.list.window.rows.map(\.title) == ["One"])
  }

  @Test func `what is put into the archive is found there`() async throws {
    let fixture = try await fixture()

    await fixture.press("2 a g a")

    #expect(fixture.screen.contains(#/Archive +1 │/#))
    #expect(fixture.screen.contains("2 Archive  1"))
    #expect(fixture.screen.contains("in the archive"))
    await fixture.press("a g i g a")
    #expect(fixture.screen.contains("The archive is empty."))
  }

  @Test func `where there is nothing to fold Space begins an action's keys`() async throws {
    let fixture = try await fixture()
    try await select("Inbox", in: fixture)

    await fixture.press("space f")

    #expect(fixture.screen.contains("Go to"))
    #expect(fixture.screen.contains("Rings"))
  }

  @Test func `a notebook that another program removes gives way to all notes`() async throws {
    let fixture = try await fixture()
    try await select("Rings", in: fixture)
    #expect(fixture.application.workspace.list.window.count == 1)
    guard case .notebook(let id, _) = fixture.application.workspace.sources.selected else {
      Issue.record("Rings is not selected.")
      return
    }

    try await fixture.client.items.delete(id: id)
    await fixture.settle()

    #expect(fixture.application.workspace.list.source == .all)
    #expect(fixture.screen.contains("The notebook Rings is gone"))
  }

  @Test func `two panes read nothing for the sources, which they do not show`() async throws {
    let two = try await ApplicationFixture(columns: 80, rows: 24, notes: ["# One"])
    let three = try await ApplicationFixture(columns: 120, rows: 24, notes: ["# One"])

    #expect(three.store.hub.receiverCount == two.store.hub.receiverCount + 3)

    two.application.workspace.focus = .sources
    await two.settle()

    #expect(two.store.hub.receiverCount == three.store.hub.receiverCount)
  }
}
