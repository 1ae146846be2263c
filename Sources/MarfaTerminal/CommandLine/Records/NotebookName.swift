import MarfaSDK

/// A notebook as a command names it: its title, its path as in `House/Garden`, its id or the id's
/// first characters.
struct NotebookName {
  private let written: String
  private let name: String

  /// Takes a name as typed.
  ///
  /// - Throws: `CommandFailure` for one that is empty.
  init(_ name: String) throws {
    written = name
    self.name = name.trimmingPrefix(while: \.isWhitespace).lowercased()
    if self.name.allSatisfy({ $0 == "/" || $0.isWhitespace }) {
      throw CommandFailure(.usage, "A notebook has a name, a path or an id; this is none.")
    }
  }

  /// Finds the notebook.
  ///
  /// - Throws: `CommandFailure` when there is none, or more than one; the paths tell them apart.
  func id(in store: LocalStore) async throws -> String {
    let all = try await store.notebooks().paths
    var found = all.filter { $0.notebook.title.lowercased() == name }
    if found.isEmpty { found = all.filter { isPath($0.path.lowercased()) } }
    if found.isEmpty { found = all.filter { $0.notebook.id.hasPrefix(name) } }
    guard let first = found.first else {
      throw CommandFailure(.notFound, "There is no notebook \(written).")
    }
    guard found.count == 1 else {
      throw CommandFailure(.usage, "\(written) may be one of \(Self.list(found)).")
    }
    return first.notebook.id
  }

  /// Whether a path from the root is meant: all of it, or its end if the name begins with no slash.
  private func isPath(_ path: String) -> Bool {
    name.hasPrefix("/") ? path == name : path.hasSuffix("/" + name)
  }

  /// The paths, each with its id where another one is the same.
  private static func list(_ found: [(notebook: Notebook, path: String)]) -> String {
    let counts = Dictionary(grouping: found, by: \.path).mapValues(\.count)
    return found.map { entry in
      counts[entry.path] == 1 ? entry.path : "\(entry.path) (\(entry.notebook.id))"
    }.joined(separator: ", ")
  }
}

extension [Notebook] {
  /// All notebooks of the trees with their paths from the root, such as `/House/Garden`.
  fileprivate var paths: [(notebook: Notebook, path: String)] {
    var above: [String] = []
    return flattened.map { notebook, depth in
      above = above.prefix(depth) + [notebook.title]
      return (notebook, "/" + above.joined(separator: "/"))
    }
  }
}
