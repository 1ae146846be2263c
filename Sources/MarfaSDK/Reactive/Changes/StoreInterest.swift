/// Which tables, and which of their columns, a query reads: the first and cheapest answer to
/// whether a change can matter to it.
package struct StoreInterest: Hashable, Sendable {
  /// The columns of a table that matter; nil when all do.
  private var columns: [StoreTable: Set<String>?] = [:]

  package init() {}

  /// In all columns of some tables.
  package init(_ tables: StoreTable...) {
    for table in tables { add(table) }
  }

  /// Adds all columns of a table.
  package mutating func add(_ table: StoreTable) {
    columns[table] = .some(nil)
  }

  /// Adds some columns of a table; insertions and deletions in it matter too.
  package mutating func add(_ table: StoreTable, columns added: Set<String>) {
    switch columns[table] {
    case .none: columns[table] = .some(added)
    case .some(.none): break
    case .some(.some(let present)): columns[table] = .some(present.union(added))
    }
  }

  /// Whether a change can matter.
  package func isTouched(by change: StoreChange) -> Bool {
    change.isEverything
      || change.tables.contains { table, entry in
        switch columns[table] {
        case .none: false
        case .some(.none): true
        case .some(.some(let mine)): entry.sum.touches(mine)
        }
      }
  }
}
