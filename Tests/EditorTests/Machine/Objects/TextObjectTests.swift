import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct TextObjectTests {
  @Test(arguments: [
    Row("foo b▌ar baz", "diw", "foo ▌ baz"), Row("foo b▌ar baz", "daw", "foo ▌baz"),
    Row("foo b▌ar", "daw", "fo▌o"), Row("f▌oo bar", "daw", "▌bar"),
    Row("foo▌  bar", "diw", "foo▌bar"), Row("foo▌  bar baz", "daw", "foo▌ baz"),
    Row("▌a b c d", "2daw", "▌c d"), Row("▌a b c d", "d3iw", "▌ c d"),
    Row("x foo.b▌ar y", "diW", "x ▌ y"), Row("x foo.b▌ar y", "daW", "x ▌y"),
    Row("foo.b▌ar", "diw", "foo▌."), Row("  f▌oo", "daw", " ▌ "),
    Row("▌漢字かな", "diw", "▌かな"), Row("a\n▌\nb", "diw", "a\n▌\nb"),
    Row("One. T▌wo x. Three.", "dis", "One. ▌ Three."),
    Row("One. T▌wo x. Three.", "das", "One. ▌Three."), Row("One. T▌wo.", "das", "One▌."),
    Row("▌One. Two.", "dis", "▌ Two."), Row("a\n▌b\n\nc", "dip", "▌\nc"),
    Row("a\n▌b\n\nc", "dap", "▌c"), Row("a\n\n▌b\nc", "dap", "▌a"),
    Row("a\n▌\n\nb", "dip", "a\n▌b"), Row("▌a\n\nb\n\nc", "d2ap", "▌c"),
    Row("▌a\n\nb", "yipGp", "a\n\nb\n▌a"),
    // What vim 9 makes of them.
    Row("a\n\n▌b\n", "dap", "▌a\n"), Row("a\n\n▌b\n", "vapd", "▌a\n"),
    Row("a\n▌\n", "dap", "a\n▌\n"), Row("▌a\n\nb\n", "d3ip", "▌"),
    Row("▌a\n\nb\n", "d4ip", "▌a\n\nb\n"), Row("▌a\n\nb", "d3ap", "▌a\n\nb"),
    Row("a\n\n▌b\n", "d2ap", "a\n\n▌b\n"), Row("a\n▌\nb\n", "d2ap", "a\n▌\nb\n"),
    Row("a\n▌\nb\n\nc\n", "d2ap", "▌a\n"), Row("▌a\n\nb", "vapd", "▌b"),
    Row("▌a\n\nb", "vipipd", "▌b"), Row("▌a\nbcd\n\nd", "vipipd", "▌d"),
    Row("▌a\n\nb\n\nc", "v2apd", "▌c"), Row("▌a\n\nb\n\nc", "vapapd", "▌c"),
    Row("▌a\nb\nc\n\nd", "vjapd", "▌d"), Row("▌ab\ncd\n\nef\ngh\n\ni", "vapapd", "▌i"),
    Row("▌ab\ncd\n\nef\ngh\n\ni", "vipipipd", "▌\ni"), Row("▌ab\ncd\n\ne", "vipjd", "▌e"),
    Row("▌a\n\nb", "GdipGp", "a\n\n▌b\n"), Row("a\n\n▌b", "dd", "a\n▌\n"),
    Row("a\n\n▌b", "ddu", "a\n\n▌b"), Row("▌a\n\nb\n\nc", "Vipd", "▌b\n\nc"),
    Row("a\n▌b\nc\n\nd", "Vipd", "▌\nd"), Row("a\n▌b\nc\n\nd", "Vapd", "▌d"),
    Row("a\n▌b\n", "dd", "▌a\n"), Row("a\n▌b\nc\n", "djp", "a\n▌b\nc\n"),
  ])
  func `words, sentences, paragraphs`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("a \"b ▌c\" d", "di\"", "a \"▌\" d"), Row("a \"b ▌c\" d", "da\"", "a ▌d"),
    Row("▌a \"b\" c", "di\"", "a \"▌\" c"), Row("a 'b▌c' d", "di'", "a '▌' d"),
    Row("a `b▌c` d", "ci`x<esc>", "a `▌x` d"), Row("\"a\" b▌c \"d\"", "di\"", "\"a\" bc \"▌\""),
    Row("a ▌b", "di\"", "a ▌b"), Row("\"a\\\"▌b\"", "di\"", "\"▌\""),
    Row("f(a, ▌b)", "di(", "f(▌)"), Row("f(a, ▌b)", "da(", "▌f"), Row("f(a, ▌b)", "dib", "f(▌)"),
    Row("f▌(a)", "di)", "f(▌)"), Row("f(a▌)", "di(", "f(▌)"),
    Row("(a (▌b) c)", "d2i(", "(▌)"), Row("(a (▌b) c)", "di(", "(a (▌) c)"),
    Row("(a\n▌b\nc)", "di(", "(▌)"), Row("[a ▌b]", "di[", "[▌]"), Row("[a ▌b]", "da]", "▌"),
    Row("{a ▌b}", "di{", "{▌}"), Row("{a ▌b}", "diB", "{▌}"), Row("<lt ▌b>", "di<lt>", "<▌>"),
    Row("x <a▌b> y", "da>", "x ▌ y"), Row("a ▌b", "di(", "a ▌b"),
    Row("(▌a)", "vi(d", "(▌)"), Row("((▌ab))", "vi(i(d", "(▌)"), Row("▌x (a)", "di(", "x (▌)"),
    // What vim 9 makes of them.
    Row("{\n  ▌a\n}", "diB", "{\n▌}"), Row("{\n▌a\n  }", "diB", "{\n  ▌}"),
    Row("{\n▌a\n}", "daB", "▌"), Row("x {\n▌a\n} y", "daB", "x ▌ y"),
    Row("x {\n▌a\n} y", "diB", "x {\n▌} y"), Row("x {▌a\nb\n} y", "diB", "x ▌{\n} y"),
    Row("x {\n▌a\nb} y", "diB", "x {\n▌} y"), Row("{\n▌}", "diB", "{\n▌}"),
    Row("{▌}", "diB", "{▌}"), Row("{▌}", "ciBx<esc>", "{▌x}"),
    Row("{\n▌a\nb\n}", "viBd", "{\n▌}"), Row("{\n▌a\nb\n}", "ciBx<esc>", "{\n▌x\n}"),
    Row("(\n▌\n)", "di(", "(\n▌)"), Row("(\n▌a\n\n)", "dib", "(\n▌)"),
    Row("{ {▌a} }", "d2iB", "{▌}"), Row("{ {▌a} }", "d2aB", "▌"), Row("{ {▌a} }", "vaBaBd", "▌"),
    Row("{\n{\n▌a\n}\n}", "diB", "{\n{\n▌}\n}"), Row("{\n{▌ab}\n}", "viBiBd", "{\n▌}"),
    Row("{\n{\n▌abc\n}\n}", "viBiBd", "{\n▌}"), Row("{ {▌ab} c }", "v2iBd", "{▌}"),
    Row("x(\n\t▌a,\n\tb\n)", "yibP", "x(\n\t▌a,\n\tb\n\ta,\n\tb\n)"),
    Row("<\n▌a\n>", "di<lt>", "<\n▌>"), Row("<a <▌b> c>", "d2i>", "<▌>"),
    Row("<a ▌=> b>", "di<lt>", "<▌> b>"), Row("x <▌a> y", "va<lt>d", "x ▌ y"),
    Row("x <▌a> y", "ci>q<esc>", "x <▌q> y"), Row("x ▌<a> y", "di<lt>", "x <▌> y"),
  ])
  func `text objects select quotes and brackets`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("# A\nx\n## B\n▌y\n## C\nz", "dah", "# A\nx\n▌## C\nz"),
    Row("# A\nx\n## B\n\n▌y\n\n## C\nz", "dih", "# A\nx\n## B\n\n▌\n## C\nz"),
    Row("▌# A\nx\n## B\ny\n# C", "dah", "▌# C"), Row("# A\n▌x\n# C", "dah", "▌# C"),
    Row("▌x\n# C", "dah", "▌x\n# C"), Row("# A\n```\n# no\n```\n▌x\n# B", "dah", "▌# B"),
    Row("- a\n- ▌b\n  - c\n- d", "dal", "- a\n▌- d"),
    Row("- a\n- ▌b c\n- d", "dil", "- a\n-▌ \n- d"), Row("- a\n  mo▌re\n- b", "dal", "▌- b"),
    Row("1. a\n2. ▌b\n\n   c\n3. d", "dal", "1. a\n▌3. d"), Row("- [ ] t▌ask", "dil", "- [ ]▌ "),
    Row("▌plain", "dal", "▌plain"),
    Row("x\n```swift\nlet ▌a\nb\n```\ny", "dic", "x\n```swift\n▌```\ny"),
    Row("x\n```\nlet ▌a\n```\ny", "dac", "x\n▌y"), Row("x\n▌```\na\n```\ny", "dac", "x\n▌y"),
    Row("x\n```\na\n▌```\ny", "dac", "x\n▌y"), Row("▌x\n```\na\n```", "dac", "▌x\n```\na\n```"),
    Row("a [t▌ext](http://x) b", "dik", "a [▌](http://x) b"),
    Row("a [t▌ext](http://x) b", "dak", "a ▌ b"), Row("a [[No▌te]] b", "dik", "a [[▌]] b"),
    Row("a [[No▌te|shown]] b", "dik", "a [[Note|▌]] b"),
    Row("a https://x.org/▌a. b", "dak", "a ▌. b"), Row("a ▌b", "dak", "a ▌b"),
  ])
  func `text objects select parts of Markdown`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  // What vim 9 makes of them.
  @Test(arguments: [
    Row("one ▌two\nthree four\n", "d2aw", "one ▌four\n"),
    Row("one two▌  \n  three four\n", "daw", "one two▌ four\n"),
    Row("one ▌two\n  three four\n", "d2aw", "one▌ four\n"),
    Row("one ▌two\n\nthree four\n", "d2aw", "one▌ four\n"),
    Row("one ▌two\nthree four\n", "d3aw", "on▌e\n"),
    Row("one ▌two\nthree four\n", "d2iw", "one ▌ four\n"),
    Row("one ▌two\nthree four\n", "d3iw", "one ▌four\n"),
    Row("one ▌two\nthree four\n", "v2awd", "one ▌four\n"),
    Row("▌\none two\n", "daw", "▌ two\n"), Row("x one▌ \n", "daw", "x one▌ \n"),
    Row("▌\nb\nc\n", "daw", "▌c\n"), Row("a\n▌b\nc\nd\n", "d2iw", "a\n▌d\n"),
    Row("▌(a\nb)\nc\n", "da(", "▌c\n"), Row("x\na▌b\nc\n", "yip", "▌x\nab\nc\n"),
    Row("  ▌one\ntwo\n", "daw", " ▌ \ntwo\n"), Row("a  ▌one\ntwo\n", "daw", "▌a\ntwo\n"),
  ])
  func `words go on in the next line`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }
}
