import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct RegisterTests {
  @Test(arguments: [
    Row("▌foo bar", "\"ayew\"ap", "foo bfo▌oar"), Row("▌a b c", "\"ayw\"Ayw$\"ap", "a b ca a▌ "),
    Row("▌a\nb", "\"ayyj\"Ayy\"ap", "a\nb\n▌a\nb"), Row("▌foo bar", "yedw\"0P", "fo▌obar"),
    Row("▌a\nb\nc", "dddd\"1p", "c\n▌b"), Row("▌a\nb\nc", "dddd\"2p", "c\n▌a"),
    Row("▌abc", "x\"-p", "b▌ac"), Row("▌abc", "\"ax\"bx\"ap", "c▌a"), Row("▌ab", "\"_dlp", "▌b"),
    Row("▌ab", "\"zp", "▌ab"),
    Row("▌a b", "\"ayw\"Add\"ap", "\n▌a \na b"),
  ])
  func `named and numbered registers`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `a yank to the clipboard is an effect`() {
    var driver = EditorDriver("▌foo bar")
    driver.press("\"+yw")

    #expect(driver.effects == [.setClipboard("foo ")])
  }

  @Test func `a put from the clipboard waits for its text`() {
    var driver = EditorDriver("▌ab")
    driver.press("\"+p")

    #expect(driver.effects == [.requestClipboard])

    _ = driver.editor.supplyClipboard("x\r\ny", at: driver.time)

    #expect(driver.editor.text == "ax\nyb")

    driver.press("u")

    #expect(driver.editor.text == "ab")
  }

  @Test func `a clipboard that cannot be read gives what was copied here`() {
    var driver = EditorDriver("▌ab\nc")
    driver.press("\"+yyj\"+p")
    _ = driver.editor.supplyClipboard(nil, at: driver.time)

    #expect(driver.marked == "ab\nc\n▌ab")
  }
}
