import Foundation

/// Where a mirror may be: apart from the application's own directories.
///
/// A mirror around them would take their files for notes; one in them would be deleted with them.
package enum MirrorPlace {
  /// Refuses a folder that is one of some directories, or in or around one of them.
  ///
  /// - Parameters:
  ///   - folder: The folder's absolute path; it need not be there.
  ///   - directories: The absolute paths of the directories.
  /// - Throws: `CommandFailure`; nothing was changed.
  package static func refuse(_ folder: String, near directories: [String]) throws {
    let path = resolved(folder)
    for directory in directories.map(resolved) {
      let cause: String
      if path == directory {
        cause = "\(path) is where marfa keeps its own files"
      } else if isPath(path, below: directory) {
        cause = "\(path) is in \(directory), where marfa keeps its own files"
      } else if isPath(directory, below: path) {
        cause = "\(path) has \(directory) in it, where marfa keeps its own files"
      } else {
        continue
      }
      throw CommandFailure(
        .failure, "\(cause); nothing was changed. Choose a folder apart from it.")
    }
  }

  /// Whether a path is below another one, name by name.
  ///
  /// - Parameters:
  ///   - inner: An absolute path.
  ///   - outer: An absolute path; `/` has all others in it.
  /// - Returns: Whether it is; false for the same path.
  package static func isPath(_ inner: String, below outer: String) -> Bool {
    let (inner, outer) = (inner.split(separator: "/"), outer.split(separator: "/"))
    return inner.count > outer.count && inner.starts(with: outer)
  }

  /// A path without `..` and symbolic links; its end need not exist.
  ///
  /// - Parameter path: An absolute path.
  /// - Returns: The path.
  package static func resolved(_ path: String) -> String {
    var there = URL(filePath: path).standardizedFileURL
    var missing: [String] = []
    while there.path != "/", !FileManager.default.fileExists(atPath: there.path) {
      missing.insert(there.lastPathComponent, at: 0)
      there.deleteLastPathComponent()
    }
    let names = there.resolvingSymlinksInPath().path.split(separator: "/").map(String.init)
    return "/" + (names + missing).joined(separator: "/")
  }
}
