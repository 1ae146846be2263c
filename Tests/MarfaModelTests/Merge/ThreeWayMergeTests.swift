import MarfaModel
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ThreeWayMergeTests {
  private func merged(_ base: String, _ mine: String, _ theirs: String) -> String? {
    ThreeWayMerge(base: base, mine: mine, theirs: theirs).merged
  }

  @Test(arguments: [
    ("a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n", "a\nb\nc\n"),
    ("a\nb\nc\n", "x\nb\nc\n", "a\nb\nc\n", "x\nb\nc\n"),
    ("a\nb\nc\n", "a\nb\nc\n", "a\nb\ny\n", "a\nb\ny\n"),
    ("a\nb\nc\n", "x\nb\nc\n", "a\nb\ny\n", "x\nb\ny\n"),
    ("a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n", "a\nc\nd\n"),
    ("a\nb\n", "a\nx\nb\n", "a\nx\nb\n", "a\nx\nb\n"),
    ("", "a\n", "", "a\n"), ("a\n", "", "a\n", ""), ("", "a", "a", "a"),
    ("a", "a\nb", "a", "a\nb"), ("a\r\nb\r\n", "a\r\nx\r\n", "y\r\nb\r\n", "y\r\nx\r\n"),
    ("a\nb\nc\nd\ne\n", "a\nc\nd\ne\nf\n", "z\na\nb\nc\ne\n", "z\na\nc\ne\nf\n"),
  ])
  func `changes that do not touch are both kept`(
    base: String, mine: String, theirs: String, expected: String
  ) {
    #expect(merged(base, mine, theirs) == expected)
    #expect(merged(base, theirs, mine) == expected)
  }

  @Test func `different words of one line are both kept`() {
    let base = "The rent was raised by 8 % without notice.\n"
    let mine = "The rent was raised by 9 % without notice.\n"
    let theirs = "The rent was raised by 8 % without any notice.\n"

    #expect(merged(base, mine, theirs) == "The rent was raised by 9 % without any notice.\n")
  }

  @Test func `neighbouring lines are both kept`() {
    #expect(merged("one a\ntwo b\n", "ONE a\ntwo b\n", "one a\nTWO b\n") == "ONE a\nTWO b\n")
  }

  @Test func `the same words changed differently contradict each other`() throws {
    let merge = ThreeWayMerge(
      base: "x\nby 8 % now\ny\n", mine: "x\nby 9 % now\ny\n", theirs: "x\nby 7 % now\ny\n")

    let conflict = try #require(merge.conflicts.first)
    #expect(merge.merged == nil)
    #expect(merge.conflicts.count == 1)
    #expect(conflict.mine == "by 9 % now\n")
    #expect(conflict.theirs == "by 7 % now\n")
    #expect(conflict.words.filter(\.isConflict).map(\.mine) == ["9"])
    #expect(conflict.words.filter(\.isConflict).map(\.theirs) == ["7"])
    #expect(merge.text { $0.theirs } == "x\nby 7 % now\ny\n")
    #expect(merge.text { $0.mine + $0.theirs } == "x\nby 9 % now\nby 7 % now\ny\n")
  }

  @Test(arguments: [
    ("", "a\n", "b\n"), ("a\n", "a\nb\n", "a\nc\n"), ("a b\n", "a x\n", ""), ("a\n", "b", "a"),
  ])
  func `overlapping changes are never guessed`(base: String, mine: String, theirs: String) {
    #expect(merged(base, mine, theirs) == nil || base == "a\n" && mine == "b")
    if mine.isEmpty || theirs.isEmpty || base.isEmpty {
      #expect(merged(base, mine, theirs) == nil)
    }
  }

  @Test(arguments: [
    ("start end \n", "start end a00 a0\n", "start end b00 b01 \n", "start end a00 a0b00 b01 \n"),
    ("to\n", "to me\n", "to you\n", "to me you\n"),
    ("b00a00", "b00a00 a01", "b00 b01a00", "b00 b01a00 a01"),
    ("a\n", "a\nb\n", "a\nc\n", "a\nb\nc\n"), ("", "a", "b", "a\nb"),
    ("a\n", "a\nb", "a\nc\n", "a\nc\nb"), ("a", "a b", "a\nc", "a b\nc"),
    ("a", "a\nb", "a c", "a c\nb"),
  ])
  func `additions of both are kept where that is wanted, mine first`(
    base: String, mine: String, theirs: String, expected: String
  ) {
    let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs, additions: .bothStand)

    #expect(merge.merged == expected)
    #expect(TextReplacement.apply(merge.replacements(), to: mine) == expected)
  }

  @Test func `words that both replaced contradict each other even where additions stand`() {
    let merge = ThreeWayMerge(
      base: "by 8 now\n", mine: "by 9 now\n", theirs: "by 7 now\n", additions: .bothStand)

    #expect(merge.merged == nil)
    #expect(merge.replacements().isEmpty)
  }

  @Test func `texts that differ in their bytes only are distinguished`() {
    let composed = "caf\u{e9}\n"
    let decomposed = "cafe\u{301}\n"

    let result = merged(composed, decomposed, composed)

    #expect(result.map { Array($0.utf8) } == Array(decomposed.utf8))
  }

  @Test func `hunks put together are each side`() {
    let merge = ThreeWayMerge(base: "a\nb\nc\n", mine: "a\nx\nc\n", theirs: "a\ny\nc\nd\n")

    #expect(merge.text { $0.mine } == "a\nx\nc\nd\n")
    #expect(merge.hunks.first == .unchanged("a\n"))
    #expect(merge.hunks.last == .changed("d\n", by: .theirs))
  }

  // MARK: - Laws

  /// Texts of few different lines, which make alignments ambiguous.
  private func text(_ generator: inout SplitMix64) -> String {
    let count = Int.random(in: 0...12, using: &generator)
    let words = ["a", "b", "c", "a b", "a b c", "", "é"]
    return (0..<count).map { _ in (words.randomElement(using: &generator) ?? "") + "\n" }.joined()
      + (Bool.random(using: &generator) ? "tail" : "")
  }

  @Test(arguments: 1...10)
  func `a side that changed nothing gives way`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let (base, other) = (text(&generator), text(&generator))

      #expect(merged(base, base, other) == other)
      #expect(merged(base, other, base) == other)
      #expect(merged(base, other, other) == other)
    }
  }

  @Test(arguments: 1...10)
  func `exchanging the sides exchanges the outcome`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let (base, mine, theirs) = (text(&generator), text(&generator), text(&generator))
      let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
      let mirrored = ThreeWayMerge(base: base, mine: theirs, theirs: mine)

      #expect(merge.merged == mirrored.merged)
      #expect(merge.text { $0.mine } == mirrored.text { $0.theirs })
      #expect(merge.conflicts.map(\.base) == mirrored.conflicts.map(\.base))
    }
  }

  @Test func `large texts that share nothing end soon`() {
    let base = (0..<20_000).map { "base \($0 % 7)\n" }.joined()
    let mine = (0..<20_000).map { "mine \($0 % 5)\n" }.joined()
    let theirs = (0..<20_000).map { "theirs \($0 % 3)\n" }.joined()

    #expect(ThreeWayMerge(base: base, mine: mine, theirs: theirs).conflicts.count == 1)
  }

  @Test func `two small changes in a large text are both kept`() {
    var lines = (0..<50_000).map { "line \($0)\n" }
    let base = lines.joined()
    lines[10] = "mine\n"
    let mine = lines.joined()
    lines[10] = "line 10\n"
    lines[49_000] = "theirs\n"
    let theirs = lines.joined()
    lines[10] = "mine\n"

    #expect(merged(base, mine, theirs) == lines.joined())
  }
}
