import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct VisualGrowthTests {
  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌One two three four", "vawawd", "▌three four"),
    Row("One ▌two three", "viwiwd", "One ▌three"),
    Row("▌A b. C d. E f.\nx", "vasasd", "▌E f.\nx"), Row("aa bb cc ▌dd", "vhawd", "aa bb▌d"),
    Row("▌a b c d", "vawawd", "▌c d"), Row("One ▌two\nfive six", "wviwd", "One two\n▌ six"),
  ])
  func `another word or sentence is taken along`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a\nb\nc\nd\n", "jjVjugvd", "a\n▌b\n"), Row("▌ab\ncd\ne", "VjUgvd", "▌e"),
    Row("▌abcd", "vlUgvd", "▌cd"), Row("▌abcd", "vlrxgvd", "▌cd"), Row("▌abcd", "lvl~gvd", "a▌d"),
  ])
  func `a selection is made again after its letters changed`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a\nb\nc\nd\n", "jjv$d", "a\nb\n▌d\n"), Row("a\n▌b\n", "v$d", "a\n▌\n"),
    Row("▌ab\ncd\nef\n", "v$jd", "▌ef\n"), Row("▌ab\ncd\n", "v$>", "    ▌ab\ncd\n"),
    Row("▌ab\ncd\nef\n", "v$J", "ab▌ cd\nef\n"), Row("▌ab\ncd\n", "v$cQ<esc>", "▌Qcd\n"),
    Row("▌ab\ncd\n", "v$rx", "▌xx\ncd\n"), Row("▌ab\ncd\n", "v$hd", "▌\ncd\n"),
    Row("▌ab c\nd\n", "v$bd", "▌\nd\n"), Row("▌ab\ncd\n", "v$ohd", "▌cd\n"),
    Row("▌ab\nc\n", "v$<esc>gvd", "▌c\n"), Row("▌ab\ncd\ne\n", "v$d.", "▌e\n"),
    Row("▌ab\ncd\ne\n", "$vd", "▌a\ncd\ne\n"), Row("▌ab\ncde\nf\n", "$vjd", "a▌f\n"),
    Row("▌ab\ncd\n", "$vohd", "▌\ncd\n"), Row("▌ab\ncd\ne\n", "v$<esc>jvd", "ab\n▌c\ne\n"),
    Row("▌ab\ncd\n", "ylv$p", "▌acd\n"), Row("▌ab\ncd\n", "v$U", "▌AB\ncd\n"),
    Row("▌ab\n  cd\nef\n", "VjgJ", "ab▌  cd\nef\n"),
    Row("▌ab\ncd\ne\n", "j$vkd", "a▌b\ne\n"), Row("▌ab\ncd\nef\n", "jj$vkkd", "a▌b\n"),
    Row("▌abc\ncd\ne\n", "j$vkhd", "a▌b\ne\n"), Row("▌ab\n\ncd\n", "jj$vkd", "ab\n▌\n"),
    Row("▌ab\ncd\ne\n", "j$vkcX<esc>", "ab▌X\ne\n"),
    Row("▌ab\ncd\ne\n", "j$vky$p", "a▌b\ncd\ncd\ne\n"),
  ])
  func `to the end of a line is with what ends it`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a.\nb.\nOne here.\nTwo.\nc\n", "jjdis", "a.\nb.\n▌Two.\nc\n"),
    Row("▌One a.\nTwo.\nc\n", "dis", "▌Two.\nc\n"),
    Row("▌x (a b) c", "di(", "x (▌) c"), Row("▌x [a] c", "di]", "x [▌] c"),
    Row("▌x {a} c", "da{", "x ▌ c"), Row("▌x (a b) c", "vi(d", "x (▌) c"),
    Row("▌x ) (a b) c", "di(", "▌x ) (a b) c"), Row("(a) ▌x (b) (c", "di(", "(a) x (▌) (c"),
    Row("▌a b\nc\n", "gwapx", "▌ b c\n"), Row("a ▌b\nc\n", "gwapx", "a ▌ c\n"),
  ])
  func `sentences, brackets and gw are vi's`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    "=ap", "!ap", "g@ap", "zfap", "zyap", "=iw", "g`q", "gr", "gcap", "gcc", "zuw", "zug",
  ])
  func `nothing of a command that there is not is done`(keys: String) {
    #expect(EditorDriver.result("▌ab cd\n", keys) == "▌ab cd\n")
  }

  @Test(arguments: [
    Row("a▌bc def", "dvb", "▌c def"), Row("▌abc\ndef\nx", "dvj", "▌def\nx"),
    Row("▌abc def\nx", "dVw", "▌x"), Row("▌abc def", "dve", "▌c def"),
  ])
  func `characters or lines are taken as v and V say`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }
}
