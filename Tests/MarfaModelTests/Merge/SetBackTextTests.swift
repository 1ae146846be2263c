import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct SetBackTextTests {
  @Test(arguments: [
    // Nothing was written here: what others went on with is the text.
    ("two one\n", "two one\n", "three two one\n", "three two one\n"),
    // Both went on from what both knew.
    ("two one\nline\n", "two one\nmy line\n", "three two one\nline\n", "three two one\nmy line\n"),
    // Others went on from the older text.
    ("two one\n", "two one\n", "four one\n", "four two one\n"),
    ("one\ntwo\n", "one\ntwo\n", "one\nothers\n", "one\nothers\ntwo\n"),
    ("one\n", "one\n", "", "one\n"),
  ])
  func `nothing of either text is lost`(
    former: String, mine: String, theirs: String, expected: String
  ) {
    #expect(SetBackText.merged(former: former, mine: mine, theirs: theirs) == expected)
  }

  @Test(arguments: [
    ("a b\n", "a b\n", true), ("a b c\n", "a b\n", true), ("a c\n", "a b\n", false),
    ("a\nnew\nb\n", "a\nb\n", true), ("b\na\n", "a\nb\n", false),
  ])
  func `a text extends another one that it has all of`(
    longer: String, text: String, extends: Bool
  ) {
    #expect(SetBackText.extends(longer, text) == extends)
  }
}
