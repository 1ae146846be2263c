import GRDB

/// Reads all notebooks with their counts, as a tree.
package struct NotebookFetch: StoreFetch {
  /// Rows of notebooks by key, next to the tree, with which a change is compared.
  struct Value: Sendable, Equatable {
    var keys: Set<Int64> = []
    var roots: [Notebook] = []
  }

  static let type = "core.group"

  var interest: StoreInterest {
    var interest = StoreInterest(.counter)
    interest.add(.item, columns: ["title", "state", "notebook", "type"])
    return interest
  }

  /// All notebooks with their counts, in the order of their titles.
  ///
  /// Without the plus sign SQLite walks all titles in their order, to find the few notebooks among
  /// them without sorting: that is linear in the notes. See
  /// <https://www.sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_>.
  package static let statement = """
    SELECT item.key, item.id, item.title, item.notebook, counter.count
    FROM item LEFT JOIN counter ON counter.kind = ? AND counter.subject = item.key
    WHERE item.state < 2 AND item.type = ? ORDER BY +item.title_sort, item.key
    """

  func fetch(_ db: Database) throws -> Value {
    let statement = try db.cachedStatement(sql: Self.statement)
    var flat: [Notebook.Flat] = []
    let cursor = try Row.fetchCursor(
      statement, arguments: [CounterKind.notebook.rawValue, Self.type])
    while let row = try cursor.next() {
      flat.append(
        Notebook.Flat(
          key: row[0], id: row[1], title: row[2], parent: row[3],
          count: (row[4] as Int?) ?? 0))
    }
    return Value(keys: Set(flat.map(\.key)), roots: Notebook.tree(of: flat))
  }

  func isAffected(by change: StoreChange, _ value: Value, _ db: Database) throws -> Bool {
    guard let items = change.rows(of: .item), let counters = change.rows(of: .counter) else {
      return true
    }
    let columns: Set<String> = ["title", "state", "notebook", "type"]
    for (key, row) in items where row.touches(columns) {
      if value.keys.contains(key) { return true }
      let type = try String.fetchOne(
        db, sql: "SELECT type FROM item WHERE key = ?", arguments: [key])
      if type == Self.type { return true }
    }
    return try counters.contains { key, row in
      if row.isDeleted { return true }
      let kind = try Int64.fetchOne(
        db, sql: "SELECT kind FROM counter WHERE key = ?", arguments: [key])
      return kind == CounterKind.notebook.rawValue
    }
  }
}
