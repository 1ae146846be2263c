import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct CommandChainTests {
  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌a\nb\nc\nd\n", "2d|d", "a\n▌d\n"), Row("▌a b\nb a", "s/a/x/|%s/b/y/", "x y\n▌y a"),
    Row("▌a|b", "s/|/x/", "▌axb"), Row("▌a\nb\nc\n", "g/b/s/b/x/|s/x/y/", "a\n▌y\nc\n"),
    Row("▌a b\nc d", "1s/ /\\r/|2s/b/-/", "a\n▌-\nc d"),
    Row("▌a\nb\nc\nd\n", "2;+1d", "a\n▌d\n"), Row("▌a a\na a", "s/a/x/g|2&&", "x x\n▌x x"),
    Row("▌a a\na a", "s/a/x/g|2&", "x x\n▌x a"), Row("▌a b a", "s/a/x/|s/b/~z/", "▌x xz a"),
  ])
  func `commands go on after a bar, and from a line after a semicolon`(row: Row) throws {
    var driver = EditorDriver(row.before)
    try driver.run(row.keys)
    #expect(driver.marked == row.after)
    #expect(driver.undoAll() == 1)
  }

  @Test(arguments: [
    "s/a/b/c|d", "g/a/s/a/b/|s/b/c/c", "g/a/d|u", "g/a/s/a/b/|g/b/d", "d|", "d|wq",
  ])
  func `a line that would ask in its middle, or with a part that there is not, is none`(
    line: String
  ) {
    #expect(ExCommand(line) == nil)
  }

  @Test func `a command that is done again asks at the end of a line only`() throws {
    var driver = EditorDriver("▌a a\na a")
    try driver.run("s/a/x/c")
    driver.press("q")
    try driver.run("&&|d")
    #expect(driver.marked == "▌a a\na a")
    try driver.run("g/a/&&")
    #expect(driver.marked == "a a\n▌a a")
    try driver.run("1|&&")
    driver.press("y")
    #expect(driver.marked == "▌x a\na a")
  }

  @Test func `a command that fails ends the line`() throws {
    var driver = EditorDriver("▌a\nb\n")
    try driver.run("s/q/x/|d")
    #expect(driver.marked == "▌a\nb\n")
  }
}
