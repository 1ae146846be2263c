import Foundation

/// What the areas share: a scratch folder, the notes, and the filled stores, made when first
/// asked for.
final class Setting {
  let folder: URL
  let corpus: Corpus
  /// Where filled stores are kept from run to run, if they are.
  let keptFolder: URL?
  private var filled: FilledStores?

  init(noteCount: Int, keptFolder: String?) throws {
    corpus = Corpus(count: noteCount)
    self.keptFolder = keptFolder.map { URL(filePath: $0).appending(path: "\(noteCount)") }
    folder = FileManager.default.temporaryDirectory.appending(path: "marfa-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // Leftovers are in the system's folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }

  /// A path in the scratch folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The path of a filled store.
  func filledPath(_ name: String) -> String {
    (keptFolder ?? folder).appending(path: name).path
  }

  /// Our store and the plain one with the same notes.
  func stores() async throws -> FilledStores {
    if let filled { return filled }
    let stores = try await FilledStores(self)
    filled = stores
    return stores
  }
}
