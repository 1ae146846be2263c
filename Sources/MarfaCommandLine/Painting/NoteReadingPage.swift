import Foundation
import MarfaSDK
import NoteMarkup
import NoteReading
import Settings

/// A note laid out as in the reader, for a terminal.
struct NoteReadingPage {
  /// Lines of text that are longer are hard to read.
  private static let maximumColumns = 100

  /// The lines: title and tags, then the text.
  let lines: [PaintedText]
  /// What divides this note from the one before.
  let rule: PaintedText

  /// Lays out a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - columns: The columns of the terminal.
  ///   - environment: Says which characters can be shown.
  init(_ note: NoteText, columns: Int, environment: [String: String]) {
    let isASCII = !Locale.isUTF8(environment)
    let width = min(columns, Self.maximumColumns)
    let theme = CompiledThemes.standard
    let document = MarkdownRenderer.render(
      note.body,
      options: RenderOptions(
        width: width, styles: MarkdownStyles(theme.style), isASCII: isASCII,
        linkForm: .footnotes))
    var head: [PaintedText] = []
    // A text that begins with its title does not need it twice.
    if MarkdownText.title(of: note.body) != note.title {
      let title = note.title.isEmpty ? "(untitled)" : note.title
      head.append(PaintedText(title, ListStyle.title))
    }
    if !note.tags.isEmpty {
      head.append(
        .joined(note.tags.map { PaintedText("#" + $0, ListStyle.tag) }, by: " "))
    }
    if !head.isEmpty { head.append("") }
    lines = head + document.lines.map { PaintedText($0) }
    rule = PaintedText(String(repeating: isASCII ? "-" : "─", count: width), ListStyle.quiet)
  }
}
