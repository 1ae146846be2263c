import MarfaModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ThreeWayMergeReplacementsTests {
  private func replacements(
    _ base: String, _ mine: String, _ theirs: String, limit: Int = .max
  ) -> [TextReplacement] {
    ThreeWayMerge(base: base, mine: mine, theirs: theirs).replacements(limit: limit)
  }

  @Test func `each changed place is a replacement of its own`() {
    let edits = replacements("a\nb\nc\n", "a\nb\nc\n", "x\nb\ny\n")

    #expect(
      edits == [TextReplacement(range: 0..<1, text: "x"), TextReplacement(range: 4..<5, text: "y")])
  }

  @Test func `a word that grows is an insertion`() {
    let edits = replacements("the rent rises\n", "the rent rises\n", "the rents rise\n")

    #expect(
      edits == [
        TextReplacement(range: 8..<8, text: "s"), TextReplacement(range: 13..<14, text: ""),
      ])
  }

  @Test func `a word may be replaced as a whole, also where its letters are the same`() {
    let (old, new) = ("price 100, the rent rises\n", "price 150, the rents rise\n")
    let edits = ThreeWayMerge(base: old, mine: old, theirs: new)
      .replacements(takesWholeWords: true)

    #expect(
      edits == [
        TextReplacement(range: 6..<9, text: "150"), TextReplacement(range: 15..<19, text: "rents"),
        TextReplacement(range: 20..<25, text: "rise"),
      ])
  }

  @Test func `text that this side changed is not replaced`() {
    let edits = replacements("one\ntwo\nthree", "ONE\ntwo\nthree", "one\ntwo\nthree!")

    #expect(edits == [TextReplacement(range: 13..<13, text: "!")])
  }

  @Test func `of a contradiction this side stays, and the other words of the line are taken`() {
    let edits = replacements(
      "by 8 % now, with notice\n", "by 9 % now, with notice\n", "by 7 % now, without notice\n")

    #expect(edits == [TextReplacement(range: 16..<16, text: "out")])
  }

  @Test(arguments: [
    ("three", "three mine", "three\nfour", "three mine\nfour"),
    ("three", "three\nfour", "three theirs", "three theirs\nfour"),
    ("a three", "a three x", "a three\r\nfour", "a three x\r\nfour"),
  ])
  func `the rest of a line comes before lines that are added after it`(
    base: String, mine: String, theirs: String, expected: String
  ) {
    #expect(ThreeWayMerge(base: base, mine: mine, theirs: theirs).merged == expected)
    #expect(ThreeWayMerge(base: base, mine: theirs, theirs: mine).merged == expected)
  }

  @Test func `lines that both add at the end contradict each other`() {
    let merge = ThreeWayMerge(base: "three", mine: "three\nmine", theirs: "three\nfour")

    #expect(merge.conflicts.count == 1)
    #expect(merge.replacements() == [])
  }

  @Test func `more replacements than wanted are joined with their neighbours`() {
    let base = (0..<50).map { "line \($0) x\n" }.joined()
    let theirs = (0..<50).map { "line \($0) y\n" }.joined()
    #expect(replacements(base, base, theirs).count == 50)

    let edits = replacements(base, base, theirs, limit: 7)

    #expect(edits.count <= 7)
    #expect(TextReplacement.apply(edits, to: base) == theirs)
  }

  /// Texts of few different words and lines, which make alignments ambiguous.
  private func text(_ generator: inout SplitMix64) -> String {
    let words = ["a", "b", "c", "a b", "a b c", "", "é", "漢字", "e\u{301}x", "a, b"]
    return (0..<Int.random(in: 0...10, using: &generator)).map { _ in
      (words.randomElement(using: &generator) ?? "") + " "
        + (words.randomElement(using: &generator) ?? "") + "\n"
    }.joined() + (Bool.random(using: &generator) ? "tail" : "")
  }

  @Test(arguments: 1...10)
  func `replacements give the merged text`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let (base, mine, theirs) = (text(&generator), text(&generator), text(&generator))
      let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
      let expected = merge.text { conflict in
        conflict.words.map { $0.merged ?? $0.mine }.joined()
      }

      let edits = merge.replacements()

      #expect(Array(TextReplacement.apply(edits, to: mine).utf8) == Array(expected.utf8))
      for (edit, next) in zip(edits, edits.dropFirst()) {
        #expect(edit.range.upperBound <= next.range.lowerBound)
      }
      let few = merge.replacements(limit: 2)
      #expect(few.count <= 2)
      #expect(Array(TextReplacement.apply(few, to: mine).utf8) == Array(expected.utf8))
    }
  }
}
