import Foundation
import Glibc
import Settings

/// Where the notes of this machine are.
package enum NotesFile {
  /// The database file in the data directory.
  package static func path(in directories: ApplicationDirectories) -> String {
    directories.data + "/notes.sqlite"
  }

  /// Refuses to put something made of the notes in the place of their database.
  ///
  /// - Parameters:
  ///   - directories: Where the notes are.
  ///   - path: The file that is to be made.
  /// - Throws: `CommandFailure` when it is the database or a part of it, under any name.
  package static func protect(
    in directories: ApplicationDirectories, from path: String
  ) throws {
    let own = self.path(in: directories)
    let isOwn = ["", "-wal", "-shm"].contains { suffix in
      let part = own + suffix
      return path == part || identity(of: part).map { $0 == identity(of: path) } ?? false
    }
    if isOwn {
      throw CommandFailure(.usage, "\(path) is the notes' database itself; nothing was written.")
    }
  }

  /// Refuses to replace a file that is no copy of a database.
  ///
  /// - Parameter path: The file that is to be made.
  /// - Throws: `CommandFailure` when something else is there.
  package static func refuseOtherFile(at path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    // A device or a link would be replaced by the copy, and a pipe waited for.
    guard [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      throw CommandFailure(.usage, "\(path) is not a file; nothing was written.")
    }
    guard let file = FileHandle(forReadingAtPath: path) else { return }
    // A folder is refused when the copy is to get its name.
    let start = try? file.read(upToCount: header.count)
    guard let start, !start.isEmpty, Array(start) != header else { return }
    throw CommandFailure(.usage, "\(path) exists and is not a backup; nothing was written.")
  }

  /// Refuses to make the folders that a path goes through: one that is not there is a slip.
  ///
  /// - Parameter path: The absolute path of what is to be made.
  /// - Throws: `CommandFailure` when the folder that it would be in is not there.
  package static func requireFolder(above path: String) throws {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue
    else {
      throw CommandFailure(
        .failure, "No folder \(folder); create it first. Nothing was written.")
    }
  }

  /// What each database of SQLite begins with, see <https://www.sqlite.org/fileformat.html>.
  static let header = Array("SQLite format 3\0".utf8)

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }
}
