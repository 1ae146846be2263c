import Foundation

/// A directory that goes away with the value.
package final class TemporaryDirectory: Sendable {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "marfa-\(UUID().uuidString)")
    path = url.path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  // Nothing depends on the removal, and a deinit has nobody to tell.
  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func write(_ text: String, to name: String) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Copies everything that is in it.
  ///
  /// - Parameter path: The copy's path, which is made.
  /// - Throws: The file manager's error.
  package func copy(to path: String) throws {
    try FileManager.default.copyItem(atPath: self.path, toPath: path)
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}
