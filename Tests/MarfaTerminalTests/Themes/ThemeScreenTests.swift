import Foundation
import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

/// Screens in the themes that come with the repository.
@MainActor
@Suite struct ThemeScreenTests {
  private static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "themes").path

  @Test(arguments: ["dark", "light", "reedbed", "vellum"])
  func `everything in a selected row can be read`(theme: String) async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, environment: ["MARFA_THEMES": Self.directory],
      notes: ["# One", "# Two"], configuration: "theme: \(theme)")
    let note = try #require(fixture.application.selectedNote)
    try await fixture.client.metadata.addTags(id: note.id, tags: ["birds", "favorite"])
    await fixture.settle()
    let shown = fixture.application.settings.theme
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
      #expect(count > 5)
    }
  }
}
