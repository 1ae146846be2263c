import GRDB

/// Reads the titles of all items that are not trashed, the latest change first.
struct TitleFetch: StoreFetch {
  static let columns: Set<String> = ["title", "state", "type", "is_listed", "notebook"]

  /// Times are read too, but a title list is not read again because one of them has changed.
  var interest: StoreInterest {
    var interest = StoreInterest()
    interest.add(.item, columns: Self.columns)
    return interest
  }

  func fetch(_ db: Database) throws -> TitleSnapshot {
    TitleSnapshot(entries: try TitleReader(db: db).titles())
  }

  /// A write of the text writes the title too, whether or not it differs.
  func isAffected(
    by change: StoreChange, _ value: TitleSnapshot, _ db: Database
  ) throws -> Bool {
    guard let changed = change.rows(of: .item) else { return true }
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, title, state, is_listed,
          (SELECT title FROM item AS holder WHERE holder.key = item.notebook AND state < 2)
        FROM item WHERE key = ?
        """)
    return try changed.contains { key, row in
      guard row.touches(Self.columns) else { return false }
      guard !row.isDeleted, let now = try Row.fetchOne(statement, arguments: [key]) else {
        return true
      }
      let (id, title, state, isListed): (String, String, Int64, Bool) = (
        now[0], now[1], now[2], now[3]
      )
      let notebook: String? = now[4]
      // A walk over all titles costs less than a dictionary of them that is kept all the time.
      guard let entry = value.entries.entry(of: id) else { return state < 2 }
      return state >= 2 || entry.title != title || entry.isNotebook == isListed
        || entry.notebook != notebook || entry.isArchived != (state == ItemState.archived.code)
    }
  }
}
