import Dispatch
import NoteEditing
import Workbench

/// Runs actions later on the main queue, with one timer for all.
///
/// A delay that begins again with each key sets no timer: the one that is set goes off early, and
/// is then set for the rest.
@MainActor final class MainQueueTimers {
  private let timer: any DispatchSourceTimer
  private let start = ContinuousClock.now
  private var actions = DelayedActions()
  /// When the timer goes off; nil when it is not set.
  private var armed: Duration?

  init() {
    timer = DispatchSource.makeTimerSource(queue: .main)
    // The timer fires on the main queue, which is the main actor's.
    timer.setEventHandler { @Sendable [weak self] in MainActor.assumeIsolated { self?.fire() } }
    timer.resume()
  }

  /// Runs an action after a time, unless it is cancelled before.
  func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any ScheduledAction {
    let number = actions.add(at: now + delay, action)
    setTimer()
    return Waiting(number: number, timers: self)
  }

  private var now: Duration { ContinuousClock.now - start }

  private func setTimer() {
    guard let next = actions.next else { return }
    if let armed, armed <= next { return }
    armed = next
    // A timer may go off a millisecond late, and others wait for what is to be done at once.
    guard next > now else {
      return DispatchQueue.main.async { @Sendable [weak self] in
        MainActor.assumeIsolated { self?.fire() }
      }
    }
    let (seconds, attoseconds) = (next - now).components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(1))
  }

  private func fire() {
    armed = nil
    let now = now
    while let action = actions.takeDue(at: now) { action() }
    setTimer()
  }

  /// An action that waits.
  private final class Waiting: ScheduledAction {
    private let number: Int
    private weak var timers: MainQueueTimers?

    init(number: Int, timers: MainQueueTimers) {
      (self.number, self.timers) = (number, timers)
    }

    func cancel() { timers?.actions.cancel(number) }
  }
}
