import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct VisualTests {
  @Test(arguments: [
    Row("▌abcd", "vl", "#[ab|]#cd"), Row("ab▌cd", "vh", "a#[|bc]#d"),
    Row("▌abc\ndef", "vj", "#[abc\nd|]#ef"), Row("▌abc\ndef", "V", "#[abc|]#\ndef"),
    Row("▌abc\ndef", "Vj", "#[abc\ndef|]#"),
    Row("▌abcd", "vlo", "#[|ab]#cd"), Row("▌foo bar", "viw", "#[foo|]# bar"),
    Row("▌foo bar baz", "viwiw", "#[foo |]#bar baz"), Row("foo ▌bar", "vaw", "foo#[ bar|]#"),
    Row("▌a\nb\n\nc", "vip", "#[a\nb|]#\n\nc"),
    Row("▌abc", "vv", "▌abc"), Row("▌abc", "vl<esc>", "a▌bc"), Row("▌abc", "vl<esc>gv", "#[ab|]#c"),
    Row("▌abc", "vlV", "#[abc|]#"), Row("▌a foo", "v/foo<cr>", "#[a f|]#oo"),
    Row("f(▌a, b)", "vi(", "f(#[a, b|]#)"),
    Row("▌abc\nd", "v$", "#[abc\n|]#d"), Row("▌漢字a", "vl", "#[漢字|]#a"),
  ])
  func `visual mode extends the selection`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌abcd", "vld", "▌cd"), Row("▌abcd", "vlx", "▌cd"), Row("▌abc\ndef\nghi", "Vjd", "▌ghi"),
    Row("▌abcd", "vlcx<esc>", "▌xcd"), Row("▌abcd", "vlsx<esc>", "▌xcd"),
    Row("▌abc\ndef", "Vcx<esc>", "▌x\ndef"),
    Row("a▌bcd", "vly$p", "abcdb▌c"), Row("▌abcd", "vlrx", "▌xxcd"),
    Row("▌ab\ncd", "vjrx", "▌xx\nxd"), Row("▌abcd", "vlU", "▌ABcd"), Row("▌ABCD", "vlu", "▌abCD"),
    Row("▌aBcd", "vl~", "▌Abcd"),
    Row("▌a\nb\nc", "Vj>", "    ▌a\n    b\nc"), Row("▌a\nb", "Vj2>", "        ▌a\n        b"),
    Row("        ▌a", "V<lt>", "    ▌a"), Row("▌a\nb\nc", "vjJ", "a▌ b\nc"),
    Row("▌foo bar", "yewviwp", "foo fo▌o"),
    Row("▌foo bar", "yewviwpp", "foo fooba▌r"), Row("▌foo bar baz", "yewviwPwviwP", "foo foo fo▌o"),
    Row("▌a\nb", "yyjVp", "a\n▌a"), Row("▌ab\nc", "yyjvp", "ab\n\n▌ab\n"),
    Row("▌abc", "vlIx<esc>", "▌xabc"), Row("▌abc", "vlAx<esc>", "ab▌xc"),
    Row("a▌bc\nd", "vX", "▌d"), Row("a▌bc\nd", "vSx<esc>", "▌x\nd"),
    Row("a▌bc\nd", "vYp", "abc\n▌abc\nd"), Row("ab▌c", "vohd", "▌a"),
    Row("▌abc\n\ndef", "jvd", "abc\n▌def"), Row("a▌bc\nd", "v$d", "a▌d"),
    Row("▌a b", "vwmayw`a", "a ▌b"),
  ])
  func `an operator acts on the visual selection`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }
}
