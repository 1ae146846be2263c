import MarfaSDK
import TerminalUI

/// Which notebook each note is in, as a path such as `House/Garden`.
struct NotebookPlaces: Sendable {
  /// Paths that are wider are cut in a list for a person.
  private static let maximumWidth = 24

  private let paths: [String: String]
  /// The columns that a list gives the paths; 0 when there are no notebooks.
  let width: Int

  /// Reads the notebooks.
  ///
  /// - Parameter store: Where they are.
  /// - Throws: `StorageError`.
  init(_ store: LocalStore) async throws {
    let all = try await store.notebooks().paths
    paths = Dictionary(all.map { ($0.notebook.id, String($0.path.dropFirst())) }) { $1 }
    width = min(paths.values.map { TextWidth.columns(of: $0) }.max() ?? 0, Self.maximumWidth)
  }

  /// The paths of the notebooks that hold some notes, by the notes' ids.
  ///
  /// - Parameters:
  ///   - ids: The notes.
  ///   - store: Where they are.
  /// - Returns: The paths; notes in no notebook, or in one in the trash, are missing.
  /// - Throws: `StorageError`.
  func paths(of ids: [String], in store: LocalStore) async throws -> [String: String] {
    guard !paths.isEmpty else { return [:] }
    return try await store.notebookIds(of: ids).compactMapValues { paths[$0] }
  }

  /// A path in the columns that a list has for it.
  func column(_ path: String) -> String { TextWidth.fitted(path, to: width) }
}
