import NoteEditing

/// Draws the ages of notes again while nothing else happens, so that `2m` is not shown for an
/// hour.
///
/// What has not changed sends the terminal nothing.
@MainActor package final class AgeRefresh {
  /// The longest time that an age on the screen may be out of date.
  package static let interval = Duration.seconds(60)

  private let host: any FrameHost
  private var waiting: (any ScheduledAction)?

  /// Draws nothing until it is begun.
  package init(host: any FrameHost) { self.host = host }

  /// Asks for a frame after each interval from now on.
  package func begin() {
    waiting?.cancel()
    waiting = host.schedule(after: Self.interval) { [weak self] in
      self?.host.requestFrame()
      self?.begin()
    }
  }
}
