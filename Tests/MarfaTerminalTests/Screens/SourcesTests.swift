import Foundation
import MarfaSDK
import TerminalUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SourcesTests {
  /// Sources with a notebook Birds, in which there is a notebook Rings with a note.
  func fixture() async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["# One"])
    let birds = try await notebook("Birds", in: fixture)
    let rings = try await notebook("Rings", in: fixture)
    let note = try #require(fixture.application.workspace.selectedNote?.id)
    _ = try await fixture.client.store.move(id: rings, toNotebook: birds)
    _ = try await fixture.client.store.move(id: note, toNotebook: rings)
    await fixture.settle()
    return fixture
  }

  func notebook(_ title: String, in fixture: ApplicationFixture) async throws -> String {
    try await fixture.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": .string(title)])
    ).id
  }

  func select(_ title: String, in fixture: ApplicationFixture) async throws {
    let sources = fixture.application.workspace.sources
    let source = try #require(sources.rows.compactMap(\.source).first { $0.title == title })
    fixture.application.actions.navigation.show(source)
    fixture.application.workspace.focus = .sources
    await fixture.settle()
  }

  @Test func `keys that come faster than frames move a line each`() async throws {
    let fixture = try await fixture()

    await fixture.press("1")
    await fixture.type("jjjjj")
    #expect(fixture.application.workspace.sources.title == "Birds")
    await fixture.type("kk")
    #expect(fixture.application.workspace.sources.title == "Favourites")
    await fixture.type("jjjjkkk")
    #expect(fixture.application.workspace.sources.title == "Orphans")
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

  @Test func `a favourite has a sign, and its tag is shown nowhere`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# Reed warbler #birds"])
    await fixture.press("p")
    #expect(fixture.screen.contains("★"))
    #expect(!fixture.screen.contains("favorite"))
    for key in ["#", "t", "space f"] {
      await fixture.press(key)
      if key == "space f" { await fixture.type("#") }
      #expect(!fixture.screen.contains("favorite"), "\(key)")
      await fixture.press("esc")
    }
  }

  @Test func `g n goes back to all notes`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("g t")
    #expect(fixture.screen.contains("No note is in the trash."))
    await fixture.press("g n")

    #expect(fixture.screen.contains("2 All notes  1"))
  }

  @Test func `archived notes are away from the places, and marked where they are found`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# Reed warbler", "# Reed bunting\n\n[[Reed warbler]]"])
    let bunting = try #require(try await fixture.id(titled: "Reed bunting"))
    let warbler = try #require(try await fixture.id(titled: "Reed warbler"))
    _ = try await fixture.client.metadata.addTags(id: bunting, tags: ["birds"])
    await fixture.settle()
    let list = fixture.application.workspace.list

    list.select(id: bunting)
    await fixture.settle()
    await fixture.press("a")
    #expect(list.window.rows.map(\.title) == ["Reed warbler"])
    #expect(!fixture.screen.contains("▤"))

    await fixture.press("/")
    await fixture.type("reed\n")
    #expect(list.window.rows.map(\.title) == ["Reed warbler", "Reed bunting"])
    #expect(fixture.screen.contains(#/Reed bunting .*▤/#))
    await fixture.press("esc /")
    await fixture.type("is:archived\n")
    #expect(list.window.rows.map(\.title) == ["Reed bunting"])
    await fixture.press("esc")
    fixture.application.actions.navigation.show(.tag("birds"))
    await fixture.settle()
    #expect(fixture.screen.contains(#/Reed bunting .*▤/#))

    fixture.application.actions.navigation.show(.all)
    await fixture.press("space f")
    await fixture.type("reed")
    #expect(fixture.screen.contains(#/Reed bunting +in the archive/#))
    let screen = fixture.screen
    let box = screen[try #require(screen.range(of: "> reed")).upperBound...]
    let active = try #require(box.range(of: "Reed warbler  "))
    let archived = try #require(box.range(of: "in the archive"))
    #expect(active.lowerBound < archived.lowerBound)

    await fixture.press("esc")
    fixture.application.actions.navigation.open(id: bunting)
    await fixture.settle()
    #expect(list.source == .archive)
    #expect(list.selectedRow?.id == bunting)
    fixture.application.actions.navigation.show(.all)
    list.select(id: warbler)
    await fixture.press("g b")
    #expect(fixture.screen.contains("link, in the archive"))
  }

  @Test func `a note that left the trash or the archive has the keys of any note`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    await fixture.press("x g t")
    #expect(fixture.screen.contains("R restore"))
    await fixture.press("R")
    #expect(!fixture.screen.contains("R restore"), "\(fixture.screen)")
    #expect(fixture.screen.contains("i edit"))

    await fixture.press("g n a g a")
    #expect(fixture.screen.contains("a unarchive"))
    await fixture.press("a")
    #expect(!fixture.screen.contains("a unarchive"), "\(fixture.screen)")
    #expect(fixture.screen.contains("i edit"))

    await fixture.press("g t")
    #expect(fixture.application.workspace.list.selectedRow == nil)
    #expect(!fixture.screen.contains("i edit"))
  }

  @Test func `undo of the archive and the trash selects the note again and announces nothing`()
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One", "# Two", "# Three"])
    for key in ["x", "a"] {
      for (moves, title) in [("g g", "Three"), ("g g j", "Two"), ("G", "One")] {
        await fixture.press("\(moves) \(key)")
        #expect(fixture.application.workspace.selectedNote?.title != title)
        await fixture.press("u")

        #expect(fixture.application.workspace.selectedNote?.title == title)
        #expect(fixture.application.workspace.list.window.newAbove == 0)
        #expect(!fixture.screen.contains("new ↑"))

        await fixture.press("ctrl-r")
        #expect(fixture.application.workspace.selectedNote?.title != title)
        await fixture.press("u")
        #expect(fixture.application.workspace.selectedNote?.title == title)
      }
    }
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
    #expect(fixture.screen.contains("The notebook “Rings” is gone"))
  }

  @Test func `a notebook that another program renames and moves keeps its list and its mark`()
    async throws
  {
    let fixture = try await fixture()
    try await select("Rings", in: fixture)
    let house = try await notebook("House", in: fixture)
    guard case .notebook(let id, _) = fixture.application.workspace.sources.selected else {
      Issue.record("Rings is not selected.")
      return
    }

    _ = try await fixture.client.store.rename(id: id, to: "Ring records")
    _ = try await fixture.client.store.move(id: id, toNotebook: house)
    await fixture.settle()

    #expect(fixture.screen.contains("2 Ring records  1"), "\(fixture.screen)")
    #expect(fixture.screen.contains(#/▌ +· Ring records +1/#))
    #expect(fixture.application.workspace.list.window.rows.map(\.title) == ["One"])
  }

  @Test func `a search that is no longer saved says so, and no other place is marked`() async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One"], configuration: "searches: {ones: one}")
    fixture.application.actions.navigation.show(.savedSearch(name: "ones", query: "one"))
    await fixture.settle()
    #expect(fixture.screen.contains(#/▌ +@ones/#))

    try fixture.folder.write("searches: {ones: two}", to: "config/config.yaml")
    fixture.application.context.settings.reload()
    await fixture.settle()
    #expect(fixture.application.workspace.list.window.listedCount == 0)
    #expect(fixture.screen.contains(#/▌ +@ones +0/#))

    try fixture.folder.write("", to: "config/config.yaml")
    fixture.application.context.settings.reload()
    await fixture.settle()
    #expect(fixture.screen.contains(#/2 @ones  0 +no such search/#), "\(fixture.screen)")
    #expect(!fixture.frame.textRows.contains { $0.hasPrefix("▌") })
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
