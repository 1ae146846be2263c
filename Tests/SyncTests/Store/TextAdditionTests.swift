import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct TextAdditionTests {
  @Test(arguments: [
    ("a\n", "a\nb\n", "a\nb\n", true), ("a\n", "a\nb\n", "a\nb\nc\n", true),
    ("a\n", "a\nb\n", "a\nc\n", false), ("a z", "a b z", "a b c z", true),
    ("a z", "a b z", "a z", false), ("a z", "a b z", "a b c", false), ("", "é", "éa", true),
    ("aa", "aaa", "aaa", true), ("aa", "aaa", "aa", false),
  ])
  func `an addition is in a text that has it at the same place`(
    old: String, new: String, text: String, isIn: Bool
  ) throws {
    #expect(try #require(TextAddition(from: old, to: new)).isIn(text) == isIn)
  }

  @Test(arguments: [("a b", "a"), ("a b", "a b"), ("a b", "a c d"), ("a b c", "b c a b")])
  func `anything else than something added is none`(old: String, new: String) {
    #expect(TextAddition(from: old, to: new) == nil)
  }
}
