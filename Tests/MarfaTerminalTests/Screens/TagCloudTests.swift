import MarfaSDK
import Settings
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TagCloudTests {
  private func fixture() async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two", "# Three", "# Four"])
    let tags = [
      "One": ["birds", "rings"], "Two": ["birds", "rings", "2026"], "Three": ["birds"],
      "Four": ["house work"],
    ]
    for (title, tags) in tags.sorted(by: { $0.key < $1.key }) {
      let id = try #require(try await fixture.id(titled: title))
      _ = try await fixture.client.metadata.addTags(id: id, tags: tags)
    }
    await fixture.settle()
    return fixture
  }

  @Test func `the cloud shows the tags that go with the selected tag once it rests`() async throws {
    let fixture = try await fixture()

    await fixture.press("#")
    #expect(!fixture.screen.contains("birds often with:"))

    await fixture.passDelays()
    #expect(fixture.screen.contains("birds often with:  rings 2   2026 1"))
    try expectGolden(fixture.screen, "tags-80x24")
  }

  @Test func `keys pressed before the tags are read are not lost`() async throws {
    let fixture = try await fixture()

    for name in ["#", "right", "enter"] {
      let chord = try #require(KeyChord(parsing: name[...]))
      fixture.application.handle(.key(chord.event))
    }
    await fixture.settle()

    #expect(fixture.application.workspace.list.source == .tag("rings"))

    for name in ["space", "f", "#", "h", "o", "enter"] {
      let chord = try #require(KeyChord(parsing: name[...]))
      fixture.application.handle(.key(chord.event))
    }
    await fixture.settle()

    #expect(fixture.application.workspace.list.source == .tag("house-work"))
  }

  @Test func `nothing of the screen below shines through the cloud`() async throws {
    let fixture = try await fixture()
    let id = try #require(try await fixture.id(titled: "Four"))
    _ = try await fixture.client.items.update(
      id: id, properties: ["body": "# Four\n\n[here](https://four.example)"])
    await fixture.settle()
    #expect(fixture.frame.cells.contains { $0.style.modifiers.contains(.underlined) })

    await fixture.press("#")

    let cells = fixture.frame.cells[80..<(80 * 20)]
    #expect(cells.allSatisfy { !$0.style.modifiers.contains(.underlined) })
    #expect(cells.contains { $0.style.modifiers.contains(.bold) })
  }

  @Test(arguments: ["default", "mono", "nord"])
  func `the selected tag is seen without colours of its letters`(theme: String) async throws {
    let fixture = try await fixture()
    fixture.application.context.settings.override(theme: theme)

    await fixture.press("# right")

    let frame = fixture.frame
    let ground = fixture.application.context.settings.theme.text.background
    let marked = (0..<80).filter { column in
      let style = frame[column, 2].style
      return style.modifiers.contains(.reversed) || style.background != ground
    }
    #expect(marked.map { frame[$0, 2].character } == Array("rings"))
  }

  @Test func `an excluded tag is left out of what is shown`() async throws {
    let fixture = try await fixture()

    await fixture.press("# right -")
    #expect(fixture.screen.contains("-rings"))
    await fixture.press("left enter")

    #expect(fixture.application.workspace.list.source == .tag("birds"))
    #expect(fixture.application.workspace.list.filter == "-tag:rings")
    #expect(fixture.application.workspace.list.window.rows.map(\.title) == ["Three"])
  }

  @Test func `a hyphen leaves out what the typed letters leave, unless a name goes on with it`()
    async throws
  {
    let fixture = try await fixture()
    let three = try #require(try await fixture.id(titled: "Three"))
    _ = try await fixture.client.metadata.addTags(id: three, tags: ["ring-tailed"])
    await fixture.settle()

    await fixture.press("#")
    await fixture.type("birds-")
    #expect(fixture.screen.contains("-birds"))

    await fixture.press("ctrl-u")
    await fixture.type("ring-")
    #expect(fixture.screen.contains("ring-tailed"))
    #expect(!fixture.screen.contains("rings"))
  }

  @Test func `a tag that is left out and chosen shows all notes without it`() async throws {
    let fixture = try await fixture()

    await fixture.press("# - enter")

    #expect(fixture.application.workspace.list.source == .all)
    #expect(fixture.application.workspace.list.window.rows.map(\.title) == ["Four"])
  }

  @Test func `renaming says how many notes change and what merges`() async throws {
    let fixture = try await fixture()
    await fixture.press("# right f2")
    #expect(fixture.screen.contains("changes 2 notes"))

    await fixture.press("ctrl-u")
    await fixture.type("birds")
    #expect(fixture.screen.contains("merges 2 notes into #birds, which has 3"))

    await fixture.press("enter")
    #expect(try await fixture.client.metadata.listTags().map(\.tag).contains("rings") == false)
  }

  @Test func `two tags that were merged can be distinguished again`() async throws {
    let fixture = try await fixture()
    let four = try #require(try await fixture.id(titled: "Four"))
    _ = try await fixture.client.metadata.addTags(id: four, tags: ["rings"])
    let before = try await fixture.client.metadata.listTags()
    await fixture.press("# right f2 ctrl-u")
    await fixture.type("Birds\n")
    #expect(try await fixture.client.metadata.listTags().map(\.tag).contains("rings") == false)

    // Here it would be typed.
    let told = fixture.application.context.messages.current?.text ?? ""
    #expect(told.contains("In the list u to undo."), "\(told)")

    await fixture.press("esc u")

    #expect(try await fixture.client.metadata.listTags() == before)
    #expect(try await fixture.client.metadata.get(id: four).tags == ["house-work", "rings"])
  }

  @Test(arguments: [("ring", "birds"), ("ring", "ringing"), ("rin", "house-work")])
  func `a tag that was renamed or merged is selected, whatever was typed to find it`(
    typed: String, name: String
  ) async throws {
    let fixture = try await fixture()
    await fixture.press("#")
    await fixture.type(typed)

    await fixture.press("f2 ctrl-u")
    await fixture.type(name + "\n")

    #expect(fixture.screen.contains(name))
    #expect(fixture.screen.contains("type to filter: \(typed)") == name.contains(typed))
    await fixture.press("enter")
    #expect(fixture.application.workspace.list.source == .tag(name))
  }

  @Test func `typed letters narrow, and no key is offered that would only be typed`() async throws {
    let fixture = try await fixture()

    await fixture.press("#")
    await fixture.type("ho?")
    #expect(fixture.screen.contains("0 of 4 tags"))
    #expect(!fixture.screen.contains("? help"))

    await fixture.press("backspace enter")
    #expect(fixture.application.workspace.list.source == .tag("house-work"))
  }

  @Test func `a list of a tag that is renamed goes on under the new name, and back`() async throws {
    let fixture = try await fixture()
    fixture.application.actions.navigation.show(.tag("rings"))
    await fixture.settle()
    await fixture.press("g g j")
    let note = fixture.application.workspace.list.selectedRow?.id
    func expect(_ tag: String) {
      let list = fixture.application.workspace.list
      #expect(list.source == .tag(tag))
      #expect(fixture.application.workspace.sources.selected == .tag(tag))
      #expect(list.window.count == 2)
      #expect(list.selectedRow?.id == note)
    }

    fixture.application.actions.tagNames.rename("rings", counts: ["rings": 2])
    await fixture.press("ctrl-u")
    await fixture.type("ringing\n")
    expect("ringing")
    await fixture.press("u")
    expect("rings")
    await fixture.press("ctrl-r")
    expect("ringing")
  }
}
