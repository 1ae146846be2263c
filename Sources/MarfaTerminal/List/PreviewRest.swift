import NoteEditing
import TerminalLayers

/// Holds the note pane back while the cursor runs through a list: one key shows its note at once,
/// keys in a burst show the note on which they come to rest.
///
/// A screenful of text for each note passed by would be drawn, and read from the store, for nobody.
@MainActor final class PreviewRest {
  /// Keys closer than this are a burst, as when a key is held down.
  static let burst = Duration.milliseconds(120)
  /// The pause after the last key of a burst before its note is shown.
  static let rest = Duration.milliseconds(80)

  private let context: Context
  private var lastMove: Duration?
  private var waiting: (any ScheduledAction)?

  init(context: Context) { self.context = context }

  /// Whether a note waits to be shown.
  var isWaiting: Bool { waiting != nil }

  /// The cursor moved: `show` is called now, or when the cursor rests.
  func moved(_ show: @escaping @MainActor () -> Void) {
    let now = context.elapsed()
    let isBurst = lastMove.map { now - $0 < Self.burst } ?? false
    lastMove = now
    waiting?.cancel()
    waiting = nil
    guard isBurst else { return show() }
    waiting = context.host.schedule(after: Self.rest) { [weak self] in
      self?.waiting = nil
      show()
      self?.context.host.requestFrame()
    }
  }

  /// Nothing waits any more.
  ///
  /// - Returns: Whether something did.
  func end() -> Bool {
    defer { waiting = nil }
    waiting?.cancel()
    return waiting != nil
  }
}
