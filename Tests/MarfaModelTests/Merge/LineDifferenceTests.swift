import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct LineDifferenceTests {
  @Test func `removed lines come before added ones`() {
    let difference = LineDifference(from: "a\nb\nc\n", to: "a\nx\nc\nd")

    #expect(
      difference.lines == [
        .same("a\n"), .removed("b\n"), .added("x\n"), .same("c\n"), .added("d"),
      ])
    #expect(!difference.isEmpty)
  }

  @Test(arguments: ["", "a", "a\n", "a\n\nb\n"])
  func `a text does not differ from itself`(text: String) {
    #expect(LineDifference(from: text, to: text).isEmpty)
  }

  @Test func `both texts can be read off`() {
    let (old, new) = ("a\nb\nb\nc\nd\n", "b\nc\nb\nd\ne")
    let lines = LineDifference(from: old, to: new).lines

    var (before, after) = ("", "")
    for line in lines {
      switch line {
      case .same(let text):
        before += text
        after += text
      case .removed(let text): before += text
      case .added(let text): after += text
      }
    }
    #expect(before == old)
    #expect(after == new)
  }

  @Test func `few lines are reported for a small change`() {
    let lines = LineDifference(from: "b\na\nb\na\n", to: "b\nb\na\n").lines

    #expect(lines.count { if case .same = $0 { true } else { false } } == 3)
  }
}
