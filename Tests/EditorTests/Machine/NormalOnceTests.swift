import Editor
import Testing

@Suite struct NormalOnceTests {
  @Test(arguments: [
    Row("▌one two", "A<c-o>0x<esc>", "▌xone two"), Row("▌one", "A<c-o><esc>x<esc>", "one▌x"),
    Row("▌one", "A<c-o>zzx<esc>", "one▌x"), Row("▌a b c", "i<c-o>dwx<esc>", "▌xb c"),
    Row("▌a b c", "i<c-o>2dwx<esc>", "▌xc"), Row("▌a\nb", "A<c-o>jx<esc>", "a\n▌xb"),
    Row("▌ab", "ylA<c-o>px<esc>", "ab▌xa"), Row("▌a\nb", "A1<c-o>oc<esc>", "a1\n▌c\nb"),
    Row("▌abc abc", "A<c-o>/b<cr>x<esc>", "a▌xbc abc"), Row("▌abc", "i<c-o>vlyx<esc>", "▌xabc"),
    Row("▌abc", "R<c-o>lx<esc>", "a▌xc"), Row("▌abc", "A<c-o>d<esc>x<esc>", "abc▌x"),
  ])
  func `one command is done and typing goes on`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `Escape twice ends typing, and leaves no note`() {
    var driver = EditorDriver("▌abc")
    driver.press("A<c-o>")
    #expect(driver.editor.mode == .normal)

    driver.press("<esc>")
    #expect(driver.editor.mode == .insert)
    #expect(!driver.effects.contains(.leave))

    driver.press("<esc>")
    #expect(driver.editor.mode == .normal)
  }
}
