import Editor
import Testing
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct RenderTests {
  private static func screen(_ text: String, _ keys: String, _ columns: Int, _ rows: Int)
    -> [String]
  {
    var driver = EditorDriver(text)
    driver.editor.fit(Size(columns: columns, rows: rows))
    driver.press(keys)
    return driver.screen(columns: columns, rows: rows)
  }

  @Test func `words wrap with a hanging indent`() {
    let screen = Self.screen(
      "- one two three four\n> quoted words here\n1. first item\nplain words wrap", "", 12, 11)

    #expect(
      screen == [
        "- one two", "  three", "  four", "> quoted", "  words", "  here", "1. first", "   item",
        "plain words", "wrap", "",
      ])
  }

  @Test func `a long word breaks, and nothing of it is lost`() {
    #expect(
      Self.screen("abcdefghijklmnopqrstuvwxyz", "", 11, 3) == [
        "abcdefghij", "klmnopqrst", "uvwxyz",
      ])
  }

  @Test func `wide characters wrap whole`() {
    #expect(Self.screen("漢字漢字漢字", "", 8, 2) == ["漢字漢", "字漢字"])
    #expect(Self.screen("a漢字漢字", "", 6, 2) == ["a漢字", "漢字"])
  }

  @Test func `a closing mark does not begin a row`() {
    #expect(Self.screen("漢字漢。字", "", 7, 2).last?.first != "。")
  }

  @Test func `an opening mark does not end a row, and an option is not broken at its hyphens`() {
    #expect(Self.screen("漢字漢「字」", "", 9, 2) == ["漢字漢", "「字」"])
    #expect(Self.screen("word --json", "", 9, 2) == ["word", "--json"])
  }

  @Test func `controls are visible and tabs reach their stops`() {
    #expect(Self.screen("a\tb\u{1b}[1m", "", 20, 1) == ["a   b^[[1m"])
    #expect(Self.screen("x\u{202e}y", "", 20, 1) == ["x<202E>y"])
  }

  @Test func `the cursor is on its cell`() {
    var driver = EditorDriver("漢字\n- one two ▌three")
    driver.editor.fit(Size(columns: 12, rows: 5))

    #expect(driver.editor.cursorCell == Point(column: 2, row: 2))

    driver.press("gg$")

    #expect(driver.editor.cursorCell == Point(column: 2, row: 0))

    driver.press("A")

    #expect(driver.editor.cursorCell == Point(column: 4, row: 0))
  }

  @Test func `a cursor after a full row stays in the pane`() {
    var driver = EditorDriver("▌abcdefghij")
    driver.editor.fit(Size(columns: 11, rows: 2))
    driver.press("A")

    #expect(driver.editor.cursorCell == Point(column: 10, row: 0))
  }

  @Test(arguments: [
    ("# Head", 2, TextModifiers.bold), ("a **b** c", 4, .bold), ("a *b* c", 3, .italic),
    ("- x", 0, .bold), ("[[Note]]", 3, .underlined), ("a #tag", 3, .bold),
    ("~~a~~", 2, .strikethrough), ("> q", 2, .italic), ("- [x] done", 7, .dim),
    ("https://x.org", 3, .underlined), ("---\na: b\n---", 0, .dim),
  ])
  func `markup is shown by attributes`(text: String, column: Int, modifier: TextModifiers) {
    let driver = EditorDriver(text)
    var surface = Surface(size: Size(columns: 81, rows: 20))
    driver.editor.render(
      into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)

    #expect(surface[column, 0].style.modifiers.isSuperset(of: modifier))
  }

  @Test func `markup in a fenced block is code, below it text again`() {
    let driver = EditorDriver("```\n**a**\n```\n**a**")
    var surface = Surface(size: Size(columns: 81, rows: 20))
    driver.editor.render(
      into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)

    #expect(surface[2, 1].style == EditorStyles().codeBlock)
    #expect(surface[2, 3].style.modifiers.contains(.bold))
  }

  @Test func `the background of code reaches the edge of the pane, in short and empty lines too`() {
    let driver = EditorDriver("a\n```\nb\n\n```\nc `d`")
    var styles = EditorStyles()
    styles.codeBlock = Style(background: .ansi(7))
    styles.code = Style(background: .ansi(6))
    var surface = Surface(size: Size(columns: 81, rows: 20))
    driver.editor.render(
      into: &surface, in: Rect(column: 0, row: 0, columns: 60, rows: 20), styles: styles,
      isFocused: true)

    let lines = (0..<6).map { surface[59, $0].style.background }
    #expect(lines == [nil, .ansi(7), .ansi(7), .ansi(7), .ansi(7), nil])
    #expect(surface[60, 1].style.background == nil)
  }

  @Test func `the selection and the matches are shown`() {
    var driver = EditorDriver("▌abc abc")
    driver.press("/abc<cr>ggvl")
    var surface = Surface(size: Size(columns: 81, rows: 20))
    driver.editor.render(
      into: &surface, in: surface.bounds, styles: EditorStyles(), isFocused: true)

    #expect(
      (0..<8).map { surface[$0, 0].style.modifiers.contains(.reversed) } == [
        true, true, false, false, false, false, false, false,
      ])
    #expect(surface[5, 0].style.modifiers.isSuperset(of: [.bold, .underlined]))
  }

  @Test func `the view scrolls with the cursor and keeps its margin`() {
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")

    #expect(Self.screen(text, "7j", 20, 6) == (5...10).map { "line \($0)" })
    #expect(Self.screen(text, "G", 20, 6) == (25...30).map { "line \($0)" })
    #expect(Self.screen(text, "15Gzt", 20, 6) == (13...18).map { "line \($0)" })
    #expect(Self.screen(text, "15Gzb", 20, 6) == (12...17).map { "line \($0)" })
    #expect(Self.screen(text, "15Gzz", 20, 6) == (12...17).map { "line \($0)" })
    #expect(Self.screen(text, "15G<c-e>", 20, 6).first == "line 13")
  }

  @Test func `text typed below the last row frees rows for what follows`() {
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let shown = ["line 28", "line 29", "line 30", "a"]

    #expect(Self.screen(text, "Goa", 20, 6) == shown + ["", ""])
    #expect(Self.screen(text, "Goa<cr>b", 20, 6) == shown + ["b", ""])
    #expect(Self.screen(text, "Goa<esc>u", 20, 6).contains("line 30"))
  }

  @Test(arguments: [
    Row("▌ab\ncd\nef", "L", "ab\ncd\n▌ef"), Row("ab\ncd\n▌ef", "H", "▌ab\ncd\nef"),
    Row("▌ab\ncd\nef", "M", "ab\n▌cd\nef"),
    Row(
      "▌a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm", "<c-d>", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n▌k\nl\nm"),
  ])
  func `H, M, L and Ctrl-d move by the visible lines`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `screen rows are moved over in a wrapped line`() {
    var driver = EditorDriver("▌one two three four five")
    driver.editor.fit(Size(columns: 11, rows: 5))
    driver.press("lgj")

    #expect(driver.marked == "one two t▌hree four five")

    driver.press("gk")

    #expect(driver.marked == "o▌ne two three four five")
  }

  @Test func `a line of many kilobytes is drawn to its end`() {
    let text = String(repeating: "word ", count: 10_000) + "END"
    let screen = Self.screen(text, "$", 40, 10)

    #expect(screen.joined().contains("END"))
  }

  @Test func `a click puts the cursor there`() {
    var driver = EditorDriver("▌one\ntwo")
    driver.editor.click(at: Point(column: 1, row: 1), isExtending: false)

    #expect(driver.marked == "one\nt▌wo")

    driver.editor.click(at: Point(column: 2, row: 1), isExtending: true)

    #expect(driver.marked == "one\nt#[wo|]#")
  }

  @Test func `the status shows words, place and reading time`() {
    var driver = EditorDriver("one two\nthree ▌four\n")
    let statistics = driver.editor.statistics

    #expect(statistics.words == 4)
    #expect(statistics.position == "2:7 100%")
    #expect(statistics.readingMinutes == 1)

    driver.press("gg")

    #expect(driver.editor.statistics.position == "1:1 0%")
  }

  @Test(arguments: ["G", "Goa<cr>b", "50jk", "30Gzt5j", "Gggdd", "/line 70<cr>nN", "G<c-u>H"])
  func `keys that come faster than frames leave the cursor in view`(keys: String) throws {
    let text = (1...100).map { "line \($0)" }.joined(separator: "\n")
    var driver = EditorDriver("▌" + text)
    driver.editor.fit(Size(columns: 20, rows: 8))
    var slow = driver
    driver.isSlow = false

    driver.press(keys)
    slow.press(keys)

    let cell = try #require(driver.editor.cursorCell)
    let row = driver.screen(columns: 20, rows: 8)[cell.row]
    #expect(driver.marked == slow.marked)
    #expect(row == slow.screen(columns: 20, rows: 8)[try #require(slow.editor.cursorCell).row])
  }
}
