import Editor
import MarfaSDK
import NoteEditing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ForeignEditsTests {
  private func text(_ base: String, _ theirs: [TextReplacement], typed: [TextChange]) -> String {
    var edits = ForeignEdits(theirs)
    edits.rebase(over: typed)
    var buffer = TextBuffer(base)
    for change in typed + edits.changes { buffer.apply(change) }
    return buffer.text
  }

  @Test(arguments: [
    // Before, after, at the same place, inside theirs, round theirs.
    (
      TextReplacement(range: 0..<1, text: "A"), TextChange(range: 3..<3, replacement: "x"),
      "Abcxdef"
    ),
    (TextReplacement(range: 4..<5, text: "E"), TextChange(range: 1..<2, replacement: ""), "acdEf"),
    (
      TextReplacement(range: 2..<2, text: "T"), TextChange(range: 2..<2, replacement: "m"),
      "abmTcdef"
    ),
    (TextReplacement(range: 1..<5, text: "T"), TextChange(range: 3..<3, replacement: "m"), "aTmf"),
    (TextReplacement(range: 2..<4, text: "T"), TextChange(range: 1..<5, replacement: "m"), "aTmf"),
    (TextReplacement(range: 1..<3, text: "T"), TextChange(range: 2..<4, replacement: "m"), "aTmef"),
    (TextReplacement(range: 2..<4, text: "T"), TextChange(range: 1..<3, replacement: "m"), "aTmef"),
  ])
  func `their edits are moved over what was typed meanwhile`(
    theirs: TextReplacement, typed: TextChange, expected: String
  ) {
    #expect(text("abcdef", [theirs], typed: [typed]) == expected)
  }

  @Test func `typing inside their edit is known`() {
    let edit = TextReplacement(range: 1..<3, text: "T")
    func isTouched(by change: TextChange) -> Bool {
      var edits = ForeignEdits([edit])
      edits.rebase(over: [change])
      return edits.isTouched
    }

    #expect(isTouched(by: TextChange(range: 2..<2, replacement: "m")))
    #expect(!isTouched(by: TextChange(range: 1..<1, replacement: "m")))
    #expect(!isTouched(by: TextChange(range: 3..<3, replacement: "m")))
    #expect(!isTouched(by: TextChange(range: 3..<4, replacement: "")))
  }

  /// Replacements of one text, each with letters of its own.
  private func theirs(
    _ length: Int, _ generator: inout SplitMix64, _ fresh: () -> Character
  ) -> [TextReplacement] {
    var result: [TextReplacement] = []
    var place = 0
    while true {
      let start = place + Int.random(in: 0..<6, using: &generator)
      let end = start + Int.random(in: 0..<4, using: &generator)
      guard end <= length else { return result }
      let count = Int.random(in: 0..<3, using: &generator)
      result.append(
        TextReplacement(range: start..<end, text: String((0..<count).map { _ in fresh() })))
      place = end
    }
  }

  @Test(arguments: 1...10)
  func `nothing typed is lost, nothing theirs is lost, and what either deleted is gone`(
    seed: UInt64
  ) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<100 {
      // Each character is one byte or two and occurs once.
      var next: UInt32 = 0x4e
      func fresh() -> Character {
        next += 1
        return Character(Unicode.Scalar(next) ?? "?")
      }
      let base = String((0..<20).map { _ in fresh() })
      let foreign = theirs(base.utf8.count, &generator, fresh)
      var buffer = TextBuffer(base)
      var typed: [TextChange] = []
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        let start = buffer.clusterStart(at: Int.random(in: 0...buffer.byteCount, using: &generator))
        var end = start
        for _ in 0..<Int.random(in: 0..<3, using: &generator) { end = buffer.offset(after: end) }
        let change = TextChange(range: start..<end, replacement: String(fresh()))
        buffer.apply(change)
        typed.append(change)
      }
      let (mine, other) = (buffer.text, TextReplacement.apply(foreign, to: base))

      let result = text(base, foreign, typed: typed)

      let kept = Set(base).intersection(mine).intersection(other)
      let expected = kept.union(Set(mine).subtracting(base)).union(Set(other).subtracting(base))
      #expect(Set(result) == expected)
      #expect(result.count == expected.count)
      // Each side's own order stands.
      #expect(mine.filter(expected.contains) == result.filter(mine.contains))
      #expect(other.filter(expected.contains) == result.filter(other.contains))
    }
  }
}
