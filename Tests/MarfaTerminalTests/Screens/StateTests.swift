import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Settings
import TerminalUI
import TestSupport
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StateTests {
  private func state(_ fixture: ApplicationFixture) -> RememberedState {
    StateFile(directories: fixture.application.context.settings.directories).load()
  }

  @Test func `quitting keeps panes, place, order and histories`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    await fixture.press("j > z /")
    await fixture.type("one\n")
    await fixture.press("esc esc")

    await fixture.press("Q")

    let state = state(fixture)
    #expect(state.panes.listWidth == 34)
    #expect(state.isZoomed)
    #expect(state.searches == ["one"])
    #expect(state.note == fixture.application.workspace.selectedNote?.id)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: fixture.folder.path + "/state/state.json")
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
  }

  @Test func `a rest after a change is enough, and nothing is written twice`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    await fixture.passDelays()

    await fixture.press("j >")
    await fixture.passDelays()
    // What came while the first pause ran begins another.
    await fixture.passDelays()

    #expect(state(fixture).note == fixture.application.workspace.selectedNote?.id)
    #expect(state(fixture).panes.listWidth == 34)
    let path = fixture.folder.path + "/state/state.json"
    try FileManager.default.removeItem(atPath: path)
    await fixture.press("g")
    await fixture.press("esc")
    await fixture.passDelays()
    await fixture.passDelays()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a notebook that is gone leaves all notes in the list`() async throws {
    var remembered = RememberedState()
    remembered.source = .notebook(id: "0198c0de-0000-7000-8000-000000000000", title: "Birds")

    let fixture = try await ApplicationFixture(notes: ["# One"], remembered: remembered)

    #expect(fixture.application.workspace.list.source == .all)
    #expect(fixture.screen.contains("One"))
    #expect(fixture.screen.contains("The notebook “Birds” is gone"))
  }

  @Test func `the sources begin at the top when a notebook was selected last`() async throws {
    let sdk = try MarfaSDKTest.makeInMemoryStore()
    var last = ""
    for number in 10...20 {
      last = try await sdk.createItem(
        NewItem(
          CreateItemInput(
            type: "core.group", properties: ["title": .string("Book \(number)")]))
      ).item.id
    }
    var remembered = RememberedState()
    remembered.source = .notebook(id: last, title: "Book 20")

    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One"], remembered: remembered, sdk: sdk)

    #expect(fixture.application.workspace.list.source.title == "Book 20")
    #expect(fixture.screen.contains("All notes"), "\(fixture.screen)")
  }

  @Test func `nobody begins in the trash`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    await fixture.press("x g t")
    #expect(fixture.application.workspace.list.source == .trash)

    await fixture.press("Q")

    #expect(state(fixture).source == .all)
  }

  @Test func `the next start begins where the last one ended`() async throws {
    var remembered = RememberedState()
    remembered.panes.listWidth = 30
    remembered.source = .favourites
    remembered.sort = ListFilters.Sort.title.rawValue
    remembered.searches = ["birds"]

    let fixture = try await ApplicationFixture(notes: ["# One"], remembered: remembered)

    #expect(fixture.application.workspace.list.source == .favourites)
    #expect(fixture.application.workspace.list.sort == .title)
    #expect(fixture.application.workspace.preferences.listWidth == 30)
    await fixture.press("/ up")
    #expect(fixture.application.workspace.list.filter == "birds")
  }

  @Test func `without history no query is written`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"], configuration: "history: false\n")
    await fixture.press("/")
    await fixture.type("secret\n")

    await fixture.press("Q")

    #expect(!(try fixture.folder.read("state/state.json").contains("secret")))
  }

  @Test(arguments: ["", "{", "[1]", #"{"panes": 3, "searches": ["kept"], "source": {"x": 1}}"#])
  func `a broken state is as none, part by part`(_ text: String) throws {
    let folder = try TemporaryDirectory()
    try folder.write(text, to: "state.json")
    let directories = ApplicationDirectories(environment: ["MARFA_STATE": folder.path])

    let state = StateFile(directories: directories).load()

    #expect(state.panes == WorkspaceLayout.Preferences())
    #expect(state.source == nil)
    #expect(state.searches == (text.contains("kept") ? ["kept"] : []))
  }

  @Test func `a written state is read again, whatever the list showed`() throws {
    let sources: [Source?] = [
      nil, .all, .inbox, .today, .favourites, .orphans, .archive, .trash, .conflicts, .refused,
      .notebook(id: "0198c0de-0000-7000-8000-000000000000", title: "Birds “x”"), .tag("a/b"),
      .savedSearch(name: "late", query: "tag:x \"y\""),
    ]
    let folder = try TemporaryDirectory()
    let file = StateFile(
      directories: ApplicationDirectories(environment: ["MARFA_STATE": folder.path]))
    var state = RememberedState()
    state.panes = WorkspaceLayout.Preferences(listWidth: 31)
    state.isZoomed = true
    state.note = "0198c0de-0000-7000-8000-000000000001"
    state.sort = "title"
    (state.collapsed, state.searches, state.commands) = (["one"], ["é\n"], ["note.new"])
    state.visits.visit("id", at: Date(timeIntervalSince1970: 1_790_000_000.25))
    (state.hints, state.trusted, state.isPaused) = (["first", "second"], ["wc -w"], true)

    for source in sources {
      state.source = source
      try file.save(state)

      #expect(file.load() == state)
    }
  }

  @Test func `the notes looked at most come first in the box that goes anywhere`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Alpha", "# Beta", "# Gamma"])
    await fixture.press("G enter")
    #expect(fixture.application.workspace.note.title == "Alpha")

    await fixture.press("esc space f enter")
    #expect(fixture.application.workspace.note.title == "Alpha")

    fixture.clock.advance(byMilliseconds: 1000)
    await fixture.press("esc g g enter esc space f")
    await fixture.type("!recent\n")
    #expect(fixture.application.workspace.note.title == "Gamma")
  }

  @Test func `a hint is shown only the first time`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])

    await fixture.press("x")
    #expect(fixture.screen.contains("g t shows the trash"))
    await fixture.press("x")
    #expect(!fixture.screen.contains("g t shows the trash"))
    #expect(fixture.screen.contains("u to undo"))
  }

  @Test func `the list of today is read again at midnight`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    fixture.application.actions.navigation.show(.today)
    await fixture.settle()
    #expect(fixture.application.workspace.list.window.count == 1)

    fixture.clock.advance(byMilliseconds: 86_400_000)
    await fixture.settle()

    #expect(fixture.application.workspace.list.window.count == 0)
    #expect(fixture.screen.contains("No notes changed today."))
  }
}

@Suite(.timeLimit(.minutes(20))) struct VisitLogTests {
  @Test func `a visit counts half after a week`() {
    let start = Date(timeIntervalSince1970: 0)
    var log = VisitLog()
    log.visit("a", at: start)
    log.visit("a", at: start)

    #expect(log.weight(of: "a", at: start) == 2)
    #expect(log.weight(of: "a", at: start + 7 * 86_400) == 1)
    #expect(log.weight(of: "b", at: start) == 0)
  }

  @Test func `many visits outweigh a late one, and the last is the most recent`() {
    let start = Date(timeIntervalSince1970: 0)
    var log = VisitLog()
    for _ in 0..<3 { log.visit("often", at: start) }
    log.visit("late", at: start + 60)

    #expect(log.frequent(at: start + 60) == ["often", "late"])
    #expect(log.recent == ["late", "often"])
  }

  @Test func `only the highest five hundred are kept`() {
    let start = Date(timeIntervalSince1970: 0)
    var log = VisitLog()
    for number in 0..<600 { log.visit("\(number)", at: start + Double(number)) }

    #expect(log.recent.count == 500)
    #expect(log.recent.first == "599")
  }
}
