import GRDB

/// Reads the tags with their maintained counts: most used first, then by name.
struct TagFetch: StoreFetch {
  var interest: StoreInterest { StoreInterest(.tag) }

  func fetch(_ db: Database) throws -> [TagWithCount] {
    try TagReader(db: db).tags()
  }

  /// A tag that is made without an item is no change.
  func isAffected(
    by change: StoreChange, _ value: [TagWithCount], _ db: Database
  ) throws -> Bool {
    guard let rows = change.rows(of: .tag) else { return true }
    return try rows.contains { key, row in
      guard row.isInserted, !row.isDeleted, row.columns.isEmpty else { return true }
      return try Int.fetchOne(db, sql: "SELECT count FROM tag WHERE key = ?", arguments: [key])
        .map { $0 > 0 } ?? false
    }
  }
}
