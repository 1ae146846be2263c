import Foundation
import MarfaSDK

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

  /// Removes the histories of notes that are no longer there: purged by another device or program,
  /// or after their time in the trash.
  ///
  /// The history of a note that got another id from its server is kept under that.
  ///
  /// - Throws: `StorageError`, or `CocoaError` when a file cannot be removed; those before it are
  ///   gone.
  package func forgetMissing(in store: LocalStore) async throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let ids = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    for id in try await store.missingItems(of: ids) {
      let present = try await store.currentId(of: id)
      let isGone = try await store.missingItems(of: [present]) == [present]
      if !isGone, !FileManager.default.fileExists(atPath: path(noteId: present)) {
        try FileManager.default.moveItem(
          atPath: path(noteId: id), toPath: path(noteId: present))
      } else {
        try forget(noteIds: [id])
      }
    }
  }
}
