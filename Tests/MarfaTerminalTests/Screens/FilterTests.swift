import MarfaSDK
import MarfaTerminal
import Settings
import TerminalUI
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct FilterTests {
  func fixture() async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(notes: [
      "# Ring records\n\nFirst line\nSee the warblers for pair B.",
      "# Shopping\n\nrye flour", "# Reed warblers\n\nMorning at the hide.",
    ])
    for title in ["Ring records", "Reed warblers"] {
      let id = try #require(try await fixture.id(titled: title))
      _ = try await fixture.client.metadata.addTags(id: id, tags: ["birds"])
    }
    await fixture.settle()
    return fixture
  }

  func titles(_ fixture: ApplicationFixture) -> Set<String> {
    Set(fixture.application.workspace.list.window.rows.map(\.title))
  }

  @Test func `the list follows the query while it is typed`() async throws {
    let fixture = try await fixture()

    await fixture.press("/")
    #expect(fixture.screen.contains("Enter done  Esc back"))
    await fixture.type("warb")

    #expect(titles(fixture) == ["Ring records", "Reed warblers"])
    #expect(fixture.screen.contains("2 notes"))

    await fixture.type("xyz")

    #expect(titles(fixture).isEmpty)
    #expect(fixture.screen.contains("No notes match `warbxyz`"))
  }

  @Test func `a filter that finds nothing in a tag is looked for everywhere by a key`()
    async throws
  {
    let fixture = try await fixture()
    fixture.application.actions.navigation.show(.tag("birds"))

    await fixture.press("/")
    await fixture.type("flour\n")
    #expect(fixture.screen.contains("Nothing in #birds matches"))
    #expect(fixture.screen.replacing(#/\s*│.*\n\s*/#, with: " ").contains("Ctrl-f searches all"))

    await fixture.press("ctrl-f")
    #expect(fixture.screen.contains(" Search all notes: flour"))
    await fixture.press("enter")
    #expect(fixture.application.workspace.list.source == .all)
    #expect(titles(fixture) == ["Shopping"])

    await fixture.press("ctrl-f")
    #expect(fixture.application.workspace.list.filter == "")
  }

  @Test func `keys that come right after Esc find the list read`() async throws {
    let fixture = try await fixture()
    await fixture.press("/")
    await fixture.type("warb\n")
    await fixture.press("j")
    let selected = try #require(fixture.application.workspace.selectedNote?.title)

    for key in ["esc", "?"] { fixture.application.handle(.key(try #require(chord(key)).event)) }
    await fixture.settle()
    let rows = fixture.screen.split(separator: "\n").map(String.init)
    #expect(rows.contains { $0.contains(#/> type to filter *│/#) })
    #expect(!fixture.screen.contains("No note is selected"))
    #expect(rows.first { $0.contains("│ ▌") && $0.contains("Enter") }?.contains("Open") == true)

    await fixture.press("esc /")
    await fixture.type("warb\n")
    fixture.application.workspace.list.select(
      id: try #require(try await fixture.id(titled: selected)))
    await fixture.settle()
    for key in ["esc", "x"] { fixture.application.handle(.key(try #require(chord(key)).event)) }
    await fixture.settle()
    #expect(!titles(fixture).contains(selected))
    #expect(titles(fixture).count == 2)
  }

  private func chord(_ name: String) -> KeyChord? { KeyChord(parsing: name[...]) }

  @Test func `all notes of the list are marked at once, and unmarked`() async throws {
    let fixture = try await fixture()
    await fixture.press("/")
    await fixture.type("warb\n")

    await fixture.press("space V")
    #expect(fixture.screen.contains("2 marked"))
    await fixture.press("t")
    await fixture.type("hide\n")
    await fixture.press("esc")
    #expect(try await fixture.client.store.ids(taggedWith: "hide").count == 2)
    await fixture.press("u")
    #expect(try await fixture.client.store.ids(taggedWith: "hide").isEmpty)

    await fixture.press("space V")
    #expect(!fixture.screen.contains("marked"))
  }

  @Test func `a tag that some notes had is still theirs after an undo`() async throws {
    let fixture = try await fixture()
    await fixture.press("space V t")

    await fixture.type("birds\n")
    await fixture.press("esc")
    #expect(try await fixture.client.store.ids(taggedWith: "birds").count == 3)
    await fixture.press("u")

    #expect(try await fixture.client.store.ids(taggedWith: "birds").count == 2)
  }

  @Test func `a row shows the line that matches with the hit marked`() async throws {
    let fixture = try await fixture()

    await fixture.press("/")
    await fixture.type("pair\n")

    #expect(titles(fixture) == ["Ring records"])
    let frame = fixture.frame
    let row = try #require(frame.textRows.firstIndex { $0.contains("See the warblers for") })
    let line = frame.textRows[row]
    let start = try #require(line.range(of: "pair")).lowerBound
    let column = line.distance(from: line.startIndex, to: start)
    #expect(frame[column, row].style.modifiers.contains([.bold, .underlined]))
    #expect(!frame[column - 2, row].style.modifiers.contains(.underlined))
  }

  @Test func `wrong syntax finds literally and says so`() async throws {
    let fixture = try await fixture()

    await fixture.press("/")
    await fixture.type("birds created:whenever")
    #expect(fixture.screen.contains("invalid date; searching for the text"))

    await fixture.press("enter j")
    #expect(fixture.screen.contains("invalid date; searching for the text"))
    #expect(fixture.application.context.messages.history.allSatisfy { $0.severity == .notice })
  }

  @Test func `a field and a source narrow together`() async throws {
    let fixture = try await fixture()
    fixture.application.actions.navigation.show(.tag("birds"))
    await fixture.settle()

    await fixture.press("/")
    await fixture.type("title:reed\n")

    #expect(titles(fixture) == ["Reed warblers"])
  }

  @Test func `earlier entries are searched with Ctrl-r`() async throws {
    let fixture = try await fixture()
    for query in ["rye", "warblers", "pair"] {
      await fixture.press("/")
      await fixture.type(query + "\n")
      await fixture.press("esc esc")
    }

    await fixture.press("/ ctrl-r")
    #expect(fixture.screen.contains("History"))
    await fixture.type("warb\n")

    #expect(fixture.application.workspace.list.filter == "warblers")
    #expect(fixture.screen.contains("/warblers"))
  }

  @Test func `escape takes the filter away and keeps the note selected`() async throws {
    let fixture = try await fixture()
    await fixture.press("/")
    await fixture.type("ring\n")
    #expect(fixture.application.workspace.selectedNote?.title == "Ring records")

    await fixture.press("esc")

    #expect(fixture.application.workspace.list.window.count == 3)
    #expect(fixture.application.workspace.selectedNote?.title == "Ring records")
  }

  @Test func `a saved search shows its query and is counted among the sources`() async throws {
    let fixture = try await fixture()
    fixture.size = Size(columns: 120, rows: 30)
    await fixture.press("/")
    await fixture.type("tag:birds\n")
    await fixture.press("S")
    await fixture.type("feathered\n")
    #expect(fixture.screen.contains("Saved as @feathered."))
    await fixture.press("esc esc")

    await fixture.press("/")
    await fixture.type("@feathered ring\n")

    #expect(titles(fixture) == ["Ring records"])
    let row = try #require(
      fixture.screen.split(separator: "\n").first { $0.contains("  @feathered") })
    #expect(row.prefix(22).contains("@feathered"))
    #expect(row.prefix(22).contains("2"))
  }

  @Test func `a search is saved with the place that it was in`() async throws {
    let fixture = try await fixture()
    let house = try await fixture.notebook("My house")
    let garden = try await fixture.notebook("Garden", in: house)
    let note = try #require(try await fixture.id(titled: "Ring records"))
    _ = try await fixture.client.store.move(id: note, toNotebook: garden)
    let sources: [(Source, String?)] = [
      (.all, "ring OR rye"), (.tag("birds"), "tag:birds (ring OR rye)"),
      (.notebook(id: garden, title: "Garden"), #"in:"My house/Garden" (ring OR rye)"#),
      (.today, "edited:today (ring OR rye)"), (.inbox, nil),
    ]
    for (number, (source, query)) in sources.enumerated() {
      fixture.application.actions.navigation.show(source)
      await fixture.settle()
      await fixture.press("/")
      await fixture.type("ring OR rye\n")
      let found = titles(fixture)

      await fixture.press("S")
      await fixture.type("s\(number)\n")

      let saved = fixture.application.context.settings.configuration.savedSearches.last
      #expect(saved?.query == query ?? "ring OR rye")
      #expect(fixture.screen.contains("searches all notes") == (query == nil))
      guard query != nil, let saved else { continue }
      fixture.application.actions.navigation.show(
        .savedSearch(name: saved.name, query: saved.query))
      await fixture.settle()
      #expect(titles(fixture) == found, "\(source.title)")
    }
  }

  @Test func `an action right after typing does not hit a row of the list before`() async throws {
    let fixture = try await fixture()
    await fixture.press("/")

    for key in "rye\nx" {
      fixture.application.handle(.key(KeyEvent(key == "\n" ? .enter : .character(key))))
    }
    await fixture.settle()

    #expect(try await fixture.id(titled: "Reed warblers") != nil)
    fixture.application.workspace.list.clearFilter()
    await fixture.settle()
    #expect(titles(fixture).contains("Reed warblers"))
  }
}

@Suite(.timeLimit(.minutes(20))) struct RowFormatTests {
  @Test func `letters mean parts of the row and all else is literal`() {
    let format = RowFormat("%F %-N|%T 100%% %D")

    #expect(
      format.parts == [
        .field(.flags, isFlexible: false), .text(" "), .field(.title, isFlexible: true),
        .text("|"), .field(.tags, isFlexible: false), .text(" 100% "),
        .field(.changed, isFlexible: false),
      ])
  }

  @Test(arguments: ["%", "%x", "%-", "%-q", "a%"])
  func `a word without a meaning is drawn as it is`(_ text: String) {
    #expect(RowFormat(text).parts == [.text(text)])
  }

  @Test func `a part that is left out takes its separator with it`() {
    #expect(RowFormat("%-N %T %D").without(.tags) == RowFormat("%-N %D"))
  }
}
