import MarfaSDK
import Workbench

/// The panes next to the list, as the list sees them: the note goes along with its cursor.
@MainActor package protocol ListSurroundings: AnyObject {
  /// The note that commands act on; nil while none is selected, or another one is shown.
  var selectedNote: ListedItem? { get }
  /// The id of the note in the note pane.
  var shownNote: String? { get }
  /// Whether the note pane has the keys.
  var isNoteFocused: Bool { get }
  /// Whether the shown note is being edited.
  var isNoteEdited: Bool { get }
  /// Whether the pane of sources is on the screen.
  var showsSources: Bool { get }
  /// What is wrong with the selected source in two or three words, if there is no such one.
  var missingSource: String? { get }

  /// Shows a note that is only looked at.
  func preview(id: String)

  /// Shows no note, as next to an empty list.
  func showNothing()

  /// Selects a source, and shows it in the list.
  func select(_ source: Source)
}
