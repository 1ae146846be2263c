import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct ViPatternTests {
  // What vim 9 makes of them; after `:%s/\n//` its cursor is where the last line began.
  @Test(arguments: [
    Row("▌the a quick", "s/the\\|quick/x/g", "▌x a x"), Row("▌aab aaab", "s/a\\{2}/x/", "▌xb aaab"),
    Row("▌aab aaab", "s/a\\{3\\}/x/", "▌aab xb"), Row("▌aab", "s/a\\{-1,}/x/", "▌xab"),
    Row("▌a*b a", "s/*b/x/", "▌ax a"), Row("▌a{b}", "s/{b}/x/", "▌ax"),
    Row("▌a[b]c", "s/[]b[]/x/g", "▌axxxc"), Row("▌a]b", "s/]/x/", "▌axb"),
    Row("▌x^y$z", "s/x^/q/", "▌qy$z"), Row("▌x^y$z", "s/y$z/q/", "▌x^q"),
    Row("▌abc", "s/bx\\=c/-/", "▌a-"), Row("▌aBc", "s/\\u/x/", "▌axc"),
    Row("▌foo bar", "s/\\(o\\)\\1/X/", "▌fX bar"), Row("▌a b\t\n", "s/\\s\\+$//", "▌a b\n"),
    Row("▌a1", "s/[[:digit:]]/x/", "▌ax"), Row("▌a+b", "s/a+/x/", "▌xb"),
    Row("▌a\nb\nc\n", "%s/\\n//", "▌abc\n"), Row("▌a\nb\nc\n", "1s/\\n/-/", "▌a-b\nc\n"),
    Row("▌It is", "s/[aeiou]//g", "▌It s"), Row("▌The the", "s/the/x/g", "▌The x"),
    Row("▌The the", "s/the/x/gi", "▌x x"), Row("▌B\nb\n", "g/b/d", "▌B\n"),
  ])
  func `patterns of a line are vi's`(row: Row) throws {
    var driver = EditorDriver(row.before)
    try driver.run(row.keys)
    #expect(driver.marked == row.after)
  }

  @Test(arguments: [
    Row("▌a quick the", "/the\\|quick<cr>", "a ▌quick the"), Row("▌a THE", "/\\cthe<cr>", "a ▌THE"),
    Row("▌a THE the", "/\\Cthe<cr>", "a THE ▌the"), Row("▌a THE", "/the<cr>", "a ▌THE"),
    Row("▌a the The", "/The<cr>", "a the ▌The"), Row("▌b aab", "/a\\{2}<cr>", "b ▌aab"),
    Row("▌foo food foo", "/\\<foo\\><cr>", "foo food ▌foo"), Row("▌x a[", "/a[<cr>", "x ▌a["),
    Row("▌a b\nc", "/b\\nc<cr>", "a ▌b\nc"), Row("▌the The the", "*", "the The ▌the"),
    Row("a b\nc ▌d", "?b\\nc<cr>", "a ▌b\nc d"),
  ])
  func `a pattern asked for by key is written as in a line`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `a pattern is reported as it was typed`() throws {
    var driver = EditorDriver("▌a")
    driver.press("/q\\|z<cr>")
    #expect(driver.effects.contains(.message(.patternNotFound("q\\|z"))))
  }
}
