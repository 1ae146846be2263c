import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct TextRebaseTests {
  private static func rebased(_ base: String, _ sent: String, _ present: String) -> String {
    TextReplacement.apply(TextRebase.edits(from: base, to: sent, in: present), to: present)
  }

  @Test(arguments: [
    ("one two three", "one 2 three", "one two three", "one 2 three"),
    ("one two three", "one 2 three", "zero one two three", "zero one 2 three"),
    ("one two three", "one two 3", "1 two three", "1 two 3"),
    ("one two three", "one three", "one two three four", "one three four"),
    ("a\nb\nc\n", "a\nb\nc\nd\n", "z\na\nb\n", "z\na\nb\nd\n"),
    ("", "mine", "theirs", "minetheirs"),
    ("text", "text", "other text", "other text"),
    ("line", "two line", "three two line", "three two line"),
    ("line", "three two line", "two line", "three two line"),
    ("a\n", "a\nnew words here\nmine\n", "a\nnew words here\n", "a\nnew words here\nmine\n"),
    ("by 8 now", "by 9 now", "by 9 now", "by 9 now"),
    ("héllo wörld", "héllo new wörld", "oh héllo wörld", "oh héllo new wörld"),
  ])
  func `a change of an older text is made at its place in the present one`(
    base: String, sent: String, present: String, expected: String
  ) {
    #expect(Self.rebased(base, sent, present) == expected)
  }

  @Test func `text of others within a deleted stretch stays`() {
    let base = "first line\nsecond line\nthird line\n"
    let present = "first line\nsecond NEW line\nthird line\n"

    let result = Self.rebased(base, "first line\nthird line\n", present)

    #expect(result.contains("NEW"))
    #expect(result.hasPrefix("first line\n") && result.hasSuffix("third line\n"))
    #expect(!result.contains("second"))
  }

  @Test func `where both wrote at one place both stand`() {
    let result = Self.rebased("The cat sat.", "The dog sat.", "The cow sat.")

    #expect(result.contains("og") && result.contains("ow"))
  }

  @Test func `offsets are those of scalars`() {
    let text = "a\u{E9}\u{1F600}b"
    let edits = [
      TextReplacement(range: 0..<1, text: "A"), TextReplacement(range: 7..<7, text: "X"),
      TextReplacement(range: 8..<8, text: "Y"),
    ]

    let scalars = TextReplacement.scalars(of: edits, in: text)

    #expect(scalars.map(\.from) == [0, 3, 4])
    #expect(scalars.map(\.to) == [1, 3, 4])
    #expect(scalars.map(\.text) == ["A", "X", "Y"])
  }
}
