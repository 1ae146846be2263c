import Foundation
import Settings

/// Where the folders are that notes were imported from, by the source that the notes name.
///
/// A file `imports/folders.json` in the data directory. With it the files next to a note's file are
/// found; nothing else depends on it.
package struct ImportFolders: Hashable, Sendable {
  private let path: String

  /// Names the file, whether it exists or not.
  package init(directories: ApplicationDirectories) {
    path = directories.data + "/imports/folders.json"
  }

  /// What the notes of an imported folder name as where they come from, in a store without a
  /// server.
  static func source(of name: String) -> String { "import:" + name }

  /// The absolute path of the folder that was last imported under a name; nil when it is not known.
  package func folder(importedAs name: String) -> String? {
    all[Self.source(of: name)]
  }

  /// Takes down where a source is.
  ///
  /// - Parameters:
  ///   - folder: The folder's absolute path.
  ///   - source: The source that the notes name.
  /// - Throws: The file system's error.
  package func record(_ folder: String, of source: String) throws {
    guard all[source] != folder else { return }
    try ApplicationDirectories.create(URL(filePath: path).deletingLastPathComponent().path)
    let folders = all.merging([source: folder]) { _, new in new }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try AtomicFile.write(String(decoding: encoder.encode(folders), as: UTF8.self), to: path)
  }

  private var all: [String: String] {
    // Without the file, or with a damaged one, nothing is known.
    guard let data = try? Data(contentsOf: URL(filePath: path)),
      let folders = try? JSONDecoder().decode([String: String].self, from: data)
    else { return [:] }
    return folders
  }
}
