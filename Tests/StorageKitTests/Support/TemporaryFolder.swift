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

  /// Does work with this folder as the data directory of the process.
  ///
  /// The environment belongs to the whole process: one test at a time may do this.
  @MainActor
  func asDataDirectory<Output>(_ work: () throws -> Output) throws -> Output {
    let before = ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
    setenv("XDG_DATA_HOME", url.path, 1)
    defer {
      if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") }
    }
    return try work()
  }
}
