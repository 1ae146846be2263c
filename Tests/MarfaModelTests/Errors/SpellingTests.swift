import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ab", "ba", 1), ("theme", "thmee", 1),
    ("abc", "abc", 0),
  ])
  func `the distance counts edits`(left: String, right: String, distance: Int) {
    #expect(Spelling.distance(left, right) == distance)
    #expect(Spelling.distance(right, left) == distance)
  }

  @Test(arguments: [
    ("thme", "theme"), ("CLIPBORD", "clipboard"), ("title", "terminal.title"), ("mes", "messages"),
  ])
  func `a near word is suggested`(word: String, expected: String) {
    let candidates = ["theme", "clipboard", "terminal.title", "messages"]

    #expect(Spelling.suggestion(for: word, among: candidates) == expected)
  }

  @Test func `a word without a near candidate gets no suggestion`() {
    #expect(Spelling.suggestion(for: "xyz", among: ["theme", "clipboard"]) == nil)
    #expect(Spelling.hint(for: "xyz", among: []) == "")
  }
}
