import NoteEditing

/// What follows something over time asks of the application: frames and timers.
@MainActor package protocol FrameHost: AnyObject {
  /// Draws a frame soon; many calls before it make one frame.
  func requestFrame()

  /// Runs the action on the main actor after a time, unless cancelled before.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
    -> any ScheduledAction
}
