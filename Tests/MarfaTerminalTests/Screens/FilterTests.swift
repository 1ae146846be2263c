import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite struct FilterTests {
  private func fixture() async throws -> ApplicationFixture {
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

  private func titles(_ fixture: ApplicationFixture) -> Set<String> {
    Set(fixture.application.workspace.list.window.rows.map(\.title))
  }

  @Test func `the list follows the query while it is typed`() async throws {
    let fixture = try await fixture()

    await fixture.press("/")
    await fixture.type("warb")

    #expect(titles(fixture) == ["Ring records", "Reed warblers"])
    #expect(fixture.screen.contains("2 notes"))

    await fixture.type("xyz")

    #expect(titles(fixture).isEmpty)
    #expect(fixture.screen.contains("No notes match `warbxyz`"))
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
    #expect(fixture.screen.contains("is taken literally: not a date"))

    await fixture.press("enter j")
    #expect(fixture.screen.contains("is taken literally: not a date"))
    #expect(fixture.application.messages.history.allSatisfy { $0.severity == .notice })
  }

  @Test func `a field and a source narrow together`() async throws {
    let fixture = try await fixture()
    fixture.application.show(.tag("birds"))
    await fixture.settle()

    await fixture.press("/")
    await fixture.type("title:reed\n")

    #expect(titles(fixture) == ["Reed warblers"])
  }

  @Test func `what was entered before is searched with Ctrl-r`() async throws {
    let fixture = try await fixture()
    for query in ["rye", "warblers", "pair"] {
      await fixture.press("/")
      await fixture.type(query + "\n")
      await fixture.press("esc esc")
    }

    await fixture.press("/ ctrl-r")
    #expect(fixture.screen.contains("Entered before"))
    await fixture.type("warb\n")

    #expect(fixture.application.workspace.list.filter == "warblers")
    #expect(fixture.screen.contains("/warblers"))
  }

  @Test func `escape takes the filter away and keeps the note selected`() async throws {
    let fixture = try await fixture()
    await fixture.press("/")
    await fixture.type("ring\n")
    #expect(fixture.application.selectedNote?.title == "Ring records")

    await fixture.press("esc")

    #expect(fixture.application.workspace.list.window.count == 3)
    #expect(fixture.application.selectedNote?.title == "Ring records")
  }

  @Test func `a saved search stands for its query and is counted among the sources`() async throws {
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

@Suite struct RowFormatTests {
  @Test func `letters stand for parts and all else for itself`() {
    let format = RowFormat("%F %-N|%T 100%% %D")

    #expect(
      format.parts == [
        .field(.flags, isFlexible: false), .text(" "), .field(.title, isFlexible: true),
        .text("|"), .field(.tags, isFlexible: false), .text(" 100% "),
        .field(.changed, isFlexible: false),
      ])
  }

  @Test(arguments: ["%", "%x", "%-", "%-q", "a%"])
  func `what means nothing is drawn as it is`(_ text: String) {
    #expect(RowFormat(text).parts == [.text(text)])
  }

  @Test func `a part goes with what separates it`() {
    #expect(RowFormat("%-N %T %D").without(.tags) == RowFormat("%-N %D"))
  }
}
