import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct WordWrapTests {
  private func wrap(_ text: String, _ columns: Int, indent: Int = 0) -> [String] {
    WordWrap(columns: columns, hangingIndent: indent).rows(of: text).map {
      String(repeating: ">", count: $0.indent) + $0.text(in: text)
    }
  }

  @Test(
    arguments: [
      ("", 10, [""]),
      ("short", 10, ["short"]),
      ("the quick brown fox", 10, ["the quick ", "brown fox"]),
      ("the quick   brown fox", 9, ["the quick   ", "brown fox"]),
      ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
      ("an abcdefghij", 4, ["an ", "abcd", "efgh", "ij"]),
      ("well-known words", 8, ["well-", "known ", "words"]),
      ("-30 and -5", 5, ["-30 ", "and ", "-5"]),
      ("or `sync --wait`", 9, ["or `sync ", "--wait`"]), ("grep -in a", 6, ["grep ", "-in a"]),
      ("漢字漢字。漢字", 4, ["漢字", "漢", "字。", "漢字"]),
      ("a\u{a0}b c", 4, ["a\u{a0}b ", "c"]),
      ("x 👨‍👩‍👧 y", 3, ["x ", "👨‍👩‍👧 ", "y"]),
      ("漢", 1, ["漢"]),
      ("🎉🎉🎉!", 4, ["🎉🎉", "🎉!"]),
    ] as [(String, Int, [String])])
  func `a paragraph is broken where words end`(text: String, columns: Int, rows: [String]) {
    #expect(wrap(text, columns) == rows)
  }

  @Test func `rows after the first hang`() {
    #expect(
      wrap("- an item of several words", 12, indent: 2)
        == ["- an item of ", ">>several ", ">>words"])
    #expect(wrap("- abcdefghijkl", 8, indent: 2) == ["- ", ">>abcdef", ">>ghijkl"])
  }

  @Test func `columns do not count the spaces that hang over the edge`() {
    let rows = WordWrap(columns: 5).rows(of: "ab cd   ef ")

    #expect(rows.map(\.columns) == [5, 2])
  }

  @Test func `the rows cover the text and none is too wide`() {
    var random = SplitMix64(seed: 6)

    for round in 0..<600 {
      let text = RandomText.make(pieces: 1 + round % 30, using: &random)
      let columns = 1 + Int(random.next() % 30)
      let wrap = WordWrap(columns: columns, hangingIndent: round % 4)
      let rows = wrap.rows(of: text)

      #expect(rows.map { String($0.text(in: text)) }.joined() == text)
      #expect(rows.first?.utf8Range.lowerBound == 0)
      #expect(rows.first?.indent == 0 && rows.dropFirst().allSatisfy { $0.indent <= round % 4 })
      for row in rows {
        let seen = row.text(in: text).filter { TextWidth.columns(of: $0) > 0 && $0 != " " }
        let isSingle = seen.count <= 1
        #expect(row.indent + row.columns <= columns || isSingle)
        #expect(!row.utf8Range.isEmpty || text.isEmpty)
      }
    }
  }

  @Test func `the fast path for plain text says the same as the long one`() {
    var random = SplitMix64(seed: 7)

    for _ in 0..<200 {
      let words = (0..<6).map { _ in String(repeating: "x", count: Int(random.next() % 5)) }
      let text = words.joined(separator: " ")
      let fast = WordWrap(columns: 60).rows(of: text)
      // The mark has no column and takes the fast path away.
      let slow = WordWrap(columns: 60).rows(of: text + "\u{200b}")

      #expect(fast.map(\.columns) == slow.map(\.columns))
    }
  }
}
