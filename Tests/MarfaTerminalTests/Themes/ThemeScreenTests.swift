import Foundation
import MarfaSDK
import Settings
import TerminalUI
import Testing

/// Screens in the themes that come with the repository.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ThemeScreenTests {
  /// A screen in the theme `mine`, whose file the test changes.
  private func fixture(_ theme: String) async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(notes: ["# One\n\n## Two"])
    try fixture.folder.write("theme: mine\n", to: "config/config.yaml")
    try await save(theme, in: fixture)
    return fixture
  }

  private func save(_ theme: String?, in fixture: ApplicationFixture) async throws {
    if let theme {
      try fixture.folder.write(theme, to: "config/themes/mine.yaml")
    } else {
      try FileManager.default.removeItem(
        atPath: fixture.folder.path + "/config/themes/mine.yaml")
    }
    fixture.application.context.settings.reload()
    await fixture.settle()
  }

  /// The colour of the heading in the note pane.
  private func heading(_ fixture: ApplicationFixture) -> Color? {
    let row = fixture.frame.textRows.firstIndex { $0.contains("│ Two") } ?? 0
    return fixture.frame[36, row].style.foreground
  }

  @Test func `a theme that is saved colours the note as well`() async throws {
    let fixture = try await fixture("markup.heading: red\n")
    let red = heading(fixture)

    try await save("markup.heading: green\n", in: fixture)

    #expect(red != nil)
    #expect(heading(fixture) != nil)
    #expect(heading(fixture) != red)
  }

  @Test(arguments: ["markup.heading: {fg: ", "", "markup.heading: [\n", "just words", nil])
  func `a theme that cannot be read leaves the screen as it was`(text: String?) async throws {
    let fixture = try await fixture("markup.heading: red\n")
    let before = fixture.application.context.settings.theme
    let red = heading(fixture)

    try await save(text, in: fixture)

    #expect(fixture.application.context.settings.theme == before)
    #expect(heading(fixture) == red)
    let problems = fixture.application.context.settings.diagnostics.map(\.description)
    #expect(!problems.isEmpty)

    try await save("markup.heading: green\n", in: fixture)
    #expect(heading(fixture) != red)
    #expect(fixture.application.context.settings.diagnostics.isEmpty)
  }

  @Test func `of a theme with one bad colour the rest applies, on save as at the start`()
    async throws
  {
    let bad = "markup.heading: green\nui.title: nocolour\nui.txt: red\n"
    let fixture = try await fixture("markup.heading: red\n")
    let red = heading(fixture)

    try await save(bad, in: fixture)
    let saved = fixture.application.context.settings.theme
    let started = try await self.fixture(bad)

    #expect(heading(fixture) != red)
    #expect(saved == started.application.context.settings.theme)
    #expect(
      fixture.application.context.settings.diagnostics.map(\.message)
        == started.application.context.settings.diagnostics.map(\.message))
    #expect(
      fixture.application.context.settings.diagnostics.worstFirst.first?.message.hasPrefix(
        "'nocolour' is not a colour") == true)
  }

  @Test(arguments: ["dark", "light", "reedbed", "catppuccin-latte", "solarized-dark"])
  func `everything in a selected row can be read`(theme: String) async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# One", "# Two"], configuration: "theme: \(theme)")
    let note = try #require(fixture.application.workspace.selectedNote)
    try await fixture.client.metadata.addTags(id: note.id, tags: ["birds", "favorite"])
    await fixture.settle()
    let shown = fixture.application.context.settings.theme
    let ordinary = ["ui.text", "ui.popup"].map { shown.style(for: $0).background }
    #expect(shown.name == theme)

    for keys in ["2", "1", "/ t w", "?"] {
      await fixture.press(keys)
      let frame = fixture.frame
      var count = 0
      for row in 0..<frame.size.rows {
        for column in 0..<frame.size.columns where frame[column, row].character != " " {
          let style = frame[column, row].style
          guard !ordinary.contains(style.background),
            let ratio = ContrastLint.ratio(style.foreground, style.background)
          else { continue }
          count += 1
          #expect(
            ratio >= ContrastLint.minimumRatio,
            "\(frame[column, row].character) at \(column),\(row) after \(keys)")
        }
      }
      // A row of a pane without the focus may be on the ground of boxes.
      let quiet = shown.style(for: "ui.selection.inactive").background
      #expect(count > 5 || ordinary.contains(quiet))
    }
  }
}
