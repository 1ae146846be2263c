import MarfaCommandLine
import Testing

@Suite(.timeLimit(.minutes(20))) struct GraceTests {
  @Test func `it begins once, and is over when the time has passed without an event`() {
    var grace = Grace()

    let begins = [grace.begin(at: "1"), grace.begin(at: "1")]
    let isOverBefore = grace.isOver(at: "1")
    grace.timePassed()

    #expect(begins == [true, false])
    #expect(!isOverBefore)
    #expect(grace.isOver)
    let isOver = grace.isOver(at: "1")
    #expect(isOver)
  }

  @Test func `as long as the stream brings something it begins again`() {
    var grace = Grace()

    let rounds = ["1", "2", "3"].map { event in
      defer { grace.timePassed() }
      return [grace.isOver(at: event), grace.begin(at: event)]
    }

    #expect(rounds == Array(repeating: [false, true], count: 3))
    let isOver = grace.isOver(at: "3")
    #expect(isOver)
  }

  @Test func `time that passes before it begins counts for nothing`() {
    var grace = Grace()

    grace.timePassed()

    #expect(!grace.isOver)
    let begins = grace.begin(at: nil)
    #expect(begins)
  }
}
