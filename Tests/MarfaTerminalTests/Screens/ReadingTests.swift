import Foundation
import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing
import Workbench

/// What a note looks like in its pane, and what Enter does there.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReadingTests {
  @Test func `the keys say that Enter folds a callout`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["> [!tip]- Title\n> body\n"])

    await fixture.press("3 tab")

    #expect(fixture.screen.contains("Enter fold"), "\(fixture.screen)")
  }

  @Test func `Enter folds a callout by its title, and opens it again`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 100, rows: 30, notes: ["# One\n\n> [!tip]- Cold dough\n> It rises slowly."])

    #expect(fixture.screen.contains("▸ Tip: Cold dough"))
    #expect(!fixture.screen.contains("It rises slowly."))
    await fixture.press("3 tab enter")
    #expect(fixture.screen.contains("▾ Tip: Cold dough"))
    #expect(fixture.screen.contains("│ It rises slowly."))
    await fixture.press("enter")
    #expect(!fixture.screen.contains("It rises slowly."))
  }

  @Test func `a note within a note is shown once, and leads to itself`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 100, rows: 30,
      notes: [
        "# Outer\n\n![[Inner#Second]]\n\nend",
        "# Inner\n\nfirst\n\n## Second\n\npart of it\n\n![[Outer]]\n\n## Third\n\nnot this",
      ])
    let outer = try #require(try await fixture.id(titled: "Outer"))
    fixture.application.actions.navigation.open(id: outer)
    await fixture.settle()
    await fixture.settle()

    #expect(fixture.screen.contains("╭─ Inner#Second ─"), "\(fixture.screen)")
    #expect(fixture.screen.contains("│ part of it"))
    #expect(!fixture.screen.contains("not this"))
    #expect(!fixture.screen.contains("╭─ Outer"))
    await fixture.press("3 tab enter")
    #expect(fixture.application.workspace.note.title == "Inner")
  }

  @Test func `lines are joined where the setting says so`() async throws {
    let apart = try await ApplicationFixture(columns: 100, notes: ["# One\n\na short\nline"])
    let joined = try await ApplicationFixture(
      columns: 100, notes: ["# One\n\na short\nline"], configuration: "reader: {join_lines: true}")

    #expect(!apart.screen.contains("a short line"))
    #expect(joined.screen.contains("a short line"))
  }

  @Test func `a row is free below tags as below a title`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, rows: 30, notes: ["# One\n\ntext"])
    func row(of text: String) -> Int? {
      fixture.frame.textRows.firstIndex { $0.contains("│ \(text)") }
    }
    let before = row(of: "text")
    let note = try #require(fixture.application.workspace.selectedNote)
    try await fixture.client.metadata.addTags(id: note.id, tags: ["birds"])
    await fixture.settle()

    #expect(before == 2)
    #expect(row(of: "#birds") == 1)
    #expect(row(of: "text") == 3)
  }

  @Test func `the status line is about the box that is open`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, notes: ["# One", "# Two"])
    #expect(fixture.screen.contains("1 of 2 "))

    await fixture.press("space t")

    #expect(!fixture.screen.contains("1 of 2 "))
    #expect(fixture.screen.contains(#/─ \d+ of 19 ╯/#), "\(fixture.screen)")
  }

  @Test func `ages go on while nothing happens`() async throws {
    let fixture = try await ApplicationFixture(columns: 100, notes: ["# One"])
    let ages = fixture.host.scheduled.filter { $0.delay == AgeRefresh.interval && !$0.isCancelled }
    #expect(ages.count == 1)

    let before = fixture.host.requestedFrames
    fixture.host.fire(ages)

    #expect(fixture.host.requestedFrames == before + 1)
    #expect(fixture.host.scheduled.count { $0.delay == AgeRefresh.interval } == 1)
  }

  @Test func `tags that do not fit in the first pane are counted, and a click shows them`()
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 130, rows: 40, notes: ["# One"])
    let note = try #require(fixture.application.workspace.selectedNote)
    try await fixture.client.metadata.addTags(id: note.id, tags: (10..<25).map { "tag\($0)" })
    await fixture.settle()

    let row = try #require(fixture.frame.textRows.firstIndex { $0.contains("… 3 more") })
    fixture.application.handle(.mouse(MouseEvent(.press, at: Point(column: 5, row: row))))
    await fixture.settle()
    #expect(fixture.screen.contains("Tags  15 tags"), "\(fixture.screen)")
  }

  @Test func `the box of completions has a frame, and nothing shines through`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 100, rows: 24, notes: ["# Property", "# Letter\n\n`code below`\n\n`code below`"],
      configuration: "theme: nord")
    await fixture.press("2 g g e g g o")
    await fixture.type("[[prop")

    let frame = fixture.frame
    let row = try #require(frame.textRows.firstIndex { $0.contains("│▌Property │") })
    let column = frame.textRows[row].prefix { $0 != "P" }.count
    #expect(frame.textRows[row - 1].contains("╭──────────╮"))
    let ground = fixture.application.context.settings.theme.style(for: "ui.popup").background
    let selected = fixture.application.context.settings.theme.style(for: "ui.selection").background
    #expect([ground, selected].contains(frame[column, row].style.background))
    #expect(frame[column, row + 1].style.background == ground)
  }
}
