import Editor
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct RepeatTests {
  @Test func `a run of a macro is one step, however often it runs`() {
    var driver = EditorDriver("▌a b c d e")
    driver.press("qqwix<esc>q3@q")
    #expect(driver.editor.text == "a xb xc xd xe")

    driver.press("u")
    #expect(driver.editor.text == "a xb c d e")
    driver.press("u")
    #expect(driver.editor.text == "a b c d e")
  }

  @Test(arguments: [
    Row("▌a b c d", "dw.", "▌c d"), Row("▌a b c d e", "dw2.", "▌d e"), Row("▌abc", "x..", "▌"),
    Row("▌foo foo", "cwx<esc>w.", "x ▌x"), Row("▌a\nb", "Ax<esc>j.", "ax\nb▌x"),
    Row("▌a\nb", "ox<esc>.", "a\nx\n▌x\nb"),
    Row("▌abc", "ix<esc>..", "▌xxxabc"), Row("▌abc", "3ix<esc>$.", "xxxabxx▌xc"),
    Row("▌abcabc", "dfc.", "▌"), Row("▌a b c", "rx.w.", "x ▌x c"),
    Row("▌a\nb\nc\nd", "dd.", "▌c\nd"), Row("▌abcd", "~.", "AB▌cd"),
    Row("▌a\nb", ">>j.", "    a\n    ▌b"), Row("▌a\nb\nc", "J.", "a b▌ c"),
    Row("▌ab", "xp.", "ba▌a"), Row("▌abcdef", "vld.", "▌ef"), Row("▌a\nb\nc\nd", "Vjd.", "▌"),
    Row("▌foo bar", "ciwx<esc>w.", "x ▌x"),
    Row("▌- a\n- b", "A<cr>x<esc>j.", "- a\n- x\n- b\n- ▌x"),
    Row("▌abc", "ix<right>y<esc>0.", "▌yxaybc"), Row("▌abc def", "Rxy<esc>w.", "xyc x▌yf"),
    Row("▌ab ab", "gUiww.", "AB ▌AB"),
    Row("▌a b", "u.", "▌a b"), Row("▌abcabc", "d/c<cr>x.", "▌bc"),
    Row("▌- [ ] a\n- [ ] b", "gxj.", "- [x] a\n▌- [x] b"), Row("▌ab", "yyp.", "ab\nab\n▌ab"),
    Row("▌foo", "ylx.", "▌o"),
  ])
  func `the dot repeats the last change`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a\nb\nc", "qaAx<esc>jq@a", "ax\nbx\n▌c"),
    Row("▌a\nb\nc\nd", "qaAx<esc>jq2@a", "ax\nbx\ncx\n▌d"),
    Row("▌a\nb\nc\nd", "qaAx<esc>jq@a@@", "ax\nbx\ncx\n▌d"), Row("▌a b c d", "qadwq@a", "▌c d"),
    Row("▌abc", "qaxqqAxq@a", "▌"), Row("▌x x x x", "qaf<space>rxq9@a", "xxxxx▌xx"),
    Row("▌abc", "@z", "▌abc"), Row("▌a<b", "qaf<lt>rxq", "a▌xb"),
    Row("▌a a a", "qaqqa/a<cr>x@aq@a", "▌  "),
  ])
  func `a recorded macro is replayed`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `a macro is text in its register`() {
    var driver = EditorDriver("▌a<b")
    driver.press("qqA<lt>x<esc>q")

    #expect(driver.editor.registers["q"]?.text == "A<lt>x<esc>")
    #expect(driver.editor.recordingRegister == nil)
  }

  @Test func `a macro that calls itself ends`() {
    var driver = EditorDriver("▌abc")
    driver.press("qaiy<esc>q")
    driver.press("\"aywu")
    driver.press("qax@aq@a")

    #expect(driver.editor.mode == .normal)
  }

  @Test func `a long run of typing is repeated whole`() {
    let typed = String(repeating: "reed warbler ", count: 200)
    var driver = EditorDriver("▌")
    driver.press("i\(typed)x<bs>\(typed)<esc>.")

    #expect(driver.editor.text == (typed + typed).dropLast() + typed + typed + " ")
    driver.press("u")
    #expect(driver.editor.text == typed + typed)
  }

  @Test func `a key copies little of what was typed before it`() {
    var events = TypedEvents()
    for number in 0..<40_000 { events.add(.characters(String(number % 10))) }
    for _ in 0..<1000 { events.add(.key(KeyEvent(.backspace))) }

    let runs = events.compactMap { if case .characters(let run) = $0 { run } else { nil } }
    let digits: [String] = (0..<40_000).map { "\($0 % 10)" }
    #expect(runs.joined() == digits.joined())
    #expect(runs.allSatisfy { $0.utf8.count <= TypedEvents.bytesOfRun })
    #expect(events.count(where: { $0 == .key(KeyEvent(.backspace)) }) == 1000)
    #expect(events.plainText == nil)
  }
}
