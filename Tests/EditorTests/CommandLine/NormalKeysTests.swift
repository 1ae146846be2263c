import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct NormalKeysTests {
  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌a\nb\nc\nd", "2,4norm Ax", "a\nbx\ncx\nd▌x"),
    Row("▌a\nb\nc\nd", "%norm I- ", "- a\n- b\n- c\n-▌ d"),
    Row("a▌b\nc", "norm xix", "▌xa\nc"), Row("a▌b\n  cd", "2normal x", "ab\n▌ cd"),
    Row("▌ab cd", "normal! wcwx", "ab ▌x"), Row("▌ab", "norm 2ix", "x▌xab"),
    Row("▌ab cd", "norm d", "▌ab cd"), Row("▌ab cd", "norm v", "▌ab cd"),
    Row("▌ab cd", "norm /c", "▌ab cd"), Row("▌ab cd", "norm \"ayw$\"ap", "ab cdab▌ "),
  ])
  func `a line presses keys of normal mode`(row: Row) throws {
    var driver = EditorDriver(row.before)
    try driver.run(row.keys)

    #expect(driver.marked == row.after)
    #expect(driver.editor.mode == .normal)
  }

  @Test func `keys that play a macro do so in each line, as one step`() throws {
    var driver = EditorDriver("▌a,b\nc,d\ne,f")
    driver.press("qqf,r;A.<esc>q")

    try driver.run("2,3norm @q")
    #expect(driver.editor.text == "a;b.\nc;d.\ne;f.")
    driver.press("u")
    #expect(driver.editor.text == "a;b.\nc,d\ne,f")
  }

  @Test func `a line is part of a macro`() throws {
    var driver = EditorDriver("▌a b\na b\na b")
    driver.press("qq:")
    try driver.run("s/a/x/")
    driver.press("A!<esc>jq")
    #expect(driver.editor.registers["q"]?.text == ":s/a/x/<cr>A!<esc>j")

    driver.press("2@q")
    #expect(driver.editor.text == "x b!\nx b!\nx b!")
  }

  @Test func `without modes there are no such keys`() throws {
    var driver = EditorDriver("▌a", options: EditorOptions(preset: .plain))
    try driver.run("norm x")

    #expect(driver.editor.text == "a")
    #expect(driver.effects.contains(.message(.needsModes)))
  }
}
