import MarfaSDK
import NoteFiles
import Workbench

/// Follows changes of the names that a list goes by, and finds those that do not exist.
extension ListPane {
  /// What is shown has another name.
  func rename(to source: Source) { self.source = source }

  /// Goes on under the new name of a tag that the list shows or that its filter names, with the
  /// same note selected.
  func follow(_ tag: String, renamedTo name: String) {
    if source == .tag(tag) { replaceSource(by: .tag(name)) }
    guard let filter = TagRenaming(tag: tag, name: name).rewrite(filter) else { return }
    let id = selectedRow?.id
    setFilter(filter)
    if let id { select(id: id) }
  }

  /// Shows another source in place of the one that is shown, with the same filter and note.
  func replaceSource(by source: Source) {
    let (filter, id) = (filter, selectedRow?.id)
    around.select(source)
    setFilter(filter)
    if let id { select(id: id) }
  }

  /// Says in two or three words that a name in the source or the filter does not exist.
  var missingWord: String? {
    if let word = around.missingSource { return word }
    return window.listedCount == 0 && missing?.tags.isEmpty == false ? "no such tag" : nil
  }

  /// Looks up the notebooks and tags that a filter names, once for each filter that finds nothing.
  func findMissingNames(of query: SearchQuery) {
    guard missing == nil, !window.isStale else { return }
    missing = MissingNames()
    guard query.namesNotebook || !query.tags.isEmpty else { return }
    let filter = filter
    context.work.perform("Looking for the names in the filter") { [self] in
      let names = try await MissingNames(of: query, in: context.client.store)
      if self.filter == filter { missing = names }
    }
  }
}

/// Names in a search that nothing has.
struct MissingNames: Hashable {
  /// Notebooks.
  private(set) var notebooks: [String] = []
  /// Tags, sorted.
  private(set) var tags: [String] = []

  /// Nothing is missing.
  init() {}

  /// Looks for the notebooks and tags of a search.
  init(of query: SearchQuery, in store: LocalStore) async throws {
    notebooks = try await store.missingNotebooks(of: query)
    let known = query.tags.isEmpty ? [] : try await store.tags().map(\.tag)
    // A tag stands for those below it, too.
    tags = query.tags.sorted().filter { tag in
      !known.contains { $0 == tag || $0.hasPrefix(tag + "/") }
    }
  }

  /// Says which names do not exist.
  ///
  /// - Parameter renamed: The new name of a tag, if it is known.
  /// - Returns: A sentence for each name, with a space after it.
  func sentences(renamed: (String) -> String?) -> String {
    let notebooks = notebooks.map { "No notebook “\($0)”. " }
    let tags = tags.map { tag in
      renamed(tag).map { "The tag #\(tag) is now #\($0). " } ?? "No tag #\(tag). "
    }
    return (notebooks + tags).joined()
  }
}
