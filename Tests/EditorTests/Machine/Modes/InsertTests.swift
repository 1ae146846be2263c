import Editor
import Testing
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct InsertTests {
  @Test(arguments: [
    Row("▌abc", "ix<esc>", "▌xabc"), Row("▌abc", "ax<esc>", "a▌xbc"),
    Row("ab▌c", "ax<esc>", "abc▌x"), Row("  ab▌c", "Ix<esc>", "  ▌xabc"),
    Row("▌abc", "Ax<esc>", "abc▌x"),
    Row("▌abc", "ox<esc>", "abc\n▌x"), Row("▌abc", "Ox<esc>", "▌x\nabc"),
    Row("  ▌abc", "ox<esc>", "  abc\n  ▌x"), Row("▌abc", "3ix<esc>", "xx▌xabc"),
    Row("▌a", "2ob<esc>", "a\nb\n▌b"),
    Row("▌", "ihello<esc>", "hell▌o"), Row("▌ab", "ix<bs>y<esc>", "▌yab"),
    Row("a▌b", "i<bs><esc>", "▌b"), Row("a\n▌b", "i<bs><esc>", "▌ab"),
    Row("▌foo bar", "A<c-w>x<esc>", "foo ▌x"),
    Row("  foo▌ bar", "i<c-u>x<esc>", "  ▌x bar"), Row("▌ab", "i<del><esc>", "▌b"),
    Row("▌ab", "i<right>x<esc>", "a▌xb"), Row("▌a\nb", "i<down>x<esc>", "a\n▌xb"),
    Row("▌ab", "i<end>x<home>y<esc>", "▌yabx"), Row("▌ab", "xi<c-r>\"<esc>", "▌ab"),
    Row("▌ab", "ix<esc>jgiy<esc>", "x▌yab"), Row("▌a\r\nb", "Ax<cr>y<esc>", "ax\r\n▌y\r\nb"),
    Row("▌foo bar", "i<c-right>x<esc>", "foo ▌xbar"),
    Row("▌foo bar", "A<c-left>x<esc>", "foo ▌xbar"),
    Row("▌abc", "i<c-c>x", "▌bc"), Row("▌foo", "i<c-del><esc>", "▌"),
    Row("▌foo bar", "A12<c-u>3<esc>", "foo bar▌3"), Row("▌foo", "A1<bs><bs>23<c-u><esc>", "f▌o"),
    Row("▌foo", "A1<left>2<c-u><esc>", "fo▌o1"), Row("▌a b", "A<c-t>x<esc>", "    a b▌x"),
    Row("▌a b", "A<c-t><c-d>x<esc>", "a b▌x"), Row("▌- a", "A<c-t>x<esc>", "  - a▌x"),
  ])
  func `entering, typing and leaving`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌- a", "A<cr>b<esc>", "- a\n- ▌b"), Row("▌* a", "A<cr>b<esc>", "* a\n* ▌b"),
    Row("▌1. a", "A<cr>b<esc>", "1. a\n2. ▌b"), Row("▌9) a", "A<cr>b<esc>", "9) a\n10) ▌b"),
    Row("▌- [x] a", "A<cr>b<esc>", "- [x] a\n- [ ] ▌b"),
    Row("▌- [-] a", "A<cr>b<esc>", "- [-] a\n- [ ] ▌b"),
    Row("  ▌- a", "A<cr>b<esc>", "  - a\n  - ▌b"), Row("▌> a", "A<cr>b<esc>", "> a\n> ▌b"),
    Row("▌> - a", "A<cr>b<esc>", "> - a\n> - ▌b"),
    Row("▌- a", "A<cr><cr>b<esc>", "- a\n▌b"), Row("▌1. a", "A<cr><cr><esc>", "1. a\n▌"),
    Row("▌- [ ] a", "A<cr><cr><esc>", "- [ ] a\n▌"), Row("▌> a", "A<cr><cr><esc>", "> a\n▌"),
    Row("- a\n  ▌- b", "A<cr><cr>c<esc>", "- a\n  - b\n- ▌c"),
    Row("- a▌b", "i<cr><esc>", "- a\n-▌ b"), Row("▌- a", "i<cr><esc>", "\n▌- a"),
    Row("▌1. a\n2. b", "A<cr>x<esc>", "1. a\n2. ▌x\n3. b"),
    Row("▌- a", "ob<esc>", "- a\n- ▌b"),
    Row("1. a\n▌2. b\n3. c", "Ox<esc>", "1. a\n2. ▌x\n3. b\n4. c"),
    Row("▌- a", "Ob<esc>", "- ▌b\n- a"),
    Row("▌2. a\n3. b", "ox<esc>", "2. a\n3. ▌x\n4. b"), Row("  ▌a", "A<cr>b<esc>", "  a\n  ▌b"),
    Row("```\n▌- a\n```", "A<cr>b<esc>", "```\n- a\n▌b\n```"),
    Row("▌* * *", "A<cr>b<esc>", "* * *\n▌b"), Row("▌-", "A<cr>b<esc>", "▌b"),
    Row("▌-a", "A<cr>b<esc>", "-a\n▌b"),
    Row("▌- a", "A<bs><bs><esc>", "▌"), Row("- ▌a", "i<bs><esc>", "▌a"),
  ])
  func `Enter continues a list`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌- a", "A<tab><esc>", "  - ▌a"), Row("▌1. a", "A<tab><esc>", "   1. ▌a"),
    Row("  ▌- a", "A<s-tab><esc>", "- ▌a"), Row("▌a", "i<tab><esc>", "   ▌ a"),
    Row("a▌b", "i<tab><esc>", "a  ▌ b"),
    Row("    a▌b", "i<s-tab><esc>", "▌ab"), Row("▌- a", "A<cr><tab>b<esc>", "- a\n  - ▌b"),
    Row("▌- [ ] a", "gx", "▌- [x] a"), Row("▌- [x] a", "gx", "▌- [ ] a"),
    Row("▌- [-] a", "gx", "▌- [ ] a"), Row("▌- [-]a", "gx", "▌- [ ] [-]a"),
    Row("- a▌b", "gx", "- [ ] a▌b"),
    Row("▌ab", "gx", "- [ ] ▌ab"), Row("  ▌- [ ] a", "<c-space>", "  ▌- [x] a"),
    Row("▌- [ ] a\n- [ ] b", "2gx", "▌- [x] a\n- [x] b"),
    Row("▌- [ ] a\n- [x] b", "Vjgx", "- [x] a\n▌- [x] b"),
    Row("▌- [ ] a", "A<c-space>b<esc>", "- [x] a▌b"), Row("1. ▌a", "gx", "1. [ ] ▌a"),
    Row("> ▌- [ ] a", "gx", "> ▌- [x] a"), Row("> ▌a", "gx", "> - [ ] ▌a"),
    Row("▌", "gx", "- [ ]▌ "), Row("- ▌# a", "gx", "- [ ] ▌# a"),
    Row("▌# T\na\n\n| b |\nc", "VGgx", "# T\n- [ ] a\n\n| b |\n- [ ] ▌c"),
  ])
  func `Tab indents and task boxes toggle`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    "▌# T", "## ▌T", "> ▌# T", "▌T\n===\n", "```\n▌code\n```", "▌```\ncode\n```", "▌| a | b |",
    "▌---", "▌<br>", "▌[a]: b", "---\n▌title: T\n---", "▌# T\n\n| a |",
  ])
  func `a line that is not text does not become a task, and this is reported`(before: String) {
    var driver = EditorDriver(before)
    driver.press(before.contains("\n\n") ? "VG<c-space>" : "<c-space>")

    #expect(driver.editor.text == before.replacing("▌", with: ""))
    #expect(driver.effects.contains(.message(.noTask)))
  }

  @Test func `a combining mark joins the cluster before the cursor`() {
    var driver = EditorDriver("▌e")
    driver.press("A")
    _ = driver.editor.handle(KeyEvent(Character("\u{301}")), at: driver.time)
    driver.press("x<esc>")

    #expect(driver.marked == "e\u{301}▌x")
  }

  @Test func `a paste goes in verbatim as one step`() {
    var driver = EditorDriver("▌- a")
    driver.press("A<cr>")
    driver.paste("x\r\n  - y\rz")
    driver.press("<esc>")

    #expect(driver.editor.text == "- a\n- x\n  - y\nz")

    driver.press("u")

    #expect(driver.editor.text == "- a\n- ")
  }

  @Test func `a paste among commands is refused`() {
    var driver = EditorDriver("▌abc")
    driver.paste("dd")

    #expect(driver.marked == "▌abc")
    #expect(driver.effects == [.message(.pasteIgnored)])
  }
}
