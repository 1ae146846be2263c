import MarfaModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SharedWordsTests {
  @Test(arguments: [
    ("two ", "two ", "two "),
    ("three two ", "two ", "three two "),
    ("two ", "three two ", "three two "),
    ("two three", "two", "two three"),
    ("two", "two three", "two three"),
    ("mine two three ", "yours two three ", "yours mine two three "),
    ("first line\nsecond line\n", "first line\nmy line\n", "first line\nmy second line\n"),
  ])
  func `words of one origin are there once, and those of both sides`(
    present: String, added: String, expected: String
  ) throws {
    let edits = try #require(SharedWords.edits(of: present, adding: added))

    #expect(TextReplacement.apply(edits, to: present) == expected)
  }

  @Test(arguments: [
    ("", "mine"), ("mine", "theirs"), ("a long line of theirs", "one of mine, of another kind"),
    ("\n", "\n\n"), ("twofold", "two"),
  ])
  func `texts that share less than half are texts of their own`(present: String, added: String) {
    #expect(SharedWords.edits(of: present, adding: added) == nil)
  }

  @Test func `no word of either is missing, whatever both wrote`() throws {
    var numbers = SplitMix64(seed: 5)
    for _ in 0..<300 {
      func text() -> String {
        (0..<Int.random(in: 1...8, using: &numbers))
          .map { _ in ["rye", "wheat", "oat", "salt"].randomElement(using: &numbers) ?? "" }
          .joined(separator: Bool.random(using: &numbers) ? " " : "\n") + " "
      }
      let (present, added) = (text(), text())
      guard let edits = SharedWords.edits(of: present, adding: added) else { continue }
      let words = TextReplacement.apply(edits, to: present).split(whereSeparator: \.isWhitespace)
      for side in [present, added] {
        var rest = words[...]
        for word in side.split(whereSeparator: \.isWhitespace) {
          let place = try #require(rest.firstIndex(of: word), "\(present)|\(added)|\(words)")
          rest = rest[(place + 1)...]
        }
      }
    }
  }
}
