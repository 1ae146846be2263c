import Synchronization

/// A clock on which a sleep ends when the test says so, whether it has begun or not.
///
/// Each tick ends one sleep of its length. A tick that nobody waits for is kept, so that a test
/// need not know when the code under test goes to sleep.
final class TickClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let queues = Mutex<[Duration: SignalQueue<Void>]>([:])

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }

  /// Ends one sleep of a length.
  func tick(_ length: Duration) { queue(length).put(()) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await queue(deadline.offset).take()
  }

  private func queue(_ length: Duration) -> SignalQueue<Void> {
    queues.withLock { queues in
      if let queue = queues[length] { return queue }
      let queue = SignalQueue<Void>()
      queues[length] = queue
      return queue
    }
  }
}
