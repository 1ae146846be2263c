extension LocalStore {
  /// Reads how many notes the standing lists hold.
  ///
  /// - Parameter start: When today began where the person is.
  /// - Returns: The counts.
  /// - Throws: `StorageError`.
  public func sourceCounts(today start: Timestamp) async throws -> SourceCounts {
    try await read { try CounterFetch(today: start.milliseconds).fetch($0) }
  }

  /// Lists all notebooks that are not trashed, siblings by title.
  ///
  /// - Returns: The notebooks at the top, with those in them.
  /// - Throws: `StorageError`.
  public func notebooks() async throws -> [Notebook] {
    try await read { try NotebookFetch().fetch($0).roots }
  }

  /// Lists the tags that the items with a tag have besides it, trashed items left out.
  ///
  /// Walks all items with the tag.
  ///
  /// - Parameters:
  ///   - tag: The tag's name.
  ///   - limit: The maximum number of results.
  /// - Returns: The tags with the number of items that have both, most frequent first, then by
  ///   name.
  /// - Throws: `StorageError`.
  public func companionTags(of tag: String, limit: Int = 8) async throws -> [TagWithCount] {
    try await read { try TagReader(db: $0).companions(of: tag, limit: limit) }
  }

  /// Lists the titles of all items that are not trashed, the latest change first.
  ///
  /// - Returns: The titles; some 100 bytes each.
  /// - Throws: `StorageError`.
  public func titles() async throws -> TitleList {
    try await read { try TitleReader(db: $0).titles() }
  }

  /// Reads the titles of some items.
  ///
  /// - Parameter ids: The items.
  /// - Returns: The titles by id; none for an item that is not here or has none.
  /// - Throws: `StorageError`.
  package func titles(ofItems ids: Set<String>) async throws -> [String: String] {
    try await read { try TitleReader(db: $0).titles(ofItems: ids) }
  }

  /// Finds the one item whose id starts with a text.
  ///
  /// - Parameter prefix: The first characters of an id, or all of it.
  /// - Returns: The id.
  /// - Throws: `NotFoundError`, `AmbiguousIdError` or `StorageError`.
  public func resolveId(prefix: String) async throws -> String {
    try await read { try TitleReader(db: $0).resolveId(prefix: prefix) }
  }

  /// Finds the one note that has a title; one in the trash only when no other has it.
  ///
  /// - Parameter title: The title, in capitals or small letters.
  /// - Returns: The id.
  /// - Throws: `NotFoundError`, `AmbiguousIdError` or `StorageError`.
  public func resolveId(title: String) async throws -> String {
    try await read { try TitleReader(db: $0).resolveId(title: title) }
  }
}
