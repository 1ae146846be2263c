import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct WordDifferenceTests {
  /// The difference with removed words in brackets and added ones in braces.
  private func shown(_ old: String, _ new: String) -> [String] {
    WordDifference(from: old, to: new).lines.map { line in
      line.pieces.map { piece in
        switch piece.kind {
        case .same: piece.text
        case .removed: "[\(piece.text)]"
        case .added: "{\(piece.text)}"
        }
      }.joined()
    }
  }

  @Test(arguments: [
    ("a\nb\n", "a\nb\n", ["a", "b"]),
    (
      "The rent was raised by 8 % now.\n", "The rent was raised by 7 % now.\n",
      ["The rent was raised by [8]{7} % now."]
    ),
    ("one\ntwo\n", "one\n", ["one", "[two]"]),
    ("one\n", "one\n\ntwo\n", ["one", "", "{two}"]),
    (
      "wholly different words", "nothing is kept here",
      ["[wholly different words]", "{nothing is kept here}"]
    ),
    (
      "a long line of words\nsame\n", "a longer line of words\nsame\n",
      ["a [long]{longer} line of words", "same"]
    ),
    ("x", "x\n", ["x"]), ("", "", []),
    (
      "it is five degrees", "it is five degrees\nand rain",
      ["it is five degrees", "{and rain}"]
    ),
  ])
  func `words that changed are told apart within their line`(
    old: String, new: String, expected: [String]
  ) {
    #expect(shown(old, new) == expected)
  }

  @Test func `a text and itself differ nowhere`() {
    #expect(WordDifference(from: "a\nb", to: "a\nb").isEmpty)
    #expect(!WordDifference(from: "a\nb", to: "a\nc").isEmpty)
  }
}
