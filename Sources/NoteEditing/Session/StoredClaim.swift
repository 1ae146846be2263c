/// Whether the screen calls a text stored.
///
/// It does not from the first key until the store has all of the text and typing has rested for a
/// while, so that keys that come slowly paint nothing but the text.
@MainActor final class StoredClaim {
  /// How long a text that is stored has to rest before it is called so.
  static let rest = Duration.seconds(1)

  private(set) var isMade = true
  private var wake: (any ScheduledAction)?

  /// Follows the text after each event.
  func follow(isSettled: Bool, _ host: any NoteSessionHost) {
    if !isSettled {
      wake?.cancel()
      (isMade, wake) = (false, nil)
    } else if !isMade, wake == nil {
      wake = host.schedule(after: StoredClaim.rest) { [weak self, weak host] in
        guard let self else { return }
        (isMade, wake) = (true, nil)
        host?.drawSoon()
      }
    }
  }
}
