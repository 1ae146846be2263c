import Editor
import Testing

@Suite struct TextObjectTests {
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
    Row("(▌a)", "vi(d", "(▌)"), Row("((▌ab))", "vi(i(d", "(▌)"), Row("▌x (a)", "di(", "▌x (a)"),
  ])
  func `quotes and brackets`(row: Row) {
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
  func `markdown`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }
}
