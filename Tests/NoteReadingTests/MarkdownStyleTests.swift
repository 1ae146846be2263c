import NoteReading
import Settings
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct MarkdownStyleTests {
  private func style(of part: String, in text: String) -> Style? {
    rendered(text, width: 80).lines.flatMap(\.runs).first { $0.text.contains(part) }?.style
  }

  @Test func `emphasis, code and links carry their styles, nested ones both`() {
    let theme = CompiledThemes.standard
    let text = "plain *em **both*** `code` ~~gone~~ [link](x) [[note]] #tag"

    #expect(style(of: "plain", in: text) == .plain)
    #expect(style(of: "em", in: text)?.modifiers == .italic)
    #expect(style(of: "both", in: text)?.modifiers == [.italic, .bold])
    #expect(style(of: "code", in: text) == theme.style(for: "markup.code"))
    #expect(style(of: "gone", in: text)?.modifiers == [.dim, .strikethrough])
    #expect(style(of: "link", in: text) == theme.style(for: "markup.link"))
    #expect(style(of: "note", in: text) == theme.style(for: "markup.link.note"))
    #expect(style(of: "#tag", in: text) == theme.style(for: "markup.tag"))
  }

  @Test func `mono shows everything by attributes`() {
    let options = RenderOptions(width: 60, styles: MarkdownStyles(CompiledThemes.mono.style))
    let document = MarkdownRenderer.render("# a\n*b* **c** `d` [e](f)", options: options)

    for run in document.lines.flatMap(\.runs) {
      #expect(run.style.foreground == nil && run.style.background == nil)
    }
    #expect(document.lines[2].runs.map(\.style.modifiers).contains(.italic))
  }
}
