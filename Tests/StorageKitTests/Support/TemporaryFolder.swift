import Foundation

/// A folder of its own for one test, removed when the value goes.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "storagekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that stays behind harms no test.
    try? FileManager.default.removeItem(at: url)
  }

  /// The place of a database in the folder.
  var database: URL { url.appending(path: "test.sqlite") }
}
