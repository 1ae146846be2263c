import NoteEditing
import TerminalLayers

/// The title over a note that is edited: it follows the one that is being typed once that rests.
///
/// Each key is seen in the text. Drawn over the pane and in the title of the window as well, it
/// would send a slow terminal three times as much, for nobody.
@MainActor final class RestedTitle {
  /// How long typing rests before the title is shown.
  static let rest = Duration.seconds(1)

  /// The title before it was typed; nil while the note's own is shown.
  private(set) var former: String?
  private var waiting: (any ScheduledAction)?

  /// A stored text has another title than the one before.
  ///
  /// - Parameters:
  ///   - title: The title before.
  ///   - host: Measures the time.
  ///   - rested: Called once no other has come for a while.
  func typed(
    over title: String, _ host: any ApplicationHost, _ rested: @escaping @MainActor () -> Void
  ) {
    former = former ?? title
    waiting?.cancel()
    waiting = host.schedule(after: Self.rest) { [weak self] in
      self?.end()
      rested()
    }
  }

  /// Nothing is being typed any more.
  func end() {
    waiting?.cancel()
    (former, waiting) = (nil, nil)
  }
}
