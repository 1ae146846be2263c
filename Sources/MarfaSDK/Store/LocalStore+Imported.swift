import GRDB

/// An item that an import made, with what says whether a file has anything new.
package struct ImportedItem: Hashable, Sendable {
  /// The item.
  package var item: Item
  /// Its tags, sorted.
  package var tags: [String]
  /// The path that it was imported from.
  package var path: String
  /// Its place in the list.
  package var position: Int64
}

extension LocalStore {
  /// Lists the items that were imported under a name, in the order in which they were made.
  ///
  /// - Parameters:
  ///   - name: The name of the imported folder.
  ///   - isTrashed: Whether those in the trash are listed, or the others.
  ///   - position: The place of the last item of the page before; nil for the first page.
  ///   - limit: At most this many.
  /// - Returns: One page; empty at the end.
  /// - Throws: `StorageError`.
  package func importedItems(
    from name: String, isTrashed: Bool, after position: Int64? = nil, limit: Int = 500
  ) async throws -> [ImportedItem] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(Item.storedColumns), item.tags FROM \(Item.storedTables)
          WHERE item.origin = ? AND item.origin_id IS NOT NULL AND (item.state = 2) = ?
            AND item.key > ? ORDER BY item.key LIMIT ?
          """)
      return try Row.fetchAll(
        statement, arguments: [name, isTrashed, position ?? 0, limit]
      ).map { row in
        let item = try Item(row: row)
        return ImportedItem(
          item: item, tags: TagColumn.tags(row[Item.storedColumnCount]),
          path: item.origin?.path ?? "", position: row[0])
      }
    }
  }
}
