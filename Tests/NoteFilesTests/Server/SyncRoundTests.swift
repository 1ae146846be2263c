import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct SyncRoundTests {
  private var round = SyncRound()

  private mutating func rest(_ waiting: Int, at seconds: Int) -> Duration? {
    round.rest(waiting: waiting, at: .seconds(seconds))
  }

  @Test mutating func `a round is over two seconds after the last that happened`() {
    #expect(rest(1, at: 0) == nil)
    #expect(rest(1, at: 60) == nil)
    round.synced()
    #expect(rest(0, at: 61) == .seconds(2))
    round.moved()
    #expect(rest(0, at: 62) == .seconds(2))
    #expect(rest(0, at: 63) == .seconds(1))
    #expect(rest(0, at: 64) == .zero)
  }

  @Test mutating func `a change that does not go is left after five seconds without progress`() {
    round.synced()
    #expect(rest(3, at: 0) == .seconds(5))
    #expect(rest(2, at: 4) == .seconds(5))
    #expect(rest(2, at: 8) == .seconds(1))
    #expect(rest(2, at: 9) == .zero)
  }

  @Test mutating func `a failure ends it`() {
    _ = rest(1, at: 0)
    round.failed()
    #expect(rest(1, at: 0) == .zero)
  }
}
