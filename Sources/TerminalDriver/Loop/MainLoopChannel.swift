import Dispatch
import Synchronization
import TerminalUI

/// The way from any task or thread to the main loop.
///
/// Posting never blocks and costs one wakeup for all that is waiting; when nothing is posted,
/// nothing wakes up.
public final class MainLoopChannel: Sendable {
  /// The messages to the loop.
  public enum Message: Sendable {
    /// Something on the screen changed.
    case redraw
    /// An event, as if the terminal had sent it.
    case event(InputEvent)
    /// Work for the main actor, after which a frame is drawn.
    case perform(@MainActor @Sendable () -> Void)
  }

  struct State {
    var messages: [Message] = []
    var hasRedraw = false
    var isWakeupScheduled = false
    var receiver: (@MainActor @Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Messages wait until a loop listens.
  public init() {}

  /// Tells the loop something; from any thread.
  public func post(_ message: Message) {
    let mustWake = state.withLock { state -> Bool in
      if case .redraw = message {
        // Any number of redraws is one.
        if state.hasRedraw { return false }
        state.hasRedraw = true
      }
      state.messages.append(message)
      return state.scheduleWakeup()
    }
    if mustWake { wake() }
  }

  /// Performs work on the main actor in the loop's order; from any thread.
  public func perform(_ work: @escaping @MainActor @Sendable () -> Void) { post(.perform(work)) }

  func listen(_ receiver: (@MainActor @Sendable () -> Void)?) {
    let mustWake = state.withLock { state -> Bool in
      state.receiver = receiver
      return state.scheduleWakeup()
    }
    if mustWake { wake() }
  }

  /// Takes all that is waiting, in order of posting.
  func take() -> [Message] {
    state.withLock { state in
      defer {
        state.messages = []
        state.hasRedraw = false
      }
      return state.messages
    }
  }

  private func wake() {
    DispatchQueue.main.async { @Sendable in
      let receiver = self.state.withLock { state in
        state.isWakeupScheduled = false
        return state.receiver
      }
      // The main queue is the main actor's.
      MainActor.assumeIsolated { receiver?() }
    }
  }
}

extension MainLoopChannel.State {
  mutating func scheduleWakeup() -> Bool {
    guard receiver != nil, !messages.isEmpty, !isWakeupScheduled else { return false }
    isWakeupScheduled = true
    return true
  }
}
