import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExCommandTests {
  private func driver(_ before: String, _ line: String) throws -> EditorDriver {
    var driver = EditorDriver(before)
    try driver.run(line)
    return driver
  }

  @Test(arguments: [
    Row("▌a\nb\nc", "2", "a\n▌b\nc"), Row("▌a\n  b\n", "$", "a\n  ▌b\n"),
    Row("▌a\nb\nc", "99", "a\nb\n▌c"), Row("▌a\nb\nc\nd", "2,3d", "a\n▌d"),
    Row("a\n▌b\nc", "d", "a\n▌c"), Row("a\n▌b\nc", ".,$d", "▌a"), Row("▌a\nb", "%d", "▌"),
    Row("▌a\nb\nc", "1,2j", "▌a b\nc"), Row("▌a\nb", "%>", "    a\n    ▌b"),
    Row("▌a a\na a", "s/a/x/", "▌x a\na a"), Row("▌a a\na a", "s/a/x/g", "▌x x\na a"),
    Row("▌a a\na a", "%s/a/x/", "x a\n▌x a"), Row("▌a a\na a", "%s/a/x/g", "x x\n▌x x"),
    Row("▌a\na\na", "2,3s/a/x/", "a\nx\n▌x"), Row("▌a/b", "s#/#-#", "▌a-b"),
    Row("▌a/b", "s/\\//-/", "▌a-b"), Row("▌a(b)", "s/(b)/c/", "▌ac"),
    Row("▌a.b axb", "s/a.b/y/g", "▌y y"), Row("▌a.b axb", "s/a\\.b/y/g", "▌y axb"),
    Row("▌k1 k22", "s/k\\(\\d\\+\\)/\\1v/g", "▌1v 22v"), Row("▌foo", "s/o/[&]/g", "▌f[o][o]"),
    Row("▌a b", "s/ /\\r/", "▌a\nb"), Row("▌foo food", "s/\\<foo\\>/x/g", "▌x food"),
    Row("▌A a", "s/a/x/g", "▌A x"), Row("▌A a", "s/a/x/gI", "▌A x"), Row("▌Aa", "s/A/x/gi", "▌xx"),
    Row("▌price", "s/price/$1/", "▌$1"), Row("▌ab", "s/b//", "▌a"), Row("▌ab", "s/b", "▌a"),
    Row("▌a\nb", "%s/$/;/", "a;\n▌b;"), Row("▌a\nb", "%s/^/> /", "> a\n▌> b"),
    Row("▌a\n\nb\n", "%s/^$/-/", "a\n▌-\nb\n"), Row("▌ab", "s/x*/-/g", "▌-a-b-"),
    Row("▌a\nxb\nc\nxd", "g/x/d", "a\n▌c"), Row("▌xa\nb\nxc\nd\n", "g/x/d", "b\n▌d\n"),
    Row("▌xa\nxb", "g/x/d", "▌"), Row("▌a\nxb\nc", "v/x/d", "▌xb"),
    Row("▌a\nxb\nc", "g!/x/d", "▌xb"),
    Row("▌a\n\nb\n\n\nc", "g/^$/d", "a\nb\n▌c"), Row("▌a\n \nb\n\n", "g/^\\s*$/d", "a\n▌b\n"),
    Row("▌xa\nb\nxc\nxd", "1,3g/x/d", "b\n▌xd"),
    Row("▌xa a\na\nxa a", "g/x/s/a/b/g", "xb b\na\n▌xb b"),
    Row("▌xa a\na", "g/x/s/a/b/", "▌xb a\na"), Row("▌xa\nb\nxc", "g/x/>", "    xa\nb\n    ▌xc"),
    Row("▌xa\nb\nxc\nd", "g/x/j", "xa b\n▌xc d"), Row("▌a/b\nc", "g#/#d", "▌c"),
    Row("▌k1\nk\nk22", "g/k\\d\\+/d", "▌k"), Row("▌one two", "gq", "▌one two"),
  ])
  func `a line of command mode acts on the text`(row: Row) throws {
    #expect(try driver(row.before, row.keys).marked == row.after)
  }

  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌a\nb\nc\nd", "1m2", "b\n▌a\nc\nd"), Row("▌a\nb\nc\nd", "2,3m0", "b\n▌c\na\nd"),
    Row("▌a\nb\nc\nd", "1,2m$", "c\nd\na\n▌b"), Row("▌a\nb\nc\nd", "4m1", "a\n▌d\nb\nc"),
    Row("▌a\nb\nc\nd", "m+", "b\n▌a\nc\nd"), Row("▌a\nb\nc\nd", "3m.-1", "▌c\na\nb\nd"),
    Row("▌a\nb\nc\n", "1m$", "b\nc\n▌a\n"), Row("▌a\r\nb\r\n", "1m$", "b\r\n▌a\r\n"),
    Row("▌a\nb\nc\nd", "1,3m3", "a\nb\n▌c\nd"), Row("▌a\nb\nc\nd", "2,3move 1", "a\nb\n▌c\nd"),
    Row("▌a\nb\nc\nd", "2t0", "▌b\na\nb\nc\nd"), Row("▌a\nb\nc", "t.", "a\n▌a\nb\nc"),
    Row("▌a\nb\nc\nd", "1,2co$", "a\nb\nc\nd\na\n▌b"), Row("▌a\nb\n", "copy $", "a\nb\n▌a\n"),
    Row("▌a\nb\nc", "y", "▌a\nb\nc"), Row("a\n▌b\nc", "-d", "▌b\nc"),
    Row("▌a\nb\nc\nd", ".,+2d", "▌d"), Row("▌a\nb\nc\nd", "$-1d", "a\nb\n▌d"),
    Row("▌a\nb\nc\nd", "/c/d", "a\nb\n▌d"), Row("a\nb\nc\n▌d", "?b?d", "a\n▌c\nd"),
    Row("▌a\nb\nc\nd", "/b/,/d/d", "▌a"), Row("▌a\nb\nc\nd", "/b/+1", "a\nb\n▌c\nd"),
    Row("▌a\nb\nc", ",$d", "▌"), Row("▌a\nb\nc", "d 2", "▌c"), Row("▌a\nb\nc", "j3", "▌a b c"),
    Row("▌a\nb\nc", "2>9", "a\n    b\n    ▌c"), Row("▌a\nb\nc\nd", "1,2d x 2", "a\n▌d"),
    Row("▌Aa", "s/\\ca/x/g", "▌xx"), Row("▌Aa", "s/a\\C/x/gi", "▌Ax"),
    Row("▌a b", "s/\\v(a) (b)/\\2\\1/", "▌ba"), Row("▌a(b)", "s/\\v\\(b\\)/c/", "▌ac"),
    Row("▌foo food", "s/\\v<foo>/x/g", "▌x food"), Row("a\n▌b", "undo", "a\n▌b"),
  ])
  func `lines are moved and copied, and named by distance and pattern`(row: Row) throws {
    #expect(try driver(row.before, row.keys).marked == row.after)
  }

  @Test(arguments: ["1,3m1", "2,3m2", "'qm0", "m'q", "/q/d", "m/q/"])
  func `lines are moved neither into themselves nor to where nothing is`(line: String) throws {
    let driver = try driver("▌a\nb\nc", line)

    #expect(driver.marked == "▌a\nb\nc")
    #expect(driver.effects.contains(.bell))
    #expect(!driver.editor.history.canUndo)
  }

  @Test(arguments: [
    ("99d", EditorMessage.noLine(99, last: 3)), ("2,99d", .noLine(99, last: 3)),
    ("$+1d", .noLine(4, last: 3)), (".+9d", .noLine(10, last: 3)), ("-5d", .noLine(-4, last: 3)),
    ("-9", .noLine(-8, last: 3)), ("1m9", .noLine(9, last: 3)), ("1t9", .noLine(9, last: 3)),
    ("99pu", .noLine(99, last: 3)), ("99s/a/x/", .noLine(99, last: 3)),
    ("99normal x", .noLine(99, last: 3)), ("1,99j", .noLine(99, last: 3)),
    ("99ka", .noLine(99, last: 3)), ("g/b/+9d", .noLine(11, last: 3)),
    ("2,1d", .backwardsLines(2, 1)), ("3,2y", .backwardsLines(3, 2)),
    ("v/[abc]/d", .patternInEachLine("[abc]")), ("g/q/d", .patternNotFound("q")),
  ])
  func `lines that are nowhere or run backwards are reported, and none is changed`(
    line: String, message: EditorMessage
  ) throws {
    let driver = try driver("▌a\nb\nc\n", line)

    #expect(driver.effects.contains(.message(message)))
    #expect(driver.editor.text == "a\nb\nc\n")
    #expect(!driver.editor.history.canUndo)
  }

  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌a\nb\nc", "+9", "a\nb\n▌c"), Row("▌a\nb\nc", "0d", "▌b\nc"),
    Row("a\n▌b\nc", "0s/a/x/", "▌x\nb\nc"), Row("▌a\nb\nc", "3d5", "a\n▌b"),
    Row("▌b\na\nC\nc", "sort", "▌C\na\nb\nc"), Row("b\n▌a\nB\na\n", "sort", "▌B\na\na\nb\n"),
    Row("▌b\na\nB\nA", "sort i", "▌a\nA\nb\nB"), Row("▌b\na\nB\nA\na", "sort iu", "▌a\nb"),
    Row("▌b\na\nb", "sort u", "▌a\nb"), Row("▌b2\na10\nx\nc1\ny", "sort n", "▌x\ny\nc1\nb2\na10"),
    Row("▌b2\na10\nx\nc1\ny", "sort! n", "▌a10\nb2\nc1\ny\nx"),
    Row("▌b2\nc2\na1\nb2", "sort nu", "▌a1\nb2\nc2\nb2"),
    Row("▌x1 b\nx1 a\nx0", "sort! n", "▌x1 a\nx1 b\nx0"), Row("▌b\na\nc", "sort!", "▌c\nb\na"),
    Row("▌B\nb\na\nB", "sort! iu", "▌B\na"), Row("▌c\nb\na\nz", "2,3sort", "c\n▌a\nb\nz"),
    Row("▌-3\n2\n-10\n x -4", "sort n", "▌-10\n x -4\n-3\n2"),
    Row("▌a-3\na2", "sort n", "▌a-3\na2"), Row("▌b\n\na\n", "sort", "▌\na\nb\n"),
    Row("▌é\nz\na", "sort", "▌a\nz\né"), Row("▌b\na", "sort!n", "▌a\nb"),
    Row("▌b\na", "sor", "▌a\nb"), Row("▌b\na", "sort  u n", "▌b\na"),
    Row("▌x18446744073709551616\nx2", "sort n", "▌x2\nx18446744073709551616"),
    Row("▌b\r\na\r\n", "sort", "▌a\r\nb\r\n"),
  ])
  func `lines are sorted, and numbers that are near enough go to a line`(row: Row) throws {
    #expect(try driver(row.before, row.keys).marked == row.after)
  }

  @Test func `lines go to registers and come from them`() throws {
    var driver = try driver("▌a\nb\nc", "2d x")
    try driver.run("y y")
    try driver.run("1pu x")
    try driver.run("0put! y")

    #expect(driver.marked == "▌c\na\nb\nc")
    try driver.run("d +")
    #expect(driver.effects.contains(.setClipboard("c\n")))
  }

  @Test func `a mark is set, and a command line is undone and redone`() throws {
    var driver = try driver("▌a\nb\nc", "2ka")
    try driver.run("'am$")
    #expect(driver.editor.text == "a\nc\nb")

    try driver.run("u")
    #expect(driver.editor.text == "a\nb\nc")
    try driver.run("red")
    #expect(driver.editor.text == "a\nc\nb")
  }

  @Test func `the last substitution is done again in a line, or in all with its flags`() throws {
    var driver = try driver("▌a a\na a\na a\nb", "s/a/x/g")
    driver.press("j&")
    #expect(driver.editor.text == "x x\nx a\na a\nb")

    try driver.run("2s/a/x/g")
    driver.press("g&")
    #expect(driver.editor.text == "x x\nx x\nx x\nb")
  }

  @Test func `the last line runs again`() throws {
    var driver = try driver("▌a\nb\nc\nd\ne", "d")

    driver.press("@:")
    #expect(driver.editor.text == "c\nd\ne")
    driver.press("2@@")
    #expect(driver.editor.text == "e")
  }

  @Test(arguments: [
    "", "w", "quit", "note.new", "search", "s", "sort x", "sortn", "s/a/b/zz", "1,", "zz", "g",
    "g/a/",
    "g/a/zz", "g/a/noh",
    "m", "t", "m x", "t 1 2", "norm", "normal", "d xy", "d x y", "j x", "> x", "d 0", "pu xy", "k",
    "kab", "g/a/u", "g/a/sort",
    "g/a/.s/a/b/c",
  ])
  func `other lines are not the editor's`(line: String) {
    #expect(ExCommand(line) == nil)
  }

  @Test func `a line acts on what was selected`() throws {
    var driver = EditorDriver("a\n▌a\na\na")
    driver.press("Vj")

    driver.effects += driver.editor.run(try #require(ExCommand("'<,'>s/a/x/")), at: driver.time)

    #expect(driver.marked == "a\nx\n▌x\na")
    #expect(driver.editor.mode == .normal)
  }

  @Test func `a substitution is one step, and asks if its flag says so`() throws {
    var driver = try driver("▌a a a", "s/a/x/gc")
    #expect(driver.editor.confirmation?.total == 3)

    driver.press("nl")
    #expect(driver.marked == "a ▌x a")
    driver.press("u")
    #expect(driver.editor.text == "a a a")
  }

  @Test func `a line's change of many lines is one step, and its text can be put`() throws {
    let text = (0..<1000).map { $0 % 3 == 0 ? "x\($0)" : "y\($0)" }.joined(separator: "\n")
    var driver = try driver(text, "g/x/d")
    #expect(driver.editor.buffer.lineCount == 666)
    #expect(!driver.editor.text.contains("x"))
    #expect(driver.effects.contains(.message(.deleted(lines: 334))))

    driver.press("u")
    #expect(driver.editor.text == text)

    driver.press("<c-r>ggP")
    #expect(driver.editor.text.hasPrefix("x0\nx3\nx6\n"))
  }

  @Test func `a pattern on no line changes nothing`() throws {
    let driver = try driver("▌a\nb", "g/q/d")

    #expect(driver.marked == "▌a\nb")
    #expect(driver.effects.contains(.message(.patternNotFound("q"))))
  }

  @Test func `an empty pattern is the last one`() throws {
    var driver = EditorDriver("▌foo bar")
    driver.press("/bar<cr>")

    driver.effects += driver.editor.run(try #require(ExCommand("s//x/")), at: driver.time)

    #expect(driver.editor.text == "foo x")
  }

  @Test func `a pattern that is nowhere, and a bad one, are reported`() throws {
    #expect(try driver("▌a", "s/q/x/").effects.contains(.message(.patternNotFound("q"))))
    let bad = try driver("▌a", "s/\\(a/x/").effects
    #expect(bad.contains { if case .message(.badPattern) = $0 { true } else { false } })
  }

  @Test func `a mark that is not set is refused`() throws {
    let driver = try driver("▌a\nb", "'q,$d")

    #expect(driver.effects.contains(.bell))
    #expect(driver.marked == "▌a\nb")
  }

  @Test func `a line number is a jump that can be gone back`() throws {
    var driver = try driver("▌a\nb\nc", "3")

    driver.press("''")

    #expect(driver.marked == "▌a\nb\nc")
  }

  @Test func `the matches of a search are hidden until the next one`() throws {
    var driver = EditorDriver("▌a b")
    driver.press("/b<cr>")

    driver.effects += driver.editor.run(try #require(ExCommand("noh")), at: driver.time)
    driver.press("<esc>")

    #expect(driver.effects.contains(.leave))
  }

  @Test(arguments: [
    Row("a\nb\nc\n▌d\n", "3,d", "a\n▌b\n"), Row("a\nb\nc\n▌d\n", "4,d", "a\nb\n▌c\n"),
    Row("a\n▌b\nc\nd\n", ",3d", "a\n▌d\n"), Row("▌a\nb\n", "%d", "▌"),
    Row("▌\n\na\n\n", "%d", "▌"), Row("▌a b\nA\nc\n", "/a/d", "▌A\nc\n"),
  ])
  func `a line that is left out is the cursor's, and a pattern takes capitals as written`(row: Row)
    throws
  {
    #expect(try driver(row.before, row.keys).marked == row.after)
  }
}
