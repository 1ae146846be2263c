import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct GlobalCommandTests {
  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌a\nxb\nc\nxd\ne", "g/x/m$", "a\nc\ne\nxb\n▌xd"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/m0", "▌xd\nxb\na\nc\ne"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/m-2", "xb\na\n▌xd\nc\ne"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/t.", "a\nxb\nxb\nc\nxd\n▌xd\ne"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/t$", "a\nxb\nc\nxd\ne\nxb\n▌xd"),
    Row("▌a\nxb\nc\nxd\ne", "g/./m0", "▌e\nxd\nc\nxb\na"),
    Row("▌xa\nb\nxc\nd", "v/x/m0", "▌d\nb\nxa\nxc"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/.,+1d", "▌a"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/-1j", "a xb\n▌c xd\ne"),
    Row("▌xa\nb\nxc\nd", "g/x/+s/$/!/", "xa\nb!\nxc\n▌d!"),
    Row("▌x1\nx2\nx3", "g/x/j", "x1 x2\n▌x3"),
    Row("▌xa\nb\nxc", "2,3g/x/m0", "▌xc\nxa\nb"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/normal Ay", "a\nxby\nc\nxd▌y\ne"),
    Row("▌a\n  xb\n", "g/x/normal x", "a\n▌ xb\n"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/normal dd", "a\nc\n▌e"),
    Row("▌a\nxb\nc\nxd\ne", "g/x/normal iw", "a\nwxb\nc\n▌wxd\ne"),
    Row("▌xa\nb\nxc\nd", "g/x/norm o- ", "xa\n- \nb\nxc\n-▌ \nd"),
    Row("▌a\nb", "g/./norm yyp", "a\na\nb\n▌b"),
    Row("▌xa\nb\nxc\nd", "g/x/norm ddp", "b\nxa\nd\n▌xc"),
  ])
  func `something is done at each line with a match, whatever becomes of the others`(
    row: Row
  ) throws {
    var driver = EditorDriver(row.before)
    try driver.run(row.keys)
    #expect(driver.marked == row.after)

    // It is one step.
    driver.press("u")
    #expect(driver.editor.text == row.before.replacing("▌", with: ""))
    #expect(!driver.editor.history.canUndo)
  }

  @Test func `a command that fails at one line is done at the others`() throws {
    var driver = EditorDriver("▌xa-b\nxa\nxc-d")

    try driver.run("g/x/normal f-x")

    #expect(driver.editor.text == "xab\nxa\nxcd")
  }

  @Test func `deleted and yanked text goes to a register`() throws {
    var driver = EditorDriver("▌xa\nb\nxc\nd")

    try driver.run("g/x/d a")
    driver.press("\"ap")

    #expect(driver.editor.text == "b\nd\nxa\nxc")
  }

  @Test func `the lines of a long text are moved in one pass`() async throws {
    let text = (0..<20_000).map { $0 % 2 == 0 ? "x\($0)" : "y\($0)" }.joined(separator: "\n")
    var driver = EditorDriver(text)

    try driver.run("g/x/m$")
    await driver.finishWork()

    let lines = driver.editor.text.split(separator: "\n")
    #expect(lines.count == 20_000)
    #expect(lines[0..<10_000].allSatisfy { $0.hasPrefix("y") })
    #expect(lines[10_000] == "x0")
    #expect(lines.last == "x19998")
  }
}
