import MarfaSDK
import Workbench

/// What the panes know of each other.
extension Workspace: ListSurroundings, NoteSurroundings {
  /// The note that commands act on: the selected row of the list, which is the note in the note
  /// pane while that has the keys.
  package var selectedNote: ListedItem? { noteBesideList == nil ? list.selectedRow : nil }

  /// The note in the note pane when that has the keys and the list selects another: the list may
  /// have been read again, or not hold it.
  var noteBesideList: String? {
    guard focus == .note, let id = note.id else { return nil }
    return list.selectedRow?.id == id ? nil : id
  }

  package var showsSources: Bool { layout.panes[.sources] != nil }
  package var shownNote: String? { note.id }
  package var isNoteFocused: Bool { focus == .note }
  package var isNoteEdited: Bool { note.isEditing }
  package var missingSource: String? { sources.missingWord }
  package var placeOfSoleNote: String {
    guard layout.panes.count == 1 else { return "" }
    return list.filter.isEmpty ? sources.title : "\(sources.title) /\(list.filter)"
  }
  package func preview(id: String) { note.preview(id: id) }
  package func showNothing() { note.showNothing() }
  package func select(_ source: Source) { sources.select(source) }
}
