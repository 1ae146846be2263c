import Editor
import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// The undo histories of notes, kept across restarts in the state directory.
///
/// A history is only used for the very text that it was kept with; a file that cannot be read or
/// written costs the history of one note, never text. Requests are served in order, so that a note
/// opened again finds what was kept when it was left.
package actor UndoArchives {
  /// The most histories that are kept; the oldest go first.
  package static let limit = 500
  /// How much text of steps is written with each save.
  private static let bytesWhileEditing = 64 << 10

  private let folder: UndoFolder
  private let limit: Int

  /// Archives in a directory.
  ///
  /// - Parameters:
  ///   - stateDirectory: Where the program keeps its state.
  ///   - limit: The most histories to keep.
  package init(stateDirectory: String, limit: Int = UndoArchives.limit) {
    folder = UndoFolder(stateDirectory: stateDirectory)
    self.limit = limit
  }

  /// Opens a text in an editor, with the history that was kept for the note and this very text.
  package func open(_ text: String, options: EditorOptions, noteId: String) -> Editor {
    var editor = Editor(text, options: options)
    editor.readAhead()
    guard let data = FileManager.default.contents(atPath: folder.path(noteId: noteId)),
      // A history of another version of the format is of no use.
      let archive = try? JSONDecoder().decode(UndoArchive.self, from: data)
    else { return editor }
    editor.restoreHistory(archive)
    return editor
  }

  /// Keeps the editor's history for the next time.
  package func keep(_ editor: Editor, noteId: String) {
    do {
      try write(editor.archivedHistory(), noteId: noteId)
      try prune()
    } catch {
      // Without the file the note opens with an empty history, which is the state before it.
    }
  }

  /// Keeps the newest steps of a text that was just stored, so that a crash costs no more of them
  /// than of the text.
  package func keepWhileEditing(_ editor: Editor, noteId: String) {
    // As above: a history that cannot be written is missed, and nothing else.
    try? write(editor.archivedHistory(limit: Self.bytesWhileEditing), noteId: noteId)
  }

  /// Removes the histories of notes that are removed permanently: they hold what was typed.
  ///
  /// - Throws: `CocoaError` when a file cannot be removed; those before it are gone.
  package func forget(noteIds: some Sequence<String>) throws {
    try folder.forget(noteIds: noteIds)
  }

  /// Removes the histories of notes that were purged, here or elsewhere.
  ///
  /// - Throws: `StorageError`, or `CocoaError` when a file cannot be removed; those before it are
  ///   gone.
  package func forgetMissing(in store: LocalStore) async throws {
    try await folder.forgetMissing(in: store)
  }

  private func write(_ archive: UndoArchive, noteId: String) throws {
    try ApplicationDirectories.create(folder.path)
    try JSONEncoder().encode(archive).write(
      to: URL(filePath: folder.path(noteId: noteId)), options: .atomic)
  }

  private func prune() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: URL(filePath: folder.path), includingPropertiesForKeys: [.contentModificationDateKey])
    guard files.count > limit else { return }
    let dated = try files.map { file in
      let values = try file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file, values.contentModificationDate ?? .distantPast)
    }
    for (file, _) in dated.sorted(by: { $0.1 < $1.1 }).prefix(files.count - limit) {
      try FileManager.default.removeItem(at: file)
    }
  }
}
