import MarfaSDK

/// What the store knows of one source: enough to tell whether a file has anything new.
struct KnownNotes {
  /// A note of the source.
  struct Note: Hashable {
    var id: String
    /// Stands for the properties that an import writes; equal only for equal ones (64 bits).
    var digest: Int
    var tags: [String]
    var version: Int
    var updatedAt: Timestamp
    var isTrashed: Bool
  }

  private(set) var notes: [String: Note] = [:]
  /// Notebooks that are not in the trash: ids by path.
  private(set) var notebooks: [String: String] = [:]

  /// The properties that an import writes.
  static let imported = ["title", "body", "aliases", "front_matter"]

  static func digest(_ properties: [String: JSONValue]) -> Int {
    var hasher = Hasher()
    for name in imported {
      let value = properties[name] ?? .null
      hasher.combine(value)
    }
    return hasher.finalize()
  }

  /// Reads all notes of a source, page by page, keeping no text.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - store: The notes.
  /// - Throws: `StorageError` or `CancellationError`.
  init(source: String, store: LocalStore) async throws {
    // The trash comes first: a note that was made again after it was trashed counts.
    for state in [ItemState.trashed, nil] {
      try await read(ListFilters(state: state, source: source), store)
    }
  }

  private mutating func read(_ filters: ListFilters, _ store: LocalStore) async throws {
    var filters = filters
    filters.sort = .createdAt
    filters.limit = 500
    while true {
      let items = try await store.items(filters)
      let tags = try await store.summaries(filters)
      add(items.data, tags: Dictionary(tags.data.map { ($0.id, $0.tags) }) { first, _ in first })
      guard items.hasMore, let cursor = items.cursor else { return }
      filters.cursor = cursor
      try Task.checkCancellation()
    }
  }

  private mutating func add(_ items: [Item], tags: [String: [String]]) {
    for item in items {
      guard let sourceID = item.sourceID else { continue }
      if item.type == CoreGroup.typeIdentifier {
        if item.state != .trashed { notebooks[String(sourceID.dropLast())] = item.id }
      } else {
        notes[sourceID] = Note(item, tags: tags[item.id] ?? [])
      }
    }
  }
}

extension KnownNotes.Note {
  /// What is known of an item.
  package init(_ item: Item, tags: [String]) {
    self.init(
      id: item.id, digest: KnownNotes.digest(item.properties), tags: tags,
      version: item.version,
      updatedAt: Timestamp(iso8601: item.updatedAt) ?? Timestamp(milliseconds: 0),
      isTrashed: item.state == .trashed)
  }
}
