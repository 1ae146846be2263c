import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct OperatorTests {
  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌abc xyz", "g??", "▌nop klm"), Row("▌abc xyz", "g?w", "▌nop xyz"),
    Row("▌abc\nxyz\nq", "g?j", "▌nop\nklm\nq"), Row("▌Abc", "g?$", "▌Nop"),
    Row("▌abc xyz", "vg?", "▌nbc xyz"), Row("▌abc xyz", "g?g?", "▌nop klm"),
    Row("▌abc\ndef", "Vjg?", "▌nop\nqrs"), Row("a▌bc\ndef", "<c-v>jg?", "a▌oc\ndrf"),
    Row("▌abc é1", "g??", "▌nop é1"), Row("ab▌c def", "g?iw", "▌nop def"),
    Row("▌abc def", "g?ww.", "nop ▌qrs"), Row("▌a\nb\nc", "2g??", "▌n\no\nc"),
    Row("▌abc", "g?wu", "▌abc"),
  ])
  func `letters are turned by thirteen`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌foo bar", "dw", "▌bar"), Row("foo ▌bar", "dw", "foo▌ "),
    Row("foo ▌bar\nbaz", "dw", "foo▌ \nbaz"),
    Row("▌a b c d", "2dw", "▌c d"), Row("▌a b c d", "d2w", "▌c d"), Row("▌a b c d e", "2d2w", "▌e"),
    Row("▌foo bar", "de", "▌ bar"), Row("foo b▌ar", "db", "foo ▌ar"), Row("foo ▌bar", "db", "▌bar"),
    Row("foo ▌bar", "d$", "foo▌ "), Row("foo ▌bar", "D", "foo▌ "), Row("foo ▌bar", "d0", "▌bar"),
    Row("  foo ▌bar", "d^", "  ▌bar"), Row("▌abcabc", "dfc", "▌abc"),
    Row("▌abcabc", "dtc", "▌cabc"),
    Row("abcab▌c", "dFa", "abc▌c"), Row("abcab▌c", "dTa", "abca▌c"),
    Row("▌abcabcabc", "d2fc", "▌abc"),
    Row("a\n▌b\nc", "dd", "a\n▌c"), Row("a\nb\n▌c", "dd", "a\n▌b"), Row("▌a", "dd", "▌"),
    Row("▌a\nb\nc\nd", "2dd", "▌c\nd"), Row("▌a\nb\nc\nd", "d2d", "▌c\nd"),
    Row("▌a\nb", "9dd", "▌"),
    Row("a\n▌b\nc\nd", "dj", "a\n▌d"), Row("a\n▌b\nc\nd", "dk", "▌c\nd"),
    Row("a\n▌b\nc", "dG", "▌a"),
    Row("a\n▌b\nc", "dgg", "▌c"), Row("▌a\nb\n\nc", "d}", "▌\nc"),
    Row("x ▌a\nb\n\nc", "d}", "x▌ \n\nc"),
    Row("f▌(a)b", "d%", "f▌b"), Row("f(a▌)b", "d%", "f▌b"), Row("▌a foo b", "d/foo<cr>", "▌foo b"),
    Row("▌One. Two.", "d)", "▌Two."), Row("▌ab", "dl", "▌b"), Row("a▌b", "dl", "▌a"),
    Row("a▌b", "dh", "▌b"),
    Row("▌ab", "dh", "▌ab"), Row("a▌b\nc", "dh", "▌b\nc"), Row("▌foo\n  bar", "dw", "▌\n  bar"),
    Row("▌\nfoo", "dw", "▌\nfoo"), Row("▌foo\r\nbar", "dd", "▌bar"), Row("a\r\n▌bar", "dd", "▌a"),
    Row("▌e\u{301}x", "dl", "▌x"), Row("▌漢字かな", "dw", "▌かな"), Row("a▌b c", "dge", "▌ c"),
    Row("▌a\nb\nc", "jd'a", "a\n▌b\nc"), Row("a▌bcd", "mal2d`a", "a▌cd"),
    Row("▌a\nb\nc", "majjd'a", "▌"), Row("▌a\nb\nc", "d/c<cr>", "▌c"),
    Row("a\nb▌", "o<esc>kdd", "▌a\n"), Row("  ▌a", "d0", "▌a"), Row("▌abc", "d<esc>x", "▌bc"),
    Row("▌foo bar baz", "dW", "▌bar baz"),
    Row("a\n▌b\n", "dd", "▌a\n"), Row("a\n▌b\n", "ddp", "a\n▌b\n"),
    Row("▌a\n\nb", "d2}", "▌"),
  ])
  func `d deletes the text of its motion`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌foo bar", "cwx<esc>", "▌x bar"), Row("▌foo bar baz", "2cwx<esc>", "▌x baz"),
    Row("▌foo bar", "cex<esc>", "▌x bar"), Row("f▌oo bar", "cwx<esc>", "f▌x bar"),
    Row("fo▌o bar", "cwx<esc>", "fo▌x bar"),
    Row("foo▌ bar", "cwx<esc>", "foo▌xbar"), Row("  f▌oo\nbar", "ccx<esc>", "  ▌x\nbar"),
    Row("  f▌oo\nbar", "Sx<esc>", "  ▌x\nbar"),
    Row("foo ▌bar", "Cx<esc>", "foo ▌x"), Row("foo ▌bar", "c$x<esc>", "foo ▌x"),
    Row("▌abc", "sx<esc>", "▌xbc"),
    Row("▌abc", "2sx<esc>", "▌xc"), Row("▌abc", "clx<esc>", "▌xbc"),
    Row("a(▌b c)d", "ci(x<esc>", "a(▌x)d"),
    Row("▌a\nb\nc", "cjx<esc>", "▌x\nc"), Row("▌\na", "ccx<esc>", "▌x\na"),
    Row("▌\na", "sx<esc>", "▌x\na"),
    Row("foo ▌bar", "c0x<esc>", "▌xbar"), Row("▌foo.bar", "cWx<esc>", "▌x"),
    Row("▌a b", "c/b<cr>x<esc>", "▌xb"),
  ])
  func `c replaces the text of its motion`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌foo bar", "yw$p", "foo barfoo▌ "), Row("▌foo bar", "yeP", "fo▌ofoo bar"),
    Row("▌a\nb", "yyp", "a\n▌a\nb"),
    Row("▌a\nb", "yyP", "▌a\na\nb"), Row("▌a\nb\nc", "2yyjjp", "a\nb\nc\n▌a\nb"),
    Row("▌a\nb", "Yjp", "a\nb\n▌a"),
    Row("▌a\nb", "yy2p", "a\n▌a\na\nb"), Row("▌ab", "x3p", "baa▌a"), Row("▌ab", "xp", "b▌a"),
    Row("▌ab", "xP", "▌ab"),
    Row("▌a\nb\nc", "ddp", "b\n▌a\nc"), Row("a\n▌b", "ddP", "▌b\na"),
    Row("a\n▌b", "yyjp", "a\nb\n▌b"),
    Row("a\nb▌c", "yk", "▌a\nbc"), Row("▌a b", "yip", "▌a b"), Row("▌foo\nbar", "yj", "▌foo\nbar"),
    Row("▌\nb", "ylp", "▌\nb"), Row("ab▌c\nd", "vjyP", "ab▌c\ndc\nd"), Row("▌ab", "\"_xp", "▌b"),
  ])
  func `y and p copy and put text`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a", ">>", "    ▌a"), Row("    ▌a", "<lt><lt>", "▌a"), Row("  ▌a", "<lt><lt>", "▌a"),
    Row("▌a\nb\nc", ">j", "    ▌a\n    b\nc"),
    Row("▌a\n\nb", ">2j", "    ▌a\n\n    b"), Row("▌- a", ">>", "  ▌- a"),
    Row("▌1. a", ">>", "   ▌1. a"), Row("  ▌- a", "<lt><lt>", "▌- a"),
    Row("▌a\nb", "2>>", "    ▌a\n    b"), Row("▌a b\n\nc", ">ip", "    ▌a b\n\nc"),
    Row("\t▌a", "<lt><lt>", "▌a"), Row("\t▌a", ">>", "\t\t▌a"),
    Row("▌foo Bar", "g~w", "▌FOO Bar"), Row("▌foo Bar", "gUU", "▌FOO BAR"),
    Row("▌FOO Bar", "guu", "▌foo bar"), Row("▌foo Bar", "gUgU", "▌FOO BAR"),
    Row("▌FOO Bar", "gugu", "▌foo bar"), Row("▌foo bar", "gUiw", "▌FOO bar"),
    Row("▌straße", "gUiw", "▌STRASSE"), Row("▌aBc", "g~~", "▌AbC"),
    Row("▌abc", "~~", "AB▌c"), Row("▌aBc", "3~", "Ab▌C"), Row("ab▌c", "~", "ab▌C"),
    Row("▌äb", "~", "Ä▌b"),
    Row("▌a\nb", "J", "a▌ b"), Row("▌a\n  b\nc", "3J", "a b▌ c"), Row("▌a\n\nb", "J", "▌a\nb"),
    Row("▌a \nb", "J", "a ▌b"), Row("▌(a\n)", "J", "(a▌)"),
    Row("▌a", "J", "▌a"), Row("▌> a\n> b", "J", "> a▌ b"), Row("▌a\nb\nc", "VjJ", "a▌ b\nc"),
    Row("▌a\r\nb", "J", "a▌ b"),
  ])
  func `shifting, case and joining`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌abc", "x", "▌bc"), Row("▌abc", "2x", "▌c"), Row("▌abc", "9x", "▌"),
    Row("ab▌c", "x", "a▌b"), Row("ab▌c", "X", "a▌c"),
    Row("ab▌c", "2X", "▌c"), Row("▌abc", "X", "▌abc"), Row("▌", "x", "▌"),
    Row("▌abc", "rx", "▌xbc"), Row("▌abc", "2rx", "x▌xc"),
    Row("▌ab", "3rx", "▌ab"), Row("a▌bc", "r<cr>", "a\n▌c"), Row("▌abc", "Rxy<esc>", "x▌yc"),
    Row("a▌b", "Rxyz<esc>", "axy▌z"),
    Row("▌abc", "Rxy<bs><bs><esc>", "▌abc"), Row("▌abc", "Rx<bs>y<esc>", "▌ybc"),
    Row("▌e\u{301}b", "rx", "▌xb"), Row("▌abc", "r漢", "▌漢bc"),
  ])
  func `x, X, r and R change single clusters`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a 7 b", "<c-a>", "a ▌8 b"), Row("▌a 9", "5<c-a>", "a 1▌4"), Row("▌x3", "<c-x>", "x▌2"),
    Row("▌0", "<c-x>", "-▌1"), Row("a▌ -1", "3<c-a>", "a ▌2"), Row("▌007", "<c-a>", "00▌8"),
    Row("2026-11-▌22", "<c-a>", "2026-11-2▌3"), Row("2026-1▌1-09", "<c-x>", "2026-1▌0-09"),
    Row("▌1\n1", "<c-a>j.", "2\n▌2"), Row("▌ab", "<c-a>", "▌ab"),
    Row("12▌ ab", "<c-a>", "12▌ ab"),
    Row("▌99999999999999999999", "<c-a>", "▌99999999999999999999"),
  ])
  func `Ctrl-a and Ctrl-x change the number at the cursor`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test(arguments: [
    Row("▌a\n  b", "J", "a▌ b"), Row("▌a\n  b", "gJ", "a▌  b"), Row("▌a\nb\nc", "3gJ", "ab▌c"),
    Row("▌a\n", "J", "▌a\n"), Row("▌a\nb\n", "9J", "a▌ b\n"), Row("▌a\nb\nc", "gJ.", "ab▌c"),
  ])
  func `J and gJ join lines`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  // What vim 9 makes of them, whose empty text is one line.
  @Test(arguments: [
    Row("a\n▌b\n", "dj", "a\n▌b\n"), Row("▌a\nb\n", "d3j", "▌"), Row("a\n▌b\n", "dk", "▌"),
    Row("a\n▌b\n", "d+", "a\n▌b\n"),
    Row("x\n\n▌a b\nc\n", "d}", "x\n▌\n"), Row("x\n\na ▌b\nc\n", "d}", "x\n\na▌ \n"),
    Row("▌a b\nc\n", "}x", "a b\n▌\n"), Row("a. ▌b\nc\n", "d)", "a.▌ \n"),
    Row("a\n▌\n", "d}", "a\n▌\n"), Row("a ▌b\n", "dw", "a▌ \n"), Row("▌a b\n", "wwx", "a▌ \n"),
    Row("▌a\nb\n", "dG", "▌"), Row("▌a\nb\n", "ggVGd", "▌"), Row("▌a\nb", "dG", "▌"),
    Row("▌\n\na\n\n", "dG", "▌"), Row("▌a\n", "dd", "▌"), Row("▌a", "dd", "▌"),
    Row("▌one two\n", "cgez<esc>", "▌one two\n"), Row("▌a b\nc\n", "d2}", "▌a b\nc\n"),
    Row("a ▌b\n", "wx", "a▌ \n"), Row("a ▌b\n", "de", "a▌ \n"), Row("▌a b\n", "d5e", "▌\n"),
    Row("▌abc\n", "d9|", "▌c\n"),
    Row("▌a b\nc\n", "5wx", "a b\n▌\n"),
    Row("▌a b\n", "d5w", "▌\n"), Row("a\n▌b\n", "d2w", "a\n▌\n"),
    Row("▌a b\n  c\nd\n", "d3w", "▌d\n"), Row("a ▌b\nc\n", "d2w", "a▌ \n"),
  ])
  func `nothing is taken after the text`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }
}
