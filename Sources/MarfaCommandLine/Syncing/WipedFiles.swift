import Foundation
import NoteFiles
import Settings

/// The files that hold notes, or parts of them, and the keys of servers, by their names: a folder
/// may hold other things, too.
struct WipedFiles {
  private let directories: ApplicationDirectories

  init(_ directories: ApplicationDirectories) { self.directories = directories }

  /// Every path that may be there.
  var paths: [String] {
    let notes = NotesFile.path(in: directories)
    return ["", "-wal", "-shm", ".engine-lock", ".engine-lock.documents"].map { notes + $0 }
      + ["backups", "blobs", "imports"].map { directories.data + "/" + $0 }
      + RestoreBackup.copies(in: directories)
      + ["undo", "opened", "mirrors", "credentials", "state.json", "sync.jsonl", "sync.jsonl.1"]
      .map { directories.state + "/" + $0 }
      + [directories.edit]
  }

  /// Removes them.
  ///
  /// - Throws: The file manager's error of the first that cannot be removed.
  func remove() throws {
    for path in paths where FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
  }
}
