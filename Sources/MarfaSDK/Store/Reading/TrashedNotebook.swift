import GRDB

/// A notebook in the trash.
package struct TrashedNotebook: Hashable, Sendable {
  /// Its id.
  package let id: String
  /// Its title.
  package let title: String
  /// Its path from the root, such as `/House/Garden`; those around it may be in the trash, too.
  package let path: String

  /// Reads all of them, ordered by their titles.
  static func all(in db: Database) throws -> [TrashedNotebook] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, title, notebook FROM item WHERE state = 2 AND type = ?
        ORDER BY title_sort, key
        """)
    return try Row.fetchAll(statement, arguments: [NotebookFetch.type]).map { row in
      let title: String = row[1]
      let folders = try LinkResolver(db: db).folders(ofNotebook: row[2])
      return TrashedNotebook(
        id: row[0], title: title, path: "/" + (folders + [title]).joined(separator: "/"))
    }
  }

  /// Whether a person's word is its title.
  func isTitled(_ name: String) -> Bool { NotebookPath(name)?.isTitle(title) == true }

  /// Whether a person's word is its path, or the end of it.
  func isAt(_ name: String) -> Bool { NotebookPath(name)?.means(path) == true }
}

extension LocalStore {
  /// The notebooks in the trash, by their titles.
  ///
  /// - Returns: The notebooks.
  /// - Throws: `StorageError`.
  package func trashedNotebooks() async throws -> [TrashedNotebook] {
    try await read { try TrashedNotebook.all(in: $0) }
  }
}
