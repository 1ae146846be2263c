import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReplacementTemplateTests {
  // What vim 9 makes of them.
  @Test(arguments: [
    Row("▌foo boo", "s/o/\\U&/g", "▌fOO bOO"), Row("▌foo bar", "s/\\w\\+/\\u&/g", "▌Foo Bar"),
    Row("▌FOO bar", "s/\\w\\+/\\L\\u&/g", "▌Foo Bar"), Row("▌Foo", "s/F/\\l&/", "▌foo"),
    Row("▌foo bar", "s/\\(f\\)\\(o*\\)/\\u\\1\\U\\2x\\Ey/", "▌FOOXy bar"),
    Row("▌ab", "s/a/\\Ux\\ey/", "▌Xyb"), Row("▌a", "s/a/[\\0&\\&]/", "▌[aa&]"),
    Row("▌a", "s/a/\\~/", "▌~"),
  ])
  func `the case of what is put in can be set`(row: Row) throws {
    var driver = EditorDriver(row.before)
    try driver.run(row.keys)
    #expect(driver.marked == row.after)
  }
}
