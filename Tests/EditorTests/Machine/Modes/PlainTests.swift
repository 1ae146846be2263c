import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct PlainTests {
  private static let options = EditorOptions(preset: .plain)

  @Test(arguments: [
    Row("▌abc", "x", "x▌abc"), Row("▌abc", "<right>x", "ax▌bc"), Row("▌abc", "<end>x", "abcx▌"),
    Row("ab▌c", "<home>x", "x▌abc"), Row("▌a\nb", "<down>x", "a\nx▌b"),
    Row("▌foo bar", "<c-right>x", "foo x▌bar"),
    Row("foo b▌ar", "<c-left>x", "foo x▌bar"), Row("▌abc", "<s-right><s-right>", "#[ab|]#c"),
    Row("▌abc", "<s-right><s-right>x", "x▌c"), Row("▌abc", "<s-right><s-right><bs>", "▌c"),
    Row("▌abc", "<s-right><s-right><left>", "▌abc"),
    Row("▌abc", "<s-right><right>", "a▌bc"), Row("▌foo bar", "<c-s-right>", "#[foo |]#bar"),
    Row("▌abc\nd", "<s-end>", "#[abc|]#\nd"), Row("▌abc\nd", "<s-down>", "#[abc\n|]#d"),
    Row("a▌b", "<c-a>x", "x▌"),
    Row("▌abc", "xy<c-z>", "▌abc"), Row("▌abc", "xy<c-z><c-y>", "xy▌abc"),
    Row("▌- a", "<end><cr>b", "- a\n- b▌"), Row("▌- a", "<end><tab>", "  - a▌"),
    Row("▌a\nb", "<c-a><tab>", "#[    a\n    b|]#"),
    Row("a▌\nb", "<del>", "a▌b"), Row("a\n▌b", "<bs>", "a▌b"), Row("▌foo bar", "<c-del>", "▌bar"),
    Row("foo bar▌", "<c-bs>", "foo ▌"), Row("▌a foo", "<c-f>foo<cr>", "a #[foo|]#"),
    Row("▌a foo", "<c-f>foo<cr>x", "a x▌"),
    Row("▌a foo b", "<c-f>foo<cr><esc>x", "a foox▌ b"),
    Row("▌foo a foo", "<c-f>foo<cr><f3>", "#[foo|]# a foo"),
    Row("▌a b a", "<c-r>a<cr>x<cr>a", "x b ▌x"),
    Row("▌a b a", "<c-f>b<cr><c-r>a<cr>x<cr>a", "▌x b x"), Row("▌a", "dd", "dd▌a"),
    Row("▌- [ ] a", "<c-space>", "▌- [x] a"), Row("▌abc", "<s-right><esc>", "a▌bc"),
  ])
  func `keys of graphical editors`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys, options: Self.options) == row.after)
  }

  @Test func `copy, cut and paste go through the clipboard`() {
    var driver = EditorDriver("▌abc", options: Self.options)
    driver.press("<s-right><c-x>")

    #expect(driver.effects.contains(.setClipboard("a")))
    #expect(driver.marked == "▌bc")

    driver.press("<end><c-v>")
    _ = driver.editor.supplyClipboard("a", at: driver.time)

    #expect(driver.marked == "bca▌")
  }

  @Test func `saving, and escape with nothing left, are effects`() {
    var driver = EditorDriver("▌abc", options: Self.options)
    driver.press("<c-s><esc>")

    #expect(driver.effects == [.save, .leave])
  }

  @Test func `escape ends what was found, and the next one leaves`() {
    var driver = EditorDriver("▌a foo b", options: Self.options)
    driver.press("<c-f>foo<cr><esc><esc>")

    #expect(driver.effects.last == .leave)
    #expect(driver.editor.text == "a foo b")
  }

  @Test func `the preset can be changed while a text is open`() {
    var driver = EditorDriver("ab▌c")
    driver.press("i")
    driver.editor.options.preset = .plain
    driver.press("x")

    #expect(driver.editor.text == "abxc")

    driver.editor.options.preset = .vim
    driver.press("x")

    #expect(driver.editor.text == "abx")
  }
}
