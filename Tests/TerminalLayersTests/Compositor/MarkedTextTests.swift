import MarfaSDK
import TerminalLayers
import Testing

@Suite(.timeLimit(.minutes(20))) struct MarkedTextTests {
  private func marked(_ text: String) -> MarkedText {
    MarkedText(
      text.replacing("<", with: String(SearchHit.matchStart))
        .replacing(">", with: String(SearchHit.matchEnd)))
  }

  @Test(arguments: [
    ("the <word> here", 20, "the <word> here"),
    ("all of this stands before the <word> here", 20, "…the <word> here"),
    ("allofthisstandsbeforethe<word>here", 15, "…rethe<word>here"),
    ("東京都の人が歩く<道>である", 12, "…歩く<道>である"),
    ("<word> and much more after it", 10, "<word> and much more after it"),
    ("before <averyveryverylongword>", 8, "…<averyveryverylongword>"),
    ("nothing is marked in this", 8, "nothing is marked in this"),
  ])
  func `the first mark is seen in the width`(text: String, columns: Int, shown: String) {
    #expect(marked(text).showingMark(in: columns, ellipsis: "…") == marked(shown))
  }

  @Test(arguments: [
    ("", "", []), ("no mark", "no mark", []), ("a<bc>d", "abcd", [1, 2]), ("<é>", "é", [0]),
    ("ends >here", "ends here", []),
  ])
  func `a text is read without its marks`(source: String, text: String, marks: [Int]) {
    #expect(marked(source).text == text)
    #expect(marked(source).marked == Set(marks))
  }
}
