import MarfaCommandLine
import Testing

@Suite(.timeLimit(.minutes(20))) struct AskedAttemptTests {
  @Test func `it is asked for once, and awaited until another attempt has failed`() {
    var asked = AskedAttempt()

    let isAwaitedBefore = asked.isAwaited(after: 3)
    let begins = [asked.begin(after: 3), asked.begin(after: 3)]

    #expect(!isAwaitedBefore)
    #expect(begins == [true, false])
    #expect(asked.isAwaited(after: 3))
    #expect(!asked.isAwaited(after: 5))
  }

  @Test func `a program that does not say which attempt it is has some time`() {
    var asked = AskedAttempt()

    let begins = asked.begin(after: nil)
    let isAwaited = asked.isAwaited(after: nil)
    asked.timePassed()

    #expect(begins)
    #expect(isAwaited)
    #expect(!asked.isAwaited(after: nil))
    let isAskedAgain = asked.begin(after: nil)
    #expect(!isAskedAgain)
  }
}
