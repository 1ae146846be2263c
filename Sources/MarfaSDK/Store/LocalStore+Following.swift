import GRDB

extension LocalStore {
  /// Finds the note that a link leads to.
  ///
  /// - Parameters:
  ///   - target: A title, another name, an id or the end of a path; or a path as a relative link
  ///     has it.
  ///   - kind: Which of the two it is.
  ///   - id: The note that the link is in, which relative paths start from.
  /// - Returns: The note's id, or nil when there is none; of several one in the same folder or
  ///   notebook, then the latest changed one.
  /// - Throws: `StorageError`.
  public func linkedItem(
    _ target: String, as kind: LinkTargetKind, from id: String?
  ) async throws -> String? {
    try await read { db in
      let link = TextLink(target: target, isPath: kind == .path, offset: 0)
      let row = try Row.fetchOne(
        db, sql: "SELECT \(ItemRecord.columns) FROM item WHERE id = ?", arguments: [id])
      let place = row.map { LinkResolver.Place(ItemRecord(row: $0)) } ?? .init()
      guard let key = try LinkResolver(db: db).resolve(link, from: place) else { return nil }
      return try String.fetchOne(db, sql: "SELECT id FROM item WHERE key = ?", arguments: [key])
    }
  }

  /// How many items a link by the title may mean: those of the title, in whatever letters.
  ///
  /// - Parameter title: The title, or what else is in a link.
  /// - Returns: The number; 0 when no title is so.
  /// - Throws: `StorageError`.
  package func itemCount(titled title: String) async throws -> Int {
    try await readBriefly { db in
      let statement = try db.cachedStatement(
        sql: "SELECT COUNT(*) FROM item WHERE title_sort = ? AND state < 2")
      return try Int.fetchOne(statement, arguments: [TextFold.fold(title)]) ?? 0
    }
  }
}

/// What the text of a link is.
public enum LinkTargetKind: Hashable, Sendable {
  /// A title, another name or an id.
  case name
  /// A path relative to the note that the link is in.
  case path
}
