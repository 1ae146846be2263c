import MarfaSDK
import NoteEditing
import Workbench

/// The note that a pane shows, as the store has it now; followed until it is stopped.
@MainActor struct LiveNote {
  private let query: SingleItemQuery
  private let follower: ChangeFollower
  /// Whether the store had no such note when it was last looked at.
  var isGone = false
  /// The text that the note is being read again for.
  var awaited: TextToken?

  /// Follows a note.
  ///
  /// - Parameters:
  ///   - query: The note.
  ///   - sync: How the notes stand with their server, of which changes count, too.
  ///   - changed: Called after each change.
  init(_ query: SingleItemQuery, beside sync: SyncMonitor, changed: @escaping @MainActor () -> Void)
  {
    self.query = query
    follower = ChangeFollower {
      _ = (query.item, query.isLoading, query.error == nil, sync.connection)
    } changed: {
      changed()
    }
  }

  /// The note; nil while it is being read, and when the store has none.
  var item: Item? { query.item }

  /// Whether the store has answered, so that no note means that there is none.
  var isKnown: Bool { !query.isLoading && query.error == nil }

  /// Follows it no longer.
  func stop() { query.stop() }

  /// Waits until the last change was looked at.
  func finish() async { await follower.finish() }
}
