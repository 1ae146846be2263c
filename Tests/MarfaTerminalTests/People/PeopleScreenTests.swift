import Documents
import MarfaSDK
import MarfaTerminal
import NoteEditingFixtures
import TerminalUI
import Testing

/// The screens of notes in which others are.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct PeopleScreenTests {
  static let text = """
    # Field notes

    Morning at the north hide, wind from the west.
    Three pairs, one carrying nest material.

    - [ ] check the east ditch
    """

  /// The application of somebody whose note others have open, too.
  @MainActor struct Shared {
    let fixture: ApplicationFixture
    let note: SharedNote
    let people: Mailbox<[String: [NotePerson]]>
    let server: ServerByHand

    var document: SharedNoteDocument { note.editors[note.editors.count - 1] }

    /// A place in the note, as the number of characters before it.
    func place(_ offset: Int) throws -> TextPosition { try document.position(at: offset) }

    /// Who is in which note, as the server says.
    func tell(_ people: [String: [NotePerson]]) async {
      self.people.put(people)
      await self.people.emptied()
      await fixture.settle()
    }

    /// Others in the edited note.
    func show(_ others: [NotePerson]) async {
      await document.show(others: others)
      await fixture.settle()
    }
  }

  /// Opens the application on two notes, with Field notes selected.
  func shared(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], isUnicode: Bool = true,
    configuration: String? = nil, willRead: (@Sendable () -> Void)? = nil
  ) async throws -> Shared {
    let server = try ServerByHand(willRead: willRead)
    try server.add("Shopping", "rye flour")
    let id = try server.add("Field notes", Self.text)
    let fixture = try await ApplicationFixture(
      columns: columns, rows: rows, environment: environment, isUnicode: isUnicode,
      configuration: configuration, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    let note = try SharedNote(Self.text, id: id)
    let people = Mailbox<[String: [NotePerson]]>()
    fixture.application.context.people.document = { asked in
      guard asked == id else { return nil }
      let document = try? note.editor(UInt64(1 + note.editors.count))
      document?.save = { text in
        let now = try await server.store.noteText(id: id)
        try await server.store.saveText(id: id, body: text, basedOn: now.revision)
      }
      return document
    }
    fixture.application.context.people.follow(people.stream)
    await fixture.settle()
    return Shared(fixture: fixture, note: note, people: people, server: server)
  }

  func ana(_ shared: Shared, at offset: Int, from anchor: Int? = nil) throws -> NotePerson {
    SharedNoteDocument.person(
      20, "Ana", at: try shared.place(offset), from: try anchor.map(shared.place))
  }

  func bo(_ shared: Shared, at offset: Int) throws -> NotePerson {
    SharedNoteDocument.person(30, "Bo", at: try shared.place(offset))
  }

  // MARK: - Screens

  @Test(arguments: [(80, 24), (200, 60)])
  func `names, carets and signs are where the people are`(columns: Int, rows: Int) async throws {
    let shared = try await shared(columns: columns, rows: rows)
    await shared.fixture.press("e")
    let people = [try ana(shared, at: 40, from: 30), try bo(shared, at: 102)]
    await shared.show(people)
    await shared.tell([shared.note.id: people])

    try expectGolden(shared.fixture.screen, "people-\(columns)x\(rows)")
  }

  @Test func `ASCII and no colours tell people apart`() async throws {
    let shared = try await shared(environment: ["NO_COLOR": "1"], isUnicode: false)
    await shared.fixture.press("e")
    await shared.show([try ana(shared, at: 40, from: 30), try bo(shared, at: 102)])

    try expectGolden(shared.fixture.screen, "people-ascii")
    let frame = shared.fixture.frame
    let row = try #require(frame.textRows.firstIndex { $0.contains("Morning") })
    let line = frame.textRows[row]
    let start = try #require(line.firstRange(of: "Morning")).lowerBound
    let column = line.distance(from: line.startIndex, to: start)
    // "# Field notes" and an empty line are 15 characters.
    let caret = frame[column + 25, row].style
    #expect(caret.modifiers.contains(.reversed))
    #expect(frame[column + 20, row].style.modifiers.contains(.underlined))
    #expect(!frame[column + 30, row].style.modifiers.contains(.underlined))
  }

  @Test func `a note in the list says who is in it`() async throws {
    let shared = try await shared()
    await shared.tell([shared.note.id: [SharedNoteDocument.person(20, "Ana")]])

    #expect(shared.fixture.screen.contains("Ana is here"))
    let row = try #require(shared.fixture.frame.textRows.first { $0.contains("▌Field notes") })
    #expect(row.contains("@"))

    await shared.tell([:])
    #expect(!shared.fixture.screen.contains("Ana"))
  }

  // MARK: - Coming and going

  @Test func `arrivals and departures are said once, in the status line`() async throws {
    let shared = try await shared()
    await shared.fixture.press("e")
    await shared.show([SharedNoteDocument.person(20, "Ana"), SharedNoteDocument.person(30, "Bo")])
    #expect(!shared.fixture.screen.contains("are here"))
    await shared.fixture.passDelays()
    #expect(shared.fixture.screen.contains("Ana and Bo are here."))

    await shared.show([SharedNoteDocument.person(30, "Bo")])
    await shared.show([SharedNoteDocument.person(21, "Ana"), SharedNoteDocument.person(30, "Bo")])
    await shared.fixture.passDelays()
    #expect(!shared.fixture.screen.contains("Ana left"))
  }

  @Test func `idle people fade`() async throws {
    let shared = try await shared()
    await shared.fixture.press("e")
    await shared.show([SharedNoteDocument.person(20, "Ana")])
    func style() throws -> Style {
      let frame = shared.fixture.frame
      let line = frame.textRows[0]
      let start = try #require(line.firstRange(of: "@Ana"), "\(line)").lowerBound
      return frame[line.distance(from: line.startIndex, to: start), 0].style
    }
    #expect(try !style().modifiers.contains(.dim))

    shared.fixture.clock.advance(byMilliseconds: 121_000)
    await shared.fixture.passDelays()

    #expect(try style().modifiers.contains(.dim))
  }

  // MARK: - Going to them

  @Test func `the list of people leads to them`() async throws {
    let shared = try await shared()
    await shared.fixture.press("e")
    let people = [try ana(shared, at: 40), try bo(shared, at: 80)]
    await shared.show(people)
    await shared.fixture.press("space p")
    try expectGolden(shared.fixture.screen, "people-list-80x24")

    await shared.fixture.press("down enter")

    let session = try #require(shared.fixture.application.workspace.note.session)
    #expect(session.editor.buffer.scalarOffset(at: session.editor.cursor) == 80)
    #expect(shared.fixture.application.compositor.layers.isEmpty)
    #expect(shared.fixture.screen.contains("Bo is here. Space F follows, Esc then stops."))
  }

  @Test func `somebody in another note is reached through the list of people`() async throws {
    let shared = try await shared()
    await shared.fixture.press("down")
    await shared.tell([shared.note.id: [SharedNoteDocument.person(20, "Ana")]])
    await shared.fixture.press("g p")
    #expect(shared.fixture.screen.contains("@Ana"))
    #expect(shared.fixture.screen.contains("Field notes"))
    await shared.fixture.press("enter")
    let session = try #require(shared.fixture.application.workspace.note.session)
    await shared.show([try ana(shared, at: 40)])

    #expect(session.id == shared.note.id)
    #expect(session.editor.buffer.scalarOffset(at: session.editor.cursor) == 40)
  }

  @Test func `following a person takes my cursor along until a key is pressed`() async throws {
    let shared = try await shared()
    await shared.fixture.press("e")
    await shared.show([try ana(shared, at: 40)])
    await shared.fixture.press("space F")
    let session = try #require(shared.fixture.application.workspace.note.session)
    #expect(session.editor.cursor == 40)
    #expect(shared.fixture.screen.contains("Following Ana"))
    await shared.show([try ana(shared, at: 20)])
    #expect(session.editor.cursor == 20)

    await shared.fixture.press("esc")
    await shared.show([try ana(shared, at: 30)])

    #expect(session.editor.cursor == 20)
    #expect(shared.fixture.application.workspace.note.isEditing)
    await shared.fixture.press("space F")
    #expect(session.editor.cursor == 30)
    // A key that does something ends it, too, and does that.
    await shared.fixture.press("l")
    #expect(session.editor.cursor == 31)
    #expect(shared.fixture.application.workspace.note.followed == nil)
  }

  @Test func `a person followed from the list is followed once they are seen in the note`()
    async throws
  {
    let shared = try await shared()
    await shared.tell([shared.note.id: [SharedNoteDocument.person(20, "Ana")]])
    await shared.fixture.press("F")
    let session = try #require(shared.fixture.application.workspace.note.session)
    #expect(shared.fixture.application.workspace.note.followed != nil)

    await shared.show([try ana(shared, at: 40)])
    #expect(session.editor.cursor == 40)
    await shared.show([try ana(shared, at: 20)])
    #expect(session.editor.cursor == 20)

    await shared.tell([:])
    await shared.show([])
    #expect(shared.fixture.application.workspace.note.followed == nil)
  }

  // MARK: - What others see

  @Test func `the settings say what others see`() async throws {
    func shown(
      _ configuration: String, where holds: ([String: String]?) -> Bool
    ) async throws -> [[String: String]?] {
      let shared = try await shared(configuration: configuration)
      await shared.fixture.press("e")
      await shared.document.hasShown(where: holds)
      await shared.fixture.press("G")
      await shared.fixture.settle()
      return shared.document.shown
    }
    let full = try await shown(
      "presence_name: Dee\npresence_color: 4\npresence_reading: true\n"
    ) { $0?["head"] != nil }
    #expect(full.allSatisfy { $0?["name"] == "Dee" && $0?["color"] == "4" })
    let name = try await shown("presence: name\npresence_name: Dee\n") { $0 != nil }
    #expect(name == [["name": "Dee"]])
    let reading = try await shown("presence_name: Dee\n") { $0 != nil }
    #expect(reading == [["name": "Dee"]])
    let nothing = try await shown("presence: off\n") { $0 == nil }
    #expect(nothing == [nil])
  }

  @Test func `a change of the settings is shown at once, without moving`() async throws {
    let shared = try await shared(
      configuration: "presence_name: Dee\npresence_reading: true\n")
    await shared.fixture.press("e")
    await shared.document.hasShown { $0?["head"] != nil }

    try shared.fixture.folder.write("presence: off\n", to: "config/config.yaml")
    shared.fixture.application.context.settings.reload()
    await shared.fixture.settle()

    await shared.document.hasShown { $0 == nil }
  }

  @Test func `a note without a document is edited as before`() async throws {
    let shared = try await shared()
    await shared.fixture.press("down e")
    let session = try #require(shared.fixture.application.workspace.note.session)
    #expect(!session.isShared)
    #expect(shared.note.editors.isEmpty)
  }
}
