import NoteEditing
import Workbench

/// A host that draws nothing; its timers wait until the test lets them go.
@MainActor final class TestHost: FrameHost {
  private final class Timer: ScheduledAction {
    let run: @MainActor () -> Void
    private(set) var isCancelled = false

    init(run: @escaping @MainActor () -> Void) { self.run = run }

    func cancel() { isCancelled = true }
  }

  private var timers: [Timer] = []
  private(set) var requestedFrames = 0

  func requestFrame() { requestedFrames += 1 }

  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
  {
    let timer = Timer(run: action)
    timers.append(timer)
    return timer
  }

  /// Lets all delays pass.
  func fireAll() {
    let due = timers.filter { !$0.isCancelled }
    timers = []
    for timer in due { timer.run() }
  }
}
