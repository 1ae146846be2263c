import Foundation

/// The folder of the undo histories in the state directory: one file for each note.
package struct UndoFolder: Hashable, Sendable {
  /// Its path.
  package let path: String

  /// The folder in a directory; it need not be there.
  package init(stateDirectory: String) { path = stateDirectory + "/undo" }

  /// The file of a note's history.
  package func path(noteId: String) -> String { path + "/" + noteId + ".json" }

  /// Removes the histories of notes that are removed permanently: they hold what was typed.
  ///
  /// - Throws: `CocoaError` when a file cannot be removed; those before it are gone.
  package func forget(noteIds: some Sequence<String>) throws {
    for file in noteIds.map(path(noteId:)) where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}
