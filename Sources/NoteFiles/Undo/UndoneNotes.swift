import Foundation
import Settings

/// The notes that the undo of an import put into the trash, in a file next to the journals: another
/// import makes them again, while it leaves alone what a person put there.
package struct UndoneNotes: Hashable, Sendable {
  /// Beyond this many bytes the oldest half is forgotten; their notes are then left in the trash.
  private static let maximumBytes = 8 << 20

  private let path: String

  /// Names the file in a folder, whether it exists or not.
  init(folder: String) { path = folder + "/undone" }

  /// The ids of the notes.
  ///
  /// - Throws: The file system's error.
  func ids() throws -> Set<String> { Set(try lines().map(String.init)) }

  /// Adds notes.
  ///
  /// - Parameter ids: Their ids.
  /// - Throws: The file system's error; nothing is added then.
  func add(_ ids: [String]) throws {
    guard !ids.isEmpty else { return }
    var lines = try lines()
    if lines.reduce(0, { $0 + $1.utf8.count + 1 }) > Self.maximumBytes {
      lines.removeFirst(lines.count / 2)
    }
    lines += ids.map { $0[...] }
    try AtomicFile.write(lines.map { $0 + "\n" }.joined(), to: path)
  }

  private func lines() throws -> [Substring] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }
}
