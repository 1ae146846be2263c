import NoteMarkup
import NoteReading
import Settings
import TerminalUI
import Testing

/// Quotes that begin with `[!type]`.
@Suite(.timeLimit(.minutes(20))) struct CalloutTests {
  @Test func `a callout is a box with its type and title`() {
    let text = "before\n\n> [!tip] Keep the *dough* cold\n> It rises slowly\n> then.\n\nafter"

    #expect(
      lines(text) == [
        "before", "",
        "╭─ Tip: Keep the dough cold ───────────╮",
        "│ It rises slowly                      │",
        "│ then.                                │",
        "╰──────────────────────────────────────╯", "", "after",
      ])
    #expect(
      lines("> [!note]\n> x", width: 20, isASCII: true) == [
        "+- Note -----------+", "| x                |", "+------------------+",
      ])
  }

  @Test func `it has lists, code and other callouts within`() {
    let text = "> [!warning]\n> - one\n> - two\n>\n> > [!bug] In\n> > x\n>\n> end"

    #expect(
      lines(text, width: 30) == [
        "╭─ Warning ──────────────────╮",
        "│ • one                      │",
        "│ • two                      │",
        "│                            │",
        "│ ╭─ Bug: In ──────────────╮ │",
        "│ │ x                      │ │",
        "│ ╰────────────────────────╯ │",
        "│                            │",
        "│ end                        │",
        "╰────────────────────────────╯",
      ])
  }

  @Test func `a minus folds it, and its title is what unfolds it`() throws {
    let text = "> [!tip]- Title\n> hidden\n> - item\n\nafter"
    let folded = rendered(text, width: 24)
    let unfolded = rendered(text, width: 24) { $0.toggledCallouts = [1] }

    #expect(folded.lines.map(\.text) == ["── ▸ Tip: Title ────────", "", "after"])
    let link = try #require(folded.links.first)
    #expect(link.target == .callout(line: 1))
    #expect(link.start == Point(column: 3, row: 0))
    #expect(
      unfolded.lines.map(\.text) == [
        "╭─ ▾ Tip: Title ───────╮", "│ hidden               │", "│                      │",
        "│ • item               │",
        "╰──────────────────────╯", "", "after",
      ])
    #expect(unfolded.lines.map(\.sourceLine) == [1, 2, 2, 3, 3, 3, 5])
  }

  @Test func `a plus leaves it open, to be folded`() {
    let text = "> [!NOTE]+\n> seen"

    #expect(lines(text, width: 20).count == 3)
    #expect(
      rendered(text, width: 20) { $0.toggledCallouts = [1] }.lines.map(\.text)
        == ["── ▸ Note ──────────"])
  }

  @Test(arguments: [
    ("tip", "tip"), ("success", "tip"), ("question", "warning"), ("failure", "danger"),
    ("example", "example"), ("cite", "quote"), ("abstract", "note"), ("unheard", "note"),
  ])
  func `a type has the colour of its kind`(type: String, kind: String) {
    let style = CompiledThemes.standard.style(for: "markup.callout.\(kind)")

    #expect(rendered("> [!\(type)]\n> x").lines[0].runs.first?.style == style)
  }

  @Test func `a title too long for the frame is within it`() {
    #expect(
      lines("> [!tip] a title that is long\n> x", width: 24) == [
        "╭──────────────────────╮", "│ Tip: a title that is │", "│ long                 │",
        "│ x                    │", "╰──────────────────────╯",
      ])
  }

  @Test func `without room or on a plain screen there is no frame`() {
    #expect(lines("> [!tip] T\n> x", width: 12) == ["Tip: T", "  x"])
    #expect(
      rendered("> [!tip] T\n> x") { $0.isPlain = true }.lines.map(\.text) == ["Tip: T", "  x"])
  }

  @Test(arguments: ["> [!] x", "> text [!tip]", "> [!tip", "> [tip] x", "- [!tip] x"])
  func `a quote that only looks like a callout stays a quote`(text: String) {
    #expect(!lines(text).contains { $0.contains("╭") })
    #expect(!lines(text).joined().contains("Tip"))
  }

  @Test func `a title alone has no empty body`() {
    #expect(
      lines("> [!tip] T", width: 24) == [
        "╭─ Tip: T ─────────────╮", "╰──────────────────────╯",
      ])
  }
}
