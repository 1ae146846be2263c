import NoteEditing

/// The box of the keys that may follow, which appears when an unfinished command rests.
@MainActor package final class KeyHelp {
  /// The rest before the box appears.
  private static let rest = Duration.milliseconds(300)

  /// The box, while it is shown.
  package private(set) var box: WhichKeyBox?
  private var delay: (any ScheduledAction)?
  private let context: Context

  package init(context: Context) { self.context = context }

  /// Shows a box: now in the place of another or if the person wants no delay, else after a rest.
  package func show(_ box: WhichKeyBox) {
    delay?.cancel()
    delay = nil
    if self.box != nil || context.settings.configuration.automaticHelp == .now {
      self.box = box
      return
    }
    delay = context.host.schedule(after: Self.rest) { [weak self] in
      self?.box = box
      self?.context.host.requestFrame()
    }
  }

  /// Takes the box away.
  package func hide() {
    delay?.cancel()
    (delay, box) = (nil, nil)
  }
}
