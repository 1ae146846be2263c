import Foundation

/// A directory that goes away with the value.
package final class TemporaryDirectory: Sendable {
  package let path: String

  /// That a program could not be written.
  package struct NotInstalled: Error {
    package let words: String
  }

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

  /// Writes a program that may be run at once.
  ///
  /// The program's file is written by another process: a child that a test beside this one starts
  /// would inherit our descriptor for a moment, and a file that is open for writing is not run
  /// (`ETXTBSY`, execve(2)).
  package func writeProgram(_ text: String, to name: String) async throws {
    try write(text, to: name + ".text")
    let file = path + "/" + name
    let install = try await ProgramRun.run(
      "/usr/bin/install", ["-m", "700", file + ".text", file])
    guard install.status == 0 else { throw NotInstalled(words: install.errors) }
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
