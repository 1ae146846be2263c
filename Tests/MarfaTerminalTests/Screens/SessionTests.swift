import MarfaSDK
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionTests {
  private func mouse(
    _ action: MouseEvent.Action, column: Int, row: Int, in fixture: ApplicationFixture
  ) async {
    fixture.application.handle(
      .mouse(MouseEvent(action, at: Point(column: column, row: row))))
    await fixture.settle()
  }

  // MARK: - Mouse

  @Test func `a click selects and the wheel scrolls the pane under the pointer`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])

    await mouse(.press, column: 4, row: 4, in: fixture)
    #expect(fixture.application.workspace.selectedNote?.title == "One")

    await fixture.press("3")
    await mouse(.wheelUp, column: 4, row: 4, in: fixture)
    #expect(fixture.application.workspace.focus == .note)
  }

  @Test func `a border follows the mouse that holds it`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let border = try #require(fixture.application.workspace.layout.rules.first).minColumn

    await mouse(.press, column: border, row: 5, in: fixture)
    await mouse(.drag, column: 40, row: 6, in: fixture)
    await mouse(.release, column: 40, row: 6, in: fixture)

    #expect(fixture.application.workspace.layout.rules.first?.minColumn == 40)
    await mouse(.drag, column: 20, row: 6, in: fixture)
    #expect(fixture.application.workspace.layout.rules.first?.minColumn == 40)
  }

  @Test func `a key turns the mouse off and on`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("space m")
    #expect(!fixture.host.isMouseEnabled)
    #expect(fixture.screen.contains("Mouse off"))

    await fixture.press("space m")
    #expect(fixture.host.isMouseEnabled)
  }

  // MARK: - Messages

  @Test func `a notice goes after its time and an error stays`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let messages = fixture.application.context.messages

    messages.notice("done")
    #expect(fixture.host.scheduled.contains { $0.delay == .seconds(4) })
    await fixture.passDelays()
    #expect(messages.current == nil)

    messages.error("failed")
    await fixture.passDelays()
    #expect(messages.current?.text == "failed")
  }

  @Test func `an error goes with the next command, not with a step of the cursor, and is kept`()
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 100, notes: ["# One", "# Two"])
    let messages = fixture.application.context.messages
    messages.error("The first failed.")

    await fixture.press("j k")
    #expect(fixture.screen.contains("The first failed."))
    await fixture.press("space m")
    await fixture.press("j")
    #expect(messages.current == nil)
    #expect(fixture.screen.contains("2 of 2"))

    messages.error("The second failed.")
    await fixture.press("enter")
    #expect(messages.current == nil)

    await fixture.press(":")
    await fixture.type("messages\n")
    #expect(fixture.screen.contains("The first failed."))
    #expect(fixture.screen.contains("The second failed."))
  }

  @Test func `of several problems of the settings the worst is shown, with their number`()
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["# One"])
    try fixture.folder.write("mouze: true\nbell: perhaps\n", to: "config/config.yaml")
    try fixture.folder.write("list: {nokey!: note.open}\n", to: "config/keys.yaml")
    fixture.application.context.settings.reload()
    let problems = fixture.application.context.settings.diagnostics
    #expect(problems.map(\.severity).contains(.warning))
    #expect(problems.first?.severity == .warning)

    fixture.application.actions.session.tellDiagnostics()
    await fixture.settle()

    let told = fixture.application.context.messages.current?.text ?? ""
    #expect(told.hasPrefix("1 of \(problems.count) problems: config.yaml:2:"), "\(told)")
    #expect(fixture.application.context.messages.history.count == problems.count)
    await fixture.press("g m")
    #expect(fixture.screen.contains("mouze"))
  }

  @Test func `a sentence of the messages is read to its end`() async throws {
    let fixture = try await ApplicationFixture(columns: 80, notes: ["# One"])
    let sentence = "config.yaml:3:18: error: 'panes.sources' must be a number from 12"

    fixture.application.context.messages.error(sentence)
    await fixture.press("g m")

    #expect(fixture.screen.contains("│ ▌\(sentence) "))
  }

  @Test func `an error goes when what had failed succeeds, and not before`() async throws {
    struct Full: Error {}
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let application = fixture.application
    application.context.work.perform("Saving the note") { throw Full() }
    await fixture.settle()
    #expect(application.context.messages.current?.text.hasPrefix("Saving the note failed") == true)

    application.context.work.perform("Copying") {}
    await fixture.settle()
    #expect(application.context.messages.current != nil)

    application.context.work.perform("Saving the note") {}
    await fixture.settle()
    #expect(application.context.messages.current == nil)
  }

  @Test func `a minor error does not replace a shown one`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let messages = fixture.application.context.messages

    messages.minorError("Tidying failed")
    #expect(messages.current?.text == "Tidying failed")
    messages.error("Saving failed", of: "Saving")
    messages.minorError("Tidying failed")
    #expect(messages.current?.text == "Saving failed")
    #expect(messages.history.map(\.text) == ["Tidying failed", "Saving failed", "Tidying failed"])
    messages.succeeded("Saving")
    #expect(messages.current == nil)
  }

  @Test func `a retry that fails again is reported once`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let messages = fixture.application.context.messages

    for _ in 0..<3 { messages.error("full") }

    #expect(messages.history.map(\.text) == ["full"])
  }

  @Test func `where nothing moves by itself a notice stays until a key`() async throws {
    let fixture = try await ApplicationFixture(
      notes: ["# One"], configuration: "reduced_motion: true\n")

    fixture.application.context.messages.notice("done")
    await fixture.passDelays()
    #expect(fixture.application.context.messages.current != nil)

    await fixture.press("j")
    #expect(fixture.application.context.messages.current == nil)
  }

  @Test func `an error rings as configured`() async throws {
    let silent = try await ApplicationFixture(notes: ["# One"])
    let loud = try await ApplicationFixture(notes: ["# One"], configuration: "bell: audible\n")

    silent.application.context.messages.error("failed")
    loud.application.context.messages.error("failed")

    #expect(silent.host.alerts.isEmpty)
    #expect(loud.host.alerts == [.audible])
  }

  // MARK: - Accessibility

  @Test func `the cursor is on the selected row, and shown where that is wanted`() async throws {
    let hidden = try await ApplicationFixture(notes: ["# One", "# Two"])
    let shown = try await ApplicationFixture(
      notes: ["# One", "# Two"], configuration: "accessible:\n  cursor: visible\n")

    await hidden.press("j")
    await shown.press("j")

    #expect(hidden.frame.cursor == Point(column: 0, row: 3))
    #expect(!hidden.frame.isCursorVisible)
    #expect(shown.frame.cursor == Point(column: 0, row: 3))
    #expect(shown.frame.isCursorVisible)
  }

  @Test func `a plain screen has one pane, no lines and names the row in one place`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One", "# Two"], isPlain: true)

    #expect(fixture.application.workspace.layout.panes.count == 1)
    #expect(!fixture.screen.contains { "▌│─┴╭╮".contains($0) })
    #expect(fixture.frame.textRows[28].contains("1 of 2   Two, edited 1m"))
    await fixture.press("j")
    #expect(fixture.frame.textRows[28].contains("2 of 2   One, edited 2m"))
    #expect(fixture.frame.isCursorVisible)

    await fixture.press("?")
    #expect(!fixture.screen.contains { "│─┴╭╮".contains($0) })
    #expect(fixture.frame.textRows[0].contains("What you can do here"))
  }

  @Test func `every flag has a word on the status line`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("p j")

    #expect(fixture.frame.textRows[22].contains("favourite"))
  }

  // MARK: - Panes and practice

  @Test func `a notebook folds and unfolds`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["# One"])
    let outer = try await fixture.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Birds"]))
    let inner = try await fixture.client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": "Hides"]))
    _ = try await fixture.client.store.createEdge(
      CreateEdgeInput(sourceId: outer.id, targetId: inner.id, edgeType: "parent-of"))
    await fixture.settle()
    #expect(fixture.screen.contains("Hides"))

    fixture.application.actions.navigation.show(.notebook(id: outer.id, title: "Birds"))
    await fixture.press("1 o")
    #expect(!fixture.screen.contains("Hides"))

    await fixture.press("o")
    #expect(fixture.screen.contains("Hides"))
  }

  @Test func `the note to practise in is made once`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    fixture.application.run("app.tutor")
    await fixture.settle()
    #expect(fixture.application.workspace.note.title == "Practice")
    await fixture.press("esc")
    fixture.application.run("app.tutor")
    await fixture.settle()

    #expect(fixture.application.workspace.list.window.count == 2)
  }

  @Test func `frames put off nothing that rests after a key`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    await fixture.press("enter i esc d")
    let waiting = fixture.host.scheduled.count

    for _ in 0..<3 {
      _ = fixture.application.render(size: Size(columns: 80, rows: 24))
    }

    #expect(fixture.host.scheduled.count == waiting)
    #expect(fixture.host.scheduled.contains { !$0.isCancelled })
  }
}
