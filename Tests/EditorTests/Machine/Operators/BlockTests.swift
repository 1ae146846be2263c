import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlockTests {
  @Test(arguments: [
    Row("a▌bcd\nefgh\nijkl", "<c-v>jld", "a▌d\neh\nijkl"),
    Row("a▌bcd\nefgh\nijkl", "<c-v>jjx", "a▌cd\negh\nikl"),
    Row("abc▌d\nefgh", "<c-v>jhhd", "▌a\ne"), Row("abcd\nef▌gh", "<c-v>khd", "a▌d\neh"),
    Row("a▌bcd\ne\nijkl", "<c-v>jjld", "a▌d\ne\nil"),
    Row("a▌bcd\nef\nijkl", "<c-v>jj$d", "▌a\ne\ni"),
    Row("a▌bcd\nefghij", "<c-v>jD", "▌a\ne"), Row("▌漢字x\nabcd", "<c-v>jd", "▌字x\ncd"),
    Row("▌漢字x\nabcdef", "l<c-v>jd", "漢▌x\nabef"), Row("a▌bc\ndef", "<c-v>jrx", "a▌xc\ndxf"),
    Row("a▌bc\ndef\nghi", "<c-v>jlrx", "a▌xx\ndxx\nghi"), Row("a▌bc\ndef", "<c-v>jl~", "a▌BC\ndEF"),
    Row("a▌bc\ndef", "<c-v>jlU", "a▌BC\ndEF"), Row("A▌BC\nDEF", "<c-v>ju", "A▌bC\nDeF"),
    Row("▌abc\ndef", "<c-v>j>", "    ▌abc\n    def"), Row("a▌bc\ndef", "<c-v>jJ", "abc▌ def"),
    Row("▌abcd\nefgh\nijkl\nmnop", "<c-v>jldjj.", "cd\ngh\n▌kl\nop"),
    Row("▌ab\ncd", "<c-q>jd", "▌b\nd"), Row("▌abc\ndef", "<c-v>jlo<esc>", "▌abc\ndef"),
    Row("▌abc\ndef", "<c-v>jlO<esc>", "abc\n▌def"), Row("▌abc\ndef", "<c-v>j<c-v>x", "abc\n▌ef"),
    Row("▌abc\ndef", "<c-v>jvd", "▌ef"), Row("▌abc\ndef", "v<c-v>jd", "▌bc\nef"),
  ])
  func `a block is deleted and changed by its columns`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a\nb\nc", "<c-v>jjI- <esc>", "▌- a\n- b\n- c"),
    Row("▌ab\n\ncd", "<c-v>jjlI-<esc>", "▌-ab\n-\n-cd"),
    Row("a▌b\nc\nef", "<c-v>jjI-<esc>", "a▌-b\nc-\ne-f"),
    Row("ab▌c\nd\nefg", "<c-v>jjI-<esc>", "ab▌-c\nd\nef-g"),
    Row("a▌b\nc\nefg", "<c-v>jjA-<esc>", "a▌b-\nc -\nef-g"),
    Row("▌ab\nc\ndef", "<c-v>jj$A;<esc>", "▌ab;\nc;\ndef;"),
    Row("a▌bc\ndef", "<c-v>jcx<esc>", "a▌xc\ndxf"),
    Row("a▌bc\nd\nefg", "<c-v>jjcx<esc>", "a▌xc\ndx\nexg"),
    Row("a▌bc\ndefg", "<c-v>jCx<esc>", "a▌x\ndx"), Row("▌a\nb", "<c-v>jIxy<bs>z<esc>", "▌xza\nxzb"),
    Row("▌a\nb\nc\nd", "<c-v>jIx<esc>jj.", "xa\nxb\n▌xc\nxd"),
    Row("▌a\nb", "<c-v>jIx<cr><esc>", "x\n▌a\nb"),
    Row("▌a\nb", "<c-v>jI<esc>", "▌a\nb"),
  ])
  func `text typed at a block is typed in each line`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("a▌bc\ndef", "<c-v>jy$p", "abc▌b\ndefe"), Row("▌abc\ndef", "<c-v>jyP", "▌aabc\nddef"),
    Row("▌ab\ncd\n12\n3", "<c-v>jyjjp", "ab\ncd\n1▌a2\n3c"),
    Row("▌ab\nc\n12\n34", "<c-v>j$yjjP", "ab\nc\n▌ab12\nc 34"),
    Row("▌ab\ncd", "<c-v>jyjp", "ab\nc▌ad\n c"), Row("▌ab\ncd\n", "<c-v>jyjp", "ab\nc▌ad\n c\n"),
    Row("▌ab\ncd", "<c-v>jy2P", "▌aaab\ncccd"),
    Row("▌ab\ncd x", "<c-v>jyjwviwp", "ab\ncd ▌a\n   c"),
    Row("▌x\nab\ncd", "yljl<c-v>jp", "x\na▌x\nc"),
  ])
  func `a block is put next to the text`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `a block is one step of undo, and is selected again`() {
    var driver = EditorDriver("a▌bcd\nefgh")
    driver.press("<c-v>jd")
    #expect(driver.editor.text == "acd\negh")

    driver.press("u")
    #expect(driver.editor.text == "abcd\nefgh")

    driver.press("gv")
    #expect(driver.editor.mode == .visualBlock)
    driver.press("<esc>")

    driver.press("gg0<c-v>jI> <esc>u")
    #expect(driver.editor.text == "abcd\nefgh")
    #expect(driver.editor.mode.word == "NORMAL")
  }

  @Test func `the selected columns are shown in each line`() {
    var driver = EditorDriver("a▌bcd\ne\nijkl")
    driver.press("<c-v>jjl")

    let reversed = driver.reversedCells(columns: 6, rows: 3)

    #expect(reversed == [" ##   ", "      ", " ##   "])
    #expect(driver.editor.mode.word == "V-BLOCK")
  }
}
