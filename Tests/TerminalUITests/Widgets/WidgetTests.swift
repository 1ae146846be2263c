import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct WidgetTests {
  private func draw(_ widget: some Widget, _ columns: Int, _ rows: Int) -> Surface {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    surface.draw(widget, in: surface.bounds)
    return surface
  }

  @Test func `a box has a title and an inside`() {
    let box = Box(title: "g", footer: "1/2")

    #expect(
      draw(box, 16, 3).text() == """
        ╭ g ───────────╮
        │              │
        ╰───────── 1/2 ╯
        """)
    #expect(Box.inside(Rect(column: 0, row: 0, columns: 16, rows: 3)).columns == 14)
    #expect(
      draw(Box(title: "much too long a title", glyphs: .ascii), 12, 2).text()
        == "+ much to~ +\n+----------+")
  }

  @Test func `a key bar keeps its last hint`() {
    let hints = [
      KeyBar.Hint("Enter", "open"), .init("i", "edit", isEnabled: false), .init("n", "new"),
      .init("?", "help"),
    ]

    #expect(draw(KeyBar(hints), 40, 1).text() == " Enter open  i edit  n new  ? help")
    #expect(draw(KeyBar(hints), 28, 1).text() == " Enter open  i edit  ? help")
    #expect(draw(KeyBar(hints), 8, 1).text() == " ? help")
    #expect(draw(KeyBar(hints), 40, 1)[1, 0].style.modifiers == .bold)
    #expect(draw(KeyBar(hints), 40, 1)[13, 0].style.modifiers == .dim)
  }

  @Test func `every sign is one column wide and ASCII signs are ASCII`() {
    for set in [GlyphSet.unicode, .ascii] {
      for child in Mirror(reflecting: set).children {
        for sign in signs(child.value) {
          #expect(TextWidth.columns(of: sign) == 1, "\(sign)")
          if set.isASCII { #expect(sign.isASCII) }
        }
      }
    }
  }

  @Test func `no widget draws outside its rectangle`() {
    var random = SplitMix64(seed: 12)

    for _ in 0..<400 {
      let area = Rect(
        column: 3, row: 2, columns: Int(random.next() % 20), rows: Int(random.next() % 6))
      var surface = Surface(size: Size(columns: 30, rows: 12))
      surface.fill(surface.bounds, with: "#")

      for widget in widgets(using: &random) { surface.draw(widget, in: area) }

      for row in 0..<12 {
        for column in 0..<30 where !area.contains(Point(column: column, row: row)) {
          #expect(surface[column, row].character == "#")
        }
      }
    }
  }

  private func widgets(using random: inout SplitMix64) -> [any Widget] {
    let text = RandomText.make(pieces: 6, using: &random)
    return [
      Box(title: StyledText(text), footer: StyledText(text), fill: .plain),
      KeyBar([.init("x", text), .init("?", "help")]),
      TextField(label: "label ", input: TextInput(text)),
    ]
  }

  private func signs(_ value: Any) -> [Character] {
    switch value {
    case let sign as Character: [sign]
    case let signs as [Character]: signs
    case let text as String: Array(text)
    case let border as GlyphSet.Border:
      Mirror(reflecting: border).children.flatMap { signs($0.value) }
    default: []
    }
  }
}
