import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SurfaceTests {
  private func surface(_ columns: Int, _ rows: Int) -> Surface {
    Surface(size: Size(columns: columns, rows: rows))
  }

  @Test func `text is drawn from a cell to the right and its end returned`() {
    var surface = surface(10, 2)

    let end = surface.draw("a漢b", at: Point(column: 2, row: 1))

    #expect(end == 6)
    #expect(surface.textRows == ["          ", "  a漢b    "])
    #expect(surface[3, 1].character == "漢" && surface[4, 1].isContinuation)
  }

  @Test func `text beyond the edges is cut and wide characters are never halved`() {
    var surface = surface(4, 1)

    surface.draw("漢字漢", at: Point(column: -1, row: 0))

    #expect(surface.textRows == [" 字 "])
    #expect(surface.cells.count == 4)
  }

  @Test func `drawing over half of a wide character empties the other half`() {
    var surface = surface(4, 1)
    surface.draw("漢字", at: Point(column: 0, row: 0))

    surface.draw("x", at: Point(column: 1, row: 0))
    surface.draw("y", at: Point(column: 2, row: 0))

    #expect(surface.textRows == [" xy "])
    #expect(surface.cells.allSatisfy { !$0.isContinuation })
  }

  @Test func `a clip keeps everything outside as it is`() {
    var surface = surface(8, 3)
    surface.fill(surface.bounds, with: ".")
    let clip = Rect(column: 2, row: 1, columns: 3, rows: 1)

    for row in -1...4 { surface.draw("xxxxxxxxxxxx", at: Point(column: -2, row: row), clip: clip) }

    #expect(surface.text() == "........\n..xxx...\n........")
  }

  @Test func `styles are laid over what is there`() {
    var surface = surface(3, 1)
    surface.fill(surface.bounds, style: Style(background: .ansi(4), modifiers: .bold))

    surface.draw("ab", at: Point(column: 0, row: 0), style: Style(foreground: .ansi(1)))
    surface.restyle(
      Rect(column: 1, row: 0, columns: 9, rows: 9), Style(modifiers: .reversed))

    #expect(
      surface[0, 0].style
        == Style(foreground: .ansi(1), background: .ansi(4), modifiers: .bold))
    #expect(surface[1, 0].style.modifiers == [.bold, .reversed])
    #expect(surface[2, 0].style.foreground == nil)
  }

  @Test func `escape sequences are shown and never stored`() {
    var surface = surface(20, 1)

    surface.draw("\u{1b}[2Jx\u{202e}", at: Point(column: 0, row: 0))

    #expect(surface.text() == "^[[2Jx<202E>")
  }

  @Test func `changed rows are those that look different`() {
    var first = surface(5, 4)
    first.draw("same", at: Point(column: 0, row: 0))
    var second = first

    second.draw("x", at: Point(column: 4, row: 1))
    second.restyle(Rect(column: 0, row: 3, columns: 1, rows: 1), Style(modifiers: .bold))

    #expect(second.changedRows(since: first) == [1, 3])
    #expect(second.changedRows(since: surface(6, 4)) == [0, 1, 2, 3])
  }

  @Test func `a surface drawn on another is cut at its edges`() {
    var card = surface(4, 2)
    card.draw("漢字", at: Point(column: 0, row: 0))
    card.draw("abcd", at: Point(column: 0, row: 1))
    var screen = surface(6, 3)
    screen.fill(screen.bounds, with: ".")

    screen.draw(card, at: Point(column: 3, row: 1))

    #expect(screen.text() == "......\n...漢\n...abc")
    #expect(screen[5, 1].character == " ")
  }

  @Test func `the golden form holds text attributes and cursor`() {
    var surface = surface(6, 2)
    surface.draw("ab", at: Point(column: 0, row: 0), style: Style(modifiers: .bold))
    surface.draw("c", at: Point(column: 3, row: 1), style: Style(foreground: .ansi(2)))
    surface.cursor = Point(column: 3, row: 1)
    surface.isCursorVisible = true

    #expect(
      surface.dump() == """
        ab
           c
        --- attributes
        aa
        ...b
        a bold
        b fg=ansi(2)
        cursor 3,1 terminalDefault

        """)
  }

  @Test func `no drawing writes outside or leaves a broken wide character`() {
    var random = SplitMix64(seed: 8)

    for _ in 0..<2000 {
      var surface = surface(Int(random.next() % 12), Int(random.next() % 5))
      for _ in 0..<6 {
        let text = RandomText.make(pieces: 6, using: &random)
        let place = Point(column: Int(random.next() % 20) - 6, row: Int(random.next() % 7) - 1)
        let clip = Rect(
          column: Int(random.next() % 8) - 2, row: Int(random.next() % 4) - 1,
          columns: Int(random.next() % 12), rows: Int(random.next() % 5))
        let before = surface

        switch random.next() % 3 {
        case 0: surface.draw(text, at: place, clip: clip)
        case 1: surface.fill(clip, with: text.first ?? " ")
        default: surface.draw(before, at: place)
        }

        expectWellFormed(surface)
      }
    }
  }

  @Test func `a clipped drawing changes no cell outside the clip but halves of wide characters`() {
    var random = SplitMix64(seed: 9)

    for _ in 0..<1000 {
      var surface = surface(14, 3)
      surface.fill(surface.bounds, with: "#")
      let clip = Rect(column: Int(random.next() % 10), row: 1, columns: 4, rows: 1)

      surface.draw(
        RandomText.make(pieces: 8, using: &random), at: Point(column: -3, row: 1), clip: clip)

      for column in 0..<14 where !clip.contains(Point(column: column, row: 1)) {
        #expect(surface[column, 1].character == "#")
      }
    }
  }

  private func expectWellFormed(_ surface: Surface) {
    #expect(surface.cells.count == surface.size.columns * surface.size.rows)
    for row in 0..<surface.size.rows {
      var total = 0
      surface.forEachCell(inRow: row) { cell, columns in
        let expected = TextWidth.columns(of: cell.character)
        #expect(!cell.isContinuation && columns == expected)
        total += columns
      }
      #expect(total == surface.size.columns)
    }
  }
}
