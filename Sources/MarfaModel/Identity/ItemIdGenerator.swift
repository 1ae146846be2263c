import Synchronization

/// Mints ids that only ever grow within the process.
///
/// The 26 bits after the time are a counter (RFC 9562, section 6.2, method 1): it starts at a
/// random value below half of its range in each new millisecond and is raised by one within it.
/// When the clock does not move or goes back the last time is kept; when the counter is full the
/// time runs one millisecond ahead.
///
/// ```swift
/// let ids = ItemIdGenerator(seed: 1, clock: ManualWallClock(Timestamp(milliseconds: 0)))
/// let (first, second) = (ids.nextId(), ids.nextId())  // in the order of their creation
/// ```
public final class ItemIdGenerator: Sendable {
  private struct State {
    var milliseconds: Int64 = -1
    var counter: UInt32 = 0
    var randomness: any RandomNumberGenerator & Sendable
  }

  private static let counterLimit: UInt32 = 1 << 26

  private let clock: any WallClock
  private let state: Mutex<State>

  /// Mints ids on a clock and a source of randomness, the system's by default.
  public init(
    clock: any WallClock = SystemWallClock(),
    randomness: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.clock = clock
    state = Mutex(State(randomness: randomness))
  }

  /// Mints repeatable ids: the same seed and the same times give the same.
  public convenience init(seed: UInt64, clock: any WallClock) {
    self.init(clock: clock, randomness: SeededRandomness(seed: seed))
  }

  /// The next id, greater than every one before.
  public func next() -> UUIDv7 {
    let now = clock.now.milliseconds
    return state.withLock { state in
      if now > state.milliseconds {
        state.milliseconds = now
        state.counter = UInt32(truncatingIfNeeded: state.randomness.next()) >> 7
      } else {
        state.counter += 1
        if state.counter == ItemIdGenerator.counterLimit {
          state.milliseconds += 1
          state.counter = UInt32(truncatingIfNeeded: state.randomness.next()) >> 7
        }
      }
      let tail = state.randomness.next() & 0xFFFF_FFFF_FFFF
      return UUIDv7(
        milliseconds: state.milliseconds, randomA: UInt16(state.counter >> 14),
        randomB: UInt64(state.counter & 0x3FFF) << 48 | tail)
    }
  }

  /// The next id as text.
  public func nextId() -> String {
    next().description
  }
}
