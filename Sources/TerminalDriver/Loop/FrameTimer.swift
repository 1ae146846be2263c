import Dispatch

/// Runs a frame's work once after a time, on the main actor.
public struct FrameTimer {
  /// Begins a wait; calling what it returns ends the wait without the work.
  public typealias Begin = (Duration, @escaping @MainActor @Sendable () -> Void) -> () -> Void

  private let begin: Begin

  /// A timer of another clock, as tests have.
  ///
  /// - Parameter begin: Begins a wait; called on the main actor.
  public init(begin: @escaping Begin) { self.begin = begin }

  /// The machine's clock, to about a millisecond.
  public static var machine: FrameTimer {
    FrameTimer { delay, work in
      let nanoseconds = Int(delay.components.attoseconds / 1_000_000_000)
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(
        deadline: .now() + .seconds(Int(delay.components.seconds)) + .nanoseconds(nanoseconds),
        leeway: .milliseconds(1))
      // The timer fires on the main queue, which is the main actor's.
      timer.setEventHandler { @Sendable in MainActor.assumeIsolated { work() } }
      timer.resume()
      return { timer.cancel() }
    }
  }

  func wait(_ delay: Duration, then work: @escaping @MainActor @Sendable () -> Void) -> () -> Void {
    begin(delay, work)
  }
}
