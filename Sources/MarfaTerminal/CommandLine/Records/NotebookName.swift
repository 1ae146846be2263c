import MarfaSDK

/// A notebook as a command names it: its title, its path as in `House/Garden`, its id or the id's
/// first characters.
struct NotebookName {
  private let written: String
  private let path: NotebookPath

  /// Takes a name as typed.
  ///
  /// - Throws: `CommandFailure` for one that is empty.
  init(_ name: String) throws {
    guard let path = NotebookPath(name) else {
      throw CommandFailure(.usage, "A notebook has a name, a path or an id; this is none.")
    }
    written = name
    self.path = path
  }

  /// Finds the notebook.
  ///
  /// - Throws: `CommandFailure` when there is none, or more than one; the paths tell them apart.
  func id(in store: LocalStore) async throws -> String {
    let all = try await store.notebooks().paths
    var found = all.filter { path.isTitle($0.notebook.title) }
    if found.isEmpty { found = all.filter { path.means($0.path) } }
    if found.isEmpty { found = all.filter { $0.notebook.id.hasPrefix(path.name) } }
    guard let first = found.first else {
      throw CommandFailure(.notFound, "There is no notebook \(written).")
    }
    guard found.count == 1 else {
      throw CommandFailure(.usage, "\(written) may be one of \(Self.list(found)).")
    }
    return first.notebook.id
  }

  /// The paths, each with its id where another one is the same.
  private static func list(_ found: [(notebook: Notebook, path: String)]) -> String {
    let counts = Dictionary(grouping: found, by: \.path).mapValues(\.count)
    return found.map { entry in
      counts[entry.path] == 1 ? entry.path : "\(entry.path) (\(entry.notebook.id))"
    }.joined(separator: ", ")
  }
}
