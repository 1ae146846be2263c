import Editor
import Testing
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct NormalOnceTests {
  @Test(arguments: [
    Row("▌one two", "A<c-o>0x<esc>", "▌xone two"), Row("▌one", "A<c-o><esc>x<esc>", "one▌x"),
    Row("▌one", "A<c-o>zzx<esc>", "one▌x"), Row("▌a b c", "i<c-o>dwx<esc>", "▌xb c"),
    Row("▌a b c", "i<c-o>2dwx<esc>", "▌xc"), Row("▌a\nb", "A<c-o>jx<esc>", "a\nb▌x"),
    Row("▌ab", "ylA<c-o>px<esc>", "aba▌x"), Row("▌a\nb", "A1<c-o>oc<esc>", "a1\n▌c\nb"),
    Row("▌abc abc", "A<c-o>/b<cr>x<esc>", "a▌xbc abc"), Row("▌abc", "i<c-o>vlyx<esc>", "▌xabc"),
    Row("▌abc", "R<c-o>lx<esc>", "a▌xc"), Row("▌abc", "A<c-o>d<esc>x<esc>", "abc▌x"),
  ])
  func `one command is done and typing goes on`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌abcd\nefghij\nkl", "A<c-o>jx<esc>", "abcd\nefgh▌xij\nkl"),
    Row("▌abcd\ne\nfghijk", "A<c-o>2jx<esc>", "abcd\ne\nfghi▌xjk"),
    Row("▌abcd\ne\nfghijk", "A<c-o>jx<esc>", "abcd\ne▌x\nfghijk"),
    Row("▌abcd\nefghij", "lli<c-o>jx<esc>", "abcd\nef▌xghij"),
    Row("▌abcd\nefghij", "i<end><c-o>jx<esc>", "abcd\nefghij▌x"),
    Row("▌abcd", "A<c-o>hx<esc>", "ab▌xcd"), Row("▌abcd", "A<c-o>lx<esc>", "abcd▌x"),
    Row("▌abcd", "i<c-o>$x<esc>", "abcd▌x"), Row("▌abcd", "A<c-o>xy<esc>", "abc▌y"),
    Row("▌abcd", "la<c-o>Dx<esc>", "ab▌x"), Row("▌abcd", "A<c-o>~y<esc>", "abcD▌y"),
    Row("▌abcd", "ylA<c-o>pz<esc>", "abcda▌z"),
  ])
  func `typing goes on where vi goes on`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `all keys of a macro or a line are the one command`() throws {
    var driver = EditorDriver("▌abc\nabc")
    driver.press("qq0xq")
    driver.press("jA<c-o>@qy")
    #expect(driver.marked == "bc\ny▌bc")

    driver.press("<c-o>:")
    try driver.run("normal $x")
    driver.press("z<esc>")
    #expect(driver.marked == "bc\ny▌zb")
  }

  @Test func `a command of the application is the one, and typing goes on when it is done`() throws
  {
    var driver = EditorDriver("▌abc\nabc")
    driver.press("A<c-o>:")
    #expect(driver.effects.last == .unhandled(KeyEvent(":")))
    #expect(driver.editor.mode == .normal)

    try driver.run("%s/b/x/")
    #expect(driver.editor.mode == .insert)

    driver.press("<c-o>:")
    driver.editor.resumeTyping()
    driver.press("y<esc>")
    #expect(driver.marked == "axc\n▌yaxc")
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
