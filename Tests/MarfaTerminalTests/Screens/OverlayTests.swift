import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct OverlayTests {
  @Test func `the box of following keys appears after a delay`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("g")
    #expect(!fixture.screen.contains("Go to the inbox"))
    await fixture.passDelays()
    #expect(fixture.screen.contains("Go to the inbox"))
    try expectGolden(fixture.screen, "which-key-80x24")

    await fixture.press("esc")
    #expect(!fixture.screen.contains("Go to the inbox"))
  }

  @Test func `the box after an operator begins with what people use, in the keys' own names`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("e d")
    await fixture.passDelays()
    let rows = fixture.screen.split(separator: "\n").compactMap { row in
      row.split(separator: "│").last.map { $0.split(separator: " ").joined(separator: " ") }
    }

    let keys = ["d whole lines", "w word forward", "e word end", "b word backward", "i inner …"]
    #expect(keys.allSatisfy { key in rows.contains { $0.hasPrefix(key) } }, "\(rows)")
    #expect(!fixture.screen.contains("<c-"))
    await fixture.press("i")
    await fixture.passDelays()
    #expect(fixture.screen.contains("inner section"))
    #expect(!fixture.screen.contains("<lt>"))
  }

  @Test(arguments: ["t", "m", "gb", "go", "v", "I", "y", "s"])
  func `text typed right after the keys of a box goes into the box`(keys: String) async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])

    await fixture.type(keys + "xax")

    #expect(fixture.application.compositor.layers.count == 1)
    let rows = fixture.application.workspace.list.window.rows
    #expect(rows.map(\.title) == ["Three", "Two", "One"])
  }

  @Test func `an action of few words offers them after its name`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, rows: 24, notes: ["# B", "# A"])
    let before = fixture.application.context.settings.theme.name

    await fixture.press(":")
    await fixture.type("theme ")
    #expect(fixture.screen.contains("Tab: catppuccin-latte  catppuccin-mocha"))
    await fixture.press("tab tab")
    #expect(fixture.screen.contains(":theme catppuccin-mocha"))
    #expect(fixture.application.context.settings.theme.name == "catppuccin-mocha")
    await fixture.press("esc")
    #expect(fixture.application.context.settings.theme.name == before)

    await fixture.press(":")
    await fixture.type("theme mo\n")
    #expect(fixture.screen.contains("Theme: mono"))
    #expect(fixture.application.context.settings.configuration.theme == .single("mono"))

    await fixture.press(":")
    await fixture.type("sort title\n")
    #expect(fixture.application.workspace.list.window.rows.map(\.title) == ["A", "B"])
    await fixture.press(":")
    await fixture.type("list.sort size\n")
    #expect(fixture.screen.contains("list.sort: unknown “size”; available: edited, created"))
    await fixture.press("esc :")
    await fixture.type("theme nosuch\n")
    #expect(fixture.screen.contains("app.theme: unknown “nosuch”; choose one of these."))
    let names = fixture.application.context.settings.themeNames
    let place = try #require(names.firstIndex(of: "mono")) + 1
    #expect(fixture.screen.contains(" \(place) of \(names.count) "))
    await fixture.press("esc")
    #expect(fixture.application.context.settings.theme.name == "mono")
    await fixture.press(":")
    await fixture.type("sort\n")
    #expect(fixture.screen.contains("Sort by"))
  }

  @Test func `a message that is cut names the key that shows it whole`() async throws {
    let fixture = try await ApplicationFixture(columns: 40, rows: 12, notes: ["# One"])

    fixture.application.context.messages.error("The long file name cannot be read: /a/b/c.yaml.")
    #expect(fixture.screen.contains(#/The long file name .*… g m\n/#), "\(fixture.screen)")

    await fixture.press("g m")
    #expect(fixture.screen.contains("▌The long file name"))
    #expect(fixture.screen.contains("c.yaml."))
    await fixture.press("esc")
    fixture.application.context.messages.error("Short.")
    #expect(!fixture.screen.contains("g m"))
  }

  @Test func `a box without room for all keys says how many are missing`() async throws {
    let fixture = try await ApplicationFixture(columns: 40, rows: 12, notes: ["# One"])

    await fixture.press("space")
    await fixture.passDelays()

    let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[4].contains("Open today's note"))
    #expect(rows[5].contains("Go to any note, tag, noteboo…"))
    #expect(rows[7].contains("Show the outline of the note"))
    #expect(rows[8].contains("and 7 more"))
    #expect(rows[9].hasPrefix("╰"))
    #expect(rows[11].contains("? help"))
  }

  @Test func `Tab completes the name of an action and says what it does`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["# One"])

    await fixture.press(":")
    await fixture.type("note.tog")
    #expect(fixture.screen.contains(" :note.tog"))
    #expect(fixture.screen.contains("note.toggle-checkbox: "))
    await fixture.press("ctrl-u")
    await fixture.type("view.")
    await fixture.press("tab")
    #expect(fixture.screen.contains(" :view.grow "))
    await fixture.press("tab tab")
    #expect(fixture.screen.contains(" :view.zoom "))
    await fixture.press("enter")

    #expect(fixture.application.workspace.isZoomed)
  }

  @Test func `escape closes the box on top before it takes an error away`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("s")
    fixture.application.context.messages.error("The theme is not there.")
    await fixture.press("esc")
    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(fixture.screen.contains("The theme is not there."))
    await fixture.press("esc")

    #expect(!fixture.screen.contains("The theme is not there."))
  }

  @Test func `a theme is previewed while it is selected, and escape restores the old one`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let before = fixture.application.context.settings.theme.name

    await fixture.press("space t")
    await fixture.type("mono")
    #expect(fixture.application.context.settings.theme.name == "mono")

    await fixture.press("esc")
    #expect(fixture.application.context.settings.theme.name == before)
  }

  @Test func `notebooks of one name are distinguished by where they are`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, rows: 24, notes: ["# One"])
    var parent: [String: String] = [:]
    for title in ["House", "Work"] {
      let above = try await fixture.notebook(title)
      parent[title] = try await fixture.notebook("Garden", in: above)
    }

    await fixture.press("space f")
    await fixture.type("@garden")
    #expect(fixture.screen.contains(#/Garden +in House, 0/#))
    #expect(fixture.screen.contains(#/Garden +in Work, 0/#))
    await fixture.press("down enter")
    #expect(
      fixture.application.workspace.list.source
        == .notebook(id: parent["Work"] ?? "", title: "Garden"))

    await fixture.press("g g m")
    #expect(!fixture.screen.contains("in Work"))
    await fixture.press("esc")
    fixture.application.actions.navigation.show(.all)
    await fixture.settle()
    await fixture.press("m")
    await fixture.type("gard")
    #expect(fixture.screen.contains(#/Garden +in Work, 0/#))
  }

  @Test func `undoing a move removes the notebook that was made for it`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let id = try #require(try await fixture.id(titled: "One"))
    let store = fixture.client.store
    func places() async throws -> [String] {
      let holders = try await store.notebookIds(of: [id])
      return try await store.notebooks().paths.map {
        $0.path + ($0.notebook.id == holders[id] ? ":One" : "")
      }
    }

    await fixture.press("m")
    await fixture.type("Work\n")
    #expect(fixture.screen.contains("Moved to the new notebook Work. u to undo."))
    #expect(try await places() == ["/Work:One"])
    await fixture.press("u")
    #expect(try await places().isEmpty)
    await fixture.press("ctrl-r")
    #expect(try await places() == ["/Work:One"])
    await fixture.press("u")
    #expect(try await places().isEmpty)
  }

  @Test func `a notebook is chosen by its path, and none is made of one`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, rows: 24, notes: ["# One"])
    let garden = try await fixture.notebook("Garden", in: fixture.notebook("House"))

    await fixture.press("m")
    await fixture.type("attic/garden\n")
    #expect(fixture.screen.contains("No notebook at “attic/garden”."))
    await fixture.press("esc m")
    await fixture.type("house/")
    #expect(fixture.screen.contains("House/Garden"))
    await fixture.type("gard")
    #expect(fixture.screen.contains("House/Garden"))
    #expect(!fixture.screen.contains("Create"))
    await fixture.type("\n")

    let id = try #require(try await fixture.id(titled: "One"))
    let parents = try await fixture.client.store.edges(toTargets: [id], edgeType: "parent-of")
    #expect(parents[id]?.map(\.sourceId) == [garden])
    await fixture.press("space f")
    await fixture.type("@house/garden\n")
    #expect(
      fixture.application.workspace.list.source == .notebook(id: garden, title: "Garden"))
  }
}
