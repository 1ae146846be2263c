import Foundation

/// A folder of its own for one test, removed when the last reference goes.
final class TemporaryFolder: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory
      .appending(path: "marfa-\(UUID().uuidString)")
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { url.appending(path: name).path }

  deinit {
    // Nothing depends on the removal; the folder lies in the temporary directory.
    try? FileManager.default.removeItem(at: url)
  }
}
