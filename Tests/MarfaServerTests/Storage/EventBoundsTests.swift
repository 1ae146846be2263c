import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventBoundsTests {
  @Test(arguments: [
    (Int64(5), Int64(9), Int64(9), true), (5, 9, 4, true), (5, 9, 3, false), (5, 9, 0, false),
  ])
  func `a stream goes on only where no event is missing`(
    oldest: Int64, newest: Int64, after: Int64, isPossible: Bool
  ) {
    let bounds = EventBounds(oldest: oldest, newest: newest)

    #expect(bounds.canResume(after: after) == isPossible)
  }

  @Test func `an empty log can be followed from its start`() {
    #expect(EventBounds(oldest: nil, newest: 0).canResume(after: 0))
  }
}
