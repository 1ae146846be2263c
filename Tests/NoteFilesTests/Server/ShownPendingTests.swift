import Foundation
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct ShownPendingTests {
  private let start = Date(timeIntervalSince1970: 1_000_000)
  private var shown = ShownPending()

  /// Takes numbers at a time after the start; the oldest was made at another.
  private mutating func take(
    _ pending: Int, oldest: Double? = nil, isLive: Bool = true, at seconds: Double,
    clock: Double = 0
  ) -> Duration? {
    shown.take(
      pending, oldest: oldest.map { start.addingTimeInterval($0) }, isLive: isLive,
      at: .seconds(seconds), now: start.addingTimeInterval(seconds + clock))
  }

  @Test mutating func `a change is shown half a second after it was made`() {
    #expect(take(1, oldest: 1, at: 1) == .milliseconds(500))
    #expect(shown.count == 0)
    #expect(take(1, oldest: 1, at: 1.25) == .milliseconds(250))
    #expect(take(1, oldest: 1, at: 1.5) == nil)
    #expect(shown.count == 1)
    #expect(take(0, at: 1.75) == .milliseconds(500))
    #expect(shown.count == 0)
  }

  @Test mutating func `changes that are sent one after the other are never shown`() {
    for number in 0..<40 {
      let time = Double(number) / 4
      #expect(take(1, oldest: time, at: time) == .milliseconds(500))
      #expect(shown.count == 0)
    }
  }

  @Test
  mutating func `it is not said that all is there between two changes, and again afterwards`() {
    #expect(take(0, at: 0) == nil)
    #expect(!shown.isSettling)
    for number in 1...40 {
      let time = Double(number) / 4
      _ = take(1, oldest: time, at: time)
      #expect(shown.isSettling)
      #expect(take(0, at: time + 0.125) == .milliseconds(500))
      #expect(shown.isSettling)
    }
    #expect(take(0, at: 10.375) == .milliseconds(250))
    #expect(shown.isSettling)
    #expect(take(0, at: 10.625) == nil)
    #expect(!shown.isSettling)
  }

  @Test mutating func `while nothing is sent, all that waits is shown at once`() {
    #expect(take(2, oldest: 1, isLive: false, at: 1) == nil)
    #expect(shown.count == 2)
  }

  @Test mutating func `a change that an earlier run left is shown at once`() {
    #expect(take(3, oldest: -60, at: 0) == nil)
    #expect(shown.count == 3)
  }

  @Test mutating func `next to a change that stays behind, another one that is sent is not shown`()
  {
    _ = take(1, oldest: -60, at: 0)
    #expect(take(2, oldest: -60, at: 1) == .milliseconds(500))
    _ = take(1, oldest: -60, at: 1.25)
    #expect(take(2, oldest: -60, at: 1.5) == .milliseconds(500))
    #expect(shown.count == 1)
    #expect(take(2, oldest: -60, at: 2) == nil)
    #expect(shown.count == 2)
  }

  @Test(arguments: [-86_400.0, 86_400]) mutating func `a clock that was set hides nothing`(
    clock: Double
  ) {
    _ = take(1, oldest: 1, at: 1, clock: clock)
    #expect(take(1, oldest: 1, at: 1.5, clock: clock) == nil)
    #expect(shown.count == 1)
  }
}
