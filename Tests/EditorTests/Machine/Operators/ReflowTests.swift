import Editor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReflowTests {
  @Test(arguments: [
    Row("▌one two three four five six", "gqq", "one two\nthree four\n▌five six"),
    Row("▌one\ntwo\nthree\n\nfour", "gqj", "▌one two\nthree\n\nfour"),
    Row("▌one\ntwo\n\nthree\nfour", "gqG", "one two\n\n▌three four"),
    Row("▌one\ntwo\n\nthree\nfour", "gqip", "▌one two\n\nthree\nfour"),
    Row("▌- one two three\n  four\n- five", "gqG", "- one two\n  three\n  four\n▌- five"),
    Row("▌1. one two three", "gqq", "1. one two\n   ▌three"),
    Row("▌- [ ] one two", "gqq", "- [ ] one\n      ▌two"),
    Row("▌> one\n>> two", "gqj", "> one\n▌>> two"),
    Row("▌> one two three\n> four", "gqj", "> one two\n> three\n▌> four"),
    Row("▌# one two three four", "gqq", "▌# one two three four"),
    Row("▌| one | two | three |", "gqq", "▌| one | two | three |"),
    Row(
      "▌```\none two three four\n```\none two three", "gqG",
      "```\none two three four\n```\none two\n▌three"),
    Row("▌onetwothreefour five", "gqq", "onetwothreefour\n▌five"),
    Row("▌one twotwo - three", "gqq", "one twotwo -\n▌three"),
    Row("▌one two 1. three", "gqq", "one two 1.\n▌three"),
    Row("▌one  \ntwo three four", "gqj", "one  \ntwo three\n▌four"),
    Row("  ▌one two three", "gqq", "  one two\n  ▌three"),
    Row("▌漢字漢字漢字漢", "gqq", "漢字漢字漢\n▌字漢"), Row("▌漢字\n漢字", "gqj", "▌漢字漢字"),
    Row("▌one two three four", "Vgq", "one two\n▌three four"),
    Row("▌one\r\ntwo three\r\n", "gqj", "one two\r\n▌three\r\n"),
    Row("▌one two three\n\nfour five six", "gqqjj.", "one two\nthree\n\nfour five\n▌six"),
    Row("▌\n", "gqq", "▌\n"), Row("▌a", "gqgq", "▌a"),
  ])
  func `gq fills the lines of a paragraph`(row: Row) {
    var options = EditorOptions()
    options.textWidth = 10

    #expect(EditorDriver.result(row.before, row.keys, options: options) == row.after)
  }

  @Test(arguments: 0..<30)
  func `filling twice is filling once, and no word is lost`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 500)
    var options = EditorOptions()
    options.textWidth = Int.random(in: 1...40, using: &random)
    let text = random.text(pieces: 60)
    func words(_ text: String) -> String {
      text.filter { !$0.isWhitespace && $0 != ">" }
    }

    var driver = EditorDriver(text, options: options)
    driver.press("gggqG")
    let once = driver.editor.text
    driver.press("gggqG")

    #expect(words(once) == words(text))
    #expect(driver.editor.text == once)
    expectInvariants(driver.editor, "seed \(seed)")
  }
}
