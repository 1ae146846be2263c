import TerminalUI
import TestSupport
import Testing

@Suite struct WidgetTests {
  private func draw(_ widget: some Widget, _ columns: Int, _ rows: Int) -> Surface {
    var surface = Surface(size: Size(columns: columns, rows: rows))
    surface.draw(widget, in: surface.bounds)
    return surface
  }

  private let notes = [
    ("Field notes: reed warblers", "2m", "●"), ("Shopping for the workshop", "14m", ""),
    ("Letter to the housing office", "1h", "!"), ("Minutes 漢字", "Yester.", ""),
  ]

  private func list(_ columns: Int, selection: Int = 0, isFocused: Bool = true) -> Surface {
    let window = ScrollWindow(total: notes.count, height: 4)
    return draw(
      ListView(window: window, selection: selection, isFocused: isFocused) { index in
        ListRow(
          StyledText(notes[index].0),
          trailing: [
            .init(StyledText(notes[index].1), columns: 7, alignment: .trailing),
            .init(StyledText(notes[index].2), columns: 1),
          ])
      }, columns, 4)
  }

  @Test func `a list row has a bar a title and fields at the right`() {
    let surface = list(40, selection: 2)

    #expect(
      surface.text() == """
         Field notes: reed warblers         2m ●
         Shopping for the workshop         14m
        ▌Letter to the housing office       1h !
         Minutes 漢字                  Yester.
        """)
    #expect(surface.cursor == Point(column: 0, row: 2))
    #expect(surface[5, 2].style.modifiers == .reversed)
    #expect(surface[5, 1].style.modifiers == [])
  }

  @Test func `a narrow list cuts titles and then leaves fields out`() {
    #expect(
      list(26).text() == """
        ▌Field notes: r…      2m ●
         Shopping for t…     14m
         Letter to the …      1h !
         Minutes 漢字    Yester.
        """)
    #expect(
      list(16).text()
        == """
        ▌Field notes:… ●
         Shopping for…
         Letter to th… !
         Minutes 漢字
        """)
  }

  @Test func `without the focus the selection is bold and the cursor elsewhere`() {
    let surface = list(40, selection: 1, isFocused: false)

    #expect(surface[5, 1].style.modifiers == .bold)
    #expect(surface.cursor == Point(column: 0, row: 0))
  }

  @Test func `a list asks only for the rows of its window`() {
    var asked: [Int] = []
    let window = ScrollWindow(total: 100_000, height: 3, offset: 500)

    _ = draw(
      ListView(window: window, selection: nil, isFocused: false) { index in
        asked.append(index)
        return ListRow("row")
      }, 10, 3)

    #expect(asked == [500, 501, 502])
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
    let window = ScrollWindow(total: 20, height: 6, offset: 3)
    return [
      ListView(window: window, selection: 4, isFocused: true) { _ in
        ListRow(
          StyledText(text), leading: [.init("!", columns: 2)], trailing: [.init(StyledText(text))])
      },
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
