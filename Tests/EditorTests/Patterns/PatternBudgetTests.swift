import Editor
import Testing

@Suite(.timeLimit(.minutes(20))) struct PatternBudgetTests {
  @Test(arguments: [
    "\\(a*\\)*b", "\\(a\\|a\\)*b", "\\(a\\|aa\\)\\+$", "a*a*a*a*a*a*b", "\\(\\(a*\\)*\\)*b",
    "\\(a*\\)\\(a*\\)\\(a*\\)\\1\\2\\3b", "\\(.*\\)\\1\\1c", "\\v(a{1,50}){1,50}b",
  ])
  func `a pattern that has many ways to fail ends soon`(pattern: String) throws {
    var driver = EditorDriver("▌" + String(repeating: "a", count: 3000) + "c")
    try driver.run("s/\(pattern)/x/")

    #expect(driver.editor.mode == .normal)
  }

  @Test(arguments: [
    "(?:(?:){999999}){999999}a", String(repeating: "a{", count: 500),
    String(repeating: "[[:", count: 330) + "]",
  ])
  func `an expression that takes long to read is read soon`(pattern: String) {
    var driver = EditorDriver("▌a")
    driver.press("/<a-r>")
    driver.paste(pattern)
    driver.press("<cr>")

    #expect(driver.editor.mode == .normal)
  }

  @Test(arguments: [
    ("(a|b)+c", "xabac", "-", "x-"), ("a.?c", "abc ac", "-", "- -"),
    ("(?:ab){2}", "ababab", "-", "-ab"),
    ("a+?", "aaa", "-", "---"), ("[^a-c ]+", "abd ef", "-", "ab- -"),
    ("a(?!b)", "ab ac", "-", "ab -c"), ("(.)\\1", "abba", "<$1>", "a<b>a"),
    ("\\bis\\b", "this is", "-", "this -"),
    ("[[:alpha:]_]+\\d", "ab_1 c", "-", "- c"),
    ("\\u{e9}", "cafe\u{301}", "-", "caf-"),
    ("a++b", "aab", "-", "-"), ("\\x41", "BAB", "-", "B-B"),
    ("(?<n>a)", "a", "$1$1", "aa"),
    ("É", "é É", "-", "é -"), ("[à-ü]", "naïve", "-", "na-ve"), ("\\w+", "漢字 é_1", "-", "- -"),
    ("\\s", "a\u{3000}b", "-", "a-b"),
    ("k", "k K \u{212a}", "-", "- - -"), ("@", "a@`b", "-", "a-`b"), ("[z]", "zZ", "-", "--"),
    ("[^z]", "zaZ", "-", "z-Z"), ("é", "e é É", "-", "e - -"),
  ])
  func `an expression finds what it says`(
    pattern: String, text: String, template: String, expected: String
  ) {
    var driver = EditorDriver("▌" + text)
    driver.press("g/<a-r>")
    driver.paste(pattern)
    driver.press("<cr>")
    driver.paste(template)
    driver.press("<cr>a")

    #expect(driver.editor.text == expected)
  }

  @Test(arguments: [
    "(a", "a)", "[a", "*a", "a**", "\\", "a{3,1}", "\\q", "[b-a]", "(?<n", "\\2(a)",
    "(a{999}){999}",
    "[[:nothing:]]", "\\p{Nothing}",
  ])
  func `an expression that cannot be read says why`(pattern: String) {
    var driver = EditorDriver("▌a")
    driver.press("/<a-r>")
    driver.paste(pattern)

    #expect(driver.editor.prompt?.problem?.isEmpty == false)
  }
}
