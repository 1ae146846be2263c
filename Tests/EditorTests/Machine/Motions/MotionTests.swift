import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct MotionTests {
  @Test(arguments: [
    Row("▌abc", "l", "a▌bc"), Row("a▌bc", "h", "▌abc"), Row("▌abc", "h", "▌abc"),
    Row("ab▌c", "l", "ab▌c"), Row("▌abcd", "2l", "ab▌cd"), Row("▌abcd", "9l", "abc▌d"),
    Row("▌abc\ndef", "j", "abc\n▌def"), Row("ab▌c\ndef", "j", "abc\nde▌f"),
    Row("abc\nd▌ef", "k", "a▌bc\ndef"), Row("a▌bc\n\ndef", "jj", "abc\n\nd▌ef"),
    Row("abcde▌f\nab\nabcdef", "jj", "abcdef\nab\nabcde▌f"),
    Row("▌abc\nabcdef\nab", "$jj", "abc\nabcdef\na▌b"),
    Row("▌a\nb\nc\nd", "2j", "a\nb\n▌c\nd"), Row("▌a\nb", "9j", "a\n▌b"),
    Row("a\nb\n▌c", "2k", "▌a\nb\nc"), Row("a\nb\n▌c", "j", "a\nb\n▌c"),
    Row("▌漢字かな", "l", "漢▌字かな"), Row("e\u{301}▌x", "h", "▌e\u{301}x"),
    Row("▌👨‍👩‍👧x", "l", "👨‍👩‍👧▌x"), Row("ab▌c\n漢字", "j", "abc\n漢▌字"),
    Row("漢▌字\nabcd", "j", "漢字\nab▌cd"), Row("▌abc", "<right><right><left>", "a▌bc"),
  ])
  func `motions move by characters and lines`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌foo bar", "w", "foo ▌bar"), Row("▌foo.bar baz", "w", "foo▌.bar baz"),
    Row("▌foo.bar baz", "W", "foo.bar ▌baz"), Row("▌foo.bar baz", "3w", "foo.bar ▌baz"),
    Row("foo ▌bar", "w", "foo ba▌r"), Row("▌foo\nbar", "w", "foo\n▌bar"),
    Row("▌foo\n\nbar", "w", "foo\n▌\nbar"), Row("foo\n▌\nbar", "w", "foo\n\n▌bar"),
    Row("▌foo   \n  bar", "w", "foo   \n  ▌bar"),
    Row("▌foo bar", "e", "fo▌o bar"), Row("fo▌o bar", "e", "foo ba▌r"),
    Row("▌foo.bar", "ee", "foo▌.bar"), Row("▌foo.bar baz", "E", "foo.ba▌r baz"),
    Row("▌foo\n\nbar", "2e", "foo\n\nba▌r"),
    Row("foo ba▌r", "b", "foo ▌bar"), Row("foo ▌bar", "b", "▌foo bar"),
    Row("foo.▌bar", "b", "foo▌.bar"), Row("x foo.▌bar", "B", "x ▌foo.bar"),
    Row("foo\n\n▌bar", "b", "foo\n▌\nbar"), Row("foo\n▌bar", "b", "▌foo\nbar"),
    Row("foo ▌bar", "ge", "fo▌o bar"), Row("foo ba▌r", "ge", "fo▌o bar"),
    Row("foo.x ba▌r", "gE", "foo.▌x bar"), Row("▌naïve café", "w", "naïve ▌café"),
    Row("▌漢字かな", "w", "漢字▌かな"), Row("▌カナ漢字", "w", "カナ▌漢字"),
    Row("▌a_b c", "w", "a_b ▌c"), Row("▌foo bar baz", "2w", "foo bar ▌baz"),
  ])
  func `motions move by words`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("  foo ba▌r", "0", "▌  foo bar"), Row("  foo ba▌r", "^", "  ▌foo bar"),
    Row("▌  foo", "$", "  fo▌o"), Row("▌foo  ", "g_", "fo▌o  "), Row("▌a\nbc", "2$", "a\nb▌c"),
    Row("▌abcdef", "4|", "abc▌def"), Row("▌a\n  b", "+", "a\n  ▌b"), Row("  a\n▌b", "-", "  ▌a\nb"),
    Row("a▌bc", "<end>", "ab▌c"), Row("ab▌c", "<home>", "▌abc"),
    Row("▌a\n  b\nc", "2_", "a\n  ▌b\nc"),
    Row("▌abcabc", "fc", "ab▌cabc"), Row("▌abcabc", "2fc", "abcab▌c"),
    Row("▌abcabc", "tc", "a▌bcabc"), Row("abcab▌c", "Fa", "abc▌abc"),
    Row("abcab▌c", "Ta", "abca▌bc"), Row("▌abcabc", "fc;", "abcab▌c"),
    Row("▌abcabc", "tc;", "abca▌bc"), Row("▌abcabc", "fc;,", "ab▌cabc"),
    Row("▌abc", "fz", "▌abc"), Row("▌ab\ncd", "fc", "▌ab\ncd"), Row("▌a漢b", "f漢", "a▌漢b"),
    Row("▌a b", "f<space>", "a▌ b"), Row("abcab▌c", "Tb,", "abcab▌c"),
  ])
  func `motions move to places in a line`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a\nb\n\nc", "}", "a\nb\n▌\nc"), Row("▌a\n\nb\nc", "2}", "a\n\nb\n▌c"),
    Row("a\n\nb\n▌c", "{", "a\n▌\nb\nc"), Row("a\n▌b", "{", "▌a\nb"),
    Row("▌One. Two. Three.", ")", "One. ▌Two. Three."),
    Row("▌One. Two. Three.", "2)", "One. Two. ▌Three."),
    Row("One. Two. Th▌ree.", "(", "One. Two. ▌Three."),
    Row("One. Two. ▌Three.", "(", "One. ▌Two. Three."),
    Row("▌Is it? (Yes!) Good.", ")", "Is it? ▌(Yes!) Good."),
    Row("▌v1.2 is out. Ok", ")", "v1.2 is out. ▌Ok"),
    Row("▌一。二。", ")", "一。▌二。"),
    Row("▌One.\n\nTwo.", ")", "One.\n▌\nTwo."),
    Row("▌f(a, (b))", "%", "f(a, (b)▌)"), Row("f(a, (b)▌)", "%", "f▌(a, (b))"),
    Row("▌[a\n{b}]", "%", "[a\n{b}▌]"), Row("▌a b", "%", "▌a b"),
    Row("a\nb\n▌c", "gg", "▌a\nb\nc"), Row("▌a\nb\nc", "G", "a\nb\n▌c"),
    Row("▌a\nb\nc\n", "G", "a\nb\n▌c\n"), Row("▌a\nb\nc", "2G", "a\n▌b\nc"),
    Row("▌a\nb\nc", "3gg", "a\nb\n▌c"), Row("▌a\nb\nc\nd", "50%", "a\n▌b\nc\nd"),
    Row("▌x\n# A\ny\n## B", "]]", "x\n▌# A\ny\n## B"),
    Row("▌x\n# A\ny\n## B", "2]]", "x\n# A\ny\n▌## B"),
    Row("# A\ny\n▌z", "[[", "▌# A\ny\nz"),
    Row("▌x\n```\n# no\n```\n# yes", "]]", "x\n```\n# no\n```\n▌# yes"),
  ])
  func `motions move by sentences, paragraphs, headings and brackets`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a foo b foo", "/foo<cr>", "a ▌foo b foo"),
    Row("▌a foo b foo", "/foo<cr>n", "a foo b ▌foo"),
    Row("▌a foo b foo", "/foo<cr>nn", "a ▌foo b foo"),
    Row("▌a foo b foo", "/foo<cr>N", "a foo b ▌foo"),
    Row("a foo b ▌x", "?foo<cr>", "a ▌foo b x"), Row("foo a foo ▌b", "?foo<cr>n", "▌foo a foo b"),
    Row("▌a FOO foo", "/FOO<cr>", "a ▌FOO foo"), Row("▌a Foo", "/foo<cr>", "a ▌Foo"),
    Row("▌a foo", "/Foo<cr>", "▌a foo"), Row("▌foo food foo", "*", "foo food ▌foo"),
    Row("foo food ▌foo", "#", "▌foo food foo"), Row("▌foo food foo", "*n", "▌foo food foo"),
    Row("▌a foo", "/fo<esc>", "▌a foo"), Row("▌a b\nfoo", "2/o<cr>", "a b\nfo▌o"),
    Row("▌x Äpfel", "/äpfel<cr>", "x ▌Äpfel"), Row("▌x a.b", "/a.b<cr>", "x ▌a.b"),
    Row("▌x a12", "/<a-r>\\d+<cr>", "x a▌12"), Row("▌abc", "/<cr>", "▌abc"),
    Row("▌a foo b foo", "/foo<cr>gg/<cr>", "a ▌foo b foo"),
    Row("▌x foo", "/fox<bs>o<cr>", "x ▌foo"), Row("▌x foo", "/zz<c-u>foo<cr>", "x ▌foo"),
  ])
  func `searches move to the matches`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("ab▌c\ndef", "maj`a", "ab▌c\ndef"), Row("ab▌c\ndef", "maj'a", "▌abc\ndef"),
    Row("▌a\nb\nc", "G''", "▌a\nb\nc"), Row("a▌b\nb\nc", "G``", "a▌b\nb\nc"),
    Row("a\nb▌c", "maggOx<esc>`a", "x\na\nb▌c"), Row("▌abc", "'z", "▌abc"),
    Row("▌a b c", "wi1<esc>0`.", "a ▌1b c"),
  ])
  func `marks take the cursor back to their places`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `the ends of a row are those of the screen`() {
    let line = (1...30).map { "word\($0)" }.joined(separator: " ")
    var driver = EditorDriver("▌" + line)
    driver.press("gj")
    let second = driver.editor.cursor
    #expect(second > 40)

    driver.press("g$")
    let end = driver.editor.cursor
    #expect(end > second && end < line.utf8.count - 1)
    driver.press("g0")
    #expect(driver.editor.cursor == second)
    driver.press("dg$")
    #expect(driver.editor.buffer.byteCount == line.utf8.count - (end + 1 - second))
  }
}
