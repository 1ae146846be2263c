import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct CarriedTextTests {
  @Test func `edits of different lines are all in the document, and nothing waits`() {
    let text = CarriedText(base: "a\nb\nc\n", mine: "A\nb\nc\n", theirs: "a\nb\nC\n")

    #expect(text.document == "A\nb\nC\n")
    #expect(text.parked == nil)
  }

  @Test func `in a contradiction the document has their words, and mine has all the rest, too`() {
    let text = CarriedText(
      base: "a\nb\nc\nd\n", mine: "A\nb\nmine\nd\n", theirs: "a\nb\ntheirs\nd\nE\n")

    #expect(text.document == "A\nb\ntheirs\nd\nE\n")
    #expect(text.parked?.mine == "A\nb\nmine\nd\nE\n")
    #expect(text.parked?.base == "A\nb\nc\nd\nE\n")
  }

  @Test func `two whole texts stay whole, each on its side`() {
    let (mine, theirs) = ("A letter about the rent.", "The letters were all returned.")
    let text = CarriedText(base: "A note of the letter.", mine: mine, theirs: theirs)

    #expect(text.document == theirs)
    #expect(text.parked?.base == "A note of the letter.")
    #expect(text.parked?.mine == mine)
  }

  @Test func `a text that one side emptied is a contradiction with an edit of it`() {
    let text = CarriedText(base: "one\n", mine: "", theirs: "one two\n")

    #expect(text.document == "one two\n")
    #expect(text.parked?.mine == "")
  }

  @Test(arguments: ["", "a\n", "a\nb\nc\n", "x\ny\n", "a\nx\nc\n"])
  func `a side that changed nothing contradicts nothing`(other: String) {
    let (mine, theirs) = (
      CarriedText(base: "a\nb\nc\n", mine: other, theirs: "a\nb\nc\n"),
      CarriedText(base: "a\nb\nc\n", mine: "a\nb\nc\n", theirs: other)
    )

    #expect(mine.document == other && mine.parked == nil)
    #expect(theirs.document == other && theirs.parked == nil)
  }

  @Test func `a decision leaves what others did elsewhere since`() {
    let decided = CarriedText.decided(
      "a\nmine\nc\n", since: "a\ntheirs\nc\n", over: "a, again\ntheirs\nc\nd\n")

    #expect(decided == "a, again\nmine\nc\nd\n")
  }

  @Test func `a decision overrules what others did since in its place`() {
    let decided = CarriedText.decided(
      "a\nmine\nc\n", since: "a\ntheirs\nc\n", over: "a\ntheirs, again\nc\n")

    #expect(decided == "a\nmine\nc\n")
  }
}
