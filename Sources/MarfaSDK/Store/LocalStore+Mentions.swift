extension LocalStore {
  /// Lists the notes with a link to an item, with the lines that have it.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - limit: The maximum number of notes.
  /// - Returns: The notes, those in the archive last, the latest change first.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func backlinks(to id: String, limit: Int = 200) async throws -> [Mention] {
    try await read { try MentionReader(db: $0).backlinks(to: id, limit: limit) }
  }

  /// Lists the notes whose text has an item's title or an alias without a link to it.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - limit: The maximum number of notes.
  /// - Returns: The notes, those in the archive last, the latest change first.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func unlinkedMentions(of id: String, limit: Int = 50) async throws -> [Mention] {
    try await readWords { try MentionReader(db: $0).unlinkedMentions(of: id, limit: limit) }
  }
}
