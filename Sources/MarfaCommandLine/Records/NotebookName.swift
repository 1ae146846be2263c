import MarfaSDK
import NoteFiles

/// A notebook as a command names it: its title, its path as in `House/Garden`, its id, the id's
/// first characters or its last ones as lists show them.
struct NotebookName {
  private let written: String
  private let path: NotebookPath

  /// Takes a name as typed.
  ///
  /// - Throws: `CommandFailure` for one that is empty.
  init(_ name: String) throws {
    guard let path = NotebookPath(name) else {
      throw CommandFailure(.usage, "Give a notebook by its name, its path or its id.")
    }
    written = name
    self.path = path
  }

  /// What becomes of a notebook that is not there.
  enum Missing {
    /// It is refused.
    case refused
    /// It is refused, and the option that makes it is named.
    case offered
    /// It is made, with those above it in its path.
    case made
  }

  /// Finds the notebook, or makes it.
  ///
  /// - Parameters:
  ///   - store: Where the notebooks are.
  ///   - missing: What becomes of one that is missing.
  /// - Returns: Its id.
  /// - Throws: `CommandFailure` when there is none, or more than one; the paths tell them apart.
  func id(in store: LocalStore, missing: Missing = .refused) async throws -> String {
    let all = try await store.notebooks().paths
    if let id = try id(among: all) { return id }
    guard missing == .made else {
      let way = missing == .offered ? "; use --make to create it" : ""
      throw CommandFailure(.notFound, "No notebook “\(written)”\(way).")
    }
    return try await Self.last(of: make(beside: all, in: store), written)
  }

  /// Finds the notebook, or makes it with those above it in its path.
  ///
  /// - Parameter store: Where the notebooks are.
  /// - Returns: Its id, and the ids of those that were made, outermost first.
  /// - Throws: `CommandFailure` when there is more than one.
  func found(orMadeIn store: LocalStore) async throws -> (id: String, made: [String]) {
    let all = try await store.notebooks().paths
    if let id = try id(among: all) { return (id, []) }
    let made = try await make(beside: all, in: store)
    return (try Self.last(of: made, written), made)
  }

  private static func last(of ids: [String], _ written: String) throws -> String {
    guard let id = ids.last else {
      throw CommandFailure(.usage, "“\(written)” does not name a notebook.")
    }
    return id
  }

  /// Creates the notebook of a path from the top, and what is missing above it.
  ///
  /// - Parameter store: Where the notebooks are.
  /// - Returns: Its id.
  /// - Throws: `CommandFailure` when it is there already.
  func create(in store: LocalStore) async throws -> String {
    let titles = Self.titles(in: written)
    var siblings = try await store.notebooks()
    var parent: String?
    var known = 0
    for title in titles {
      let folded = NotebookPath(title)
      guard let next = siblings.first(where: { folded?.isTitle($0.title) == true }) else { break }
      (parent, siblings) = (next.id, next.children)
      known += 1
    }
    guard known < titles.count else {
      throw CommandFailure(.usage, "There is a notebook “\(written)” already.")
    }
    return try await Self.last(of: make(titles[known...], in: parent, store), written)
  }

  private func id(among all: [(notebook: Notebook, path: String)]) throws -> String? {
    var found = all.filter { path.isTitle($0.notebook.title) }
    if found.isEmpty { found = all.filter { path.means($0.path) } }
    if found.isEmpty {
      found = all.filter {
        $0.notebook.id.hasPrefix(path.name) || ShortId.text(of: $0.notebook.id) == path.name
      }
    }
    guard found.count < 2 else {
      throw CommandFailure(.usage, "“\(written)” is ambiguous: \(Self.list(found)).")
    }
    return found.first?.notebook.id
  }

  /// Makes what is missing of the path in one transaction, under the longest part that is there.
  private func make(
    beside all: [(notebook: Notebook, path: String)], in store: LocalStore
  ) async throws -> [String] {
    let titles = Self.titles(in: written)
    let start = written.hasPrefix("/") ? "/" : ""
    var parent: String?
    var known = titles.count - 1
    while known > 0, parent == nil {
      parent = try NotebookName(start + titles[..<known].joined(separator: "/")).id(among: all)
      if parent == nil { known -= 1 }
    }
    return try await make(titles[known...], in: parent, store)
  }

  private static func titles(in path: String) -> [String] {
    path.split(separator: "/").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// Makes notebooks, each in the one before, in one transaction.
  ///
  /// - Returns: Their ids.
  private func make(
    _ titles: ArraySlice<String>, in parent: String?, _ store: LocalStore
  ) async throws -> [String] {
    var parent = parent
    var items: [NewItem] = []
    for title in titles {
      let id = store.environment.ids.nextId()
      let input = CreateItemInput(
        id: id, type: CoreGroup.typeIdentifier, properties: ["title": .string(title)])
      items.append(NewItem(input, notebook: parent))
      parent = id
    }
    _ = try await store.createItems(items)
    return items.compactMap(\.input.id)
  }

  /// The paths, each with its id where another one is the same.
  private static func list(_ found: [(notebook: Notebook, path: String)]) -> String {
    let counts = Dictionary(grouping: found, by: \.path).mapValues(\.count)
    return found.map { entry in
      counts[entry.path] == 1 ? entry.path : "\(entry.path) (\(entry.notebook.id))"
    }.joined(separator: ", ")
  }
}
