/// What one or more commits touched.
///
/// A change by another process, or one that touched too many rows to name, says less; a reader
/// it must then assume more.
package struct StoreChange: Hashable, Sendable {
  /// What happened to one table.
  package struct Table: Hashable, Sendable {
    /// The rows by their integer key; nil when there are too many to name.
    package var rows: [Int64: Row]? = [:]
    /// What happened to any of its rows.
    package var sum = Row()
  }

  /// What happened to one row.
  package struct Row: Hashable, Sendable {
    /// Whether it was made.
    package var isInserted = false
    /// Whether it was removed.
    package var isDeleted = false
    /// The columns that statements wrote, whether or not the values changed.
    package var columns: Set<String> = []

    /// Whether any of some columns may have changed; an inserted or deleted row has them all.
    package func touches(_ others: Set<String>) -> Bool {
      isInserted || isDeleted || !columns.isDisjoint(with: others)
    }

    mutating func merge(_ other: Row) {
      isInserted = isInserted || other.isInserted
      isDeleted = isDeleted || other.isDeleted
      if columns.isEmpty {
        columns = other.columns
      } else if columns != other.columns {
        columns.formUnion(other.columns)
      }
    }
  }

  /// How many rows of a table are named at most.
  package static let rowLimit = 256

  /// The number of the newest commit in it, in this process's order.
  package var sequence: UInt64 = 0
  /// Whether anything at all may have changed, as after another process's commit.
  package var isEverything = false
  /// The tables that were touched.
  package var tables: [StoreTable: Table] = [:]

  /// Adds what happened to one row.
  package mutating func record(_ row: Row, key: Int64, in table: StoreTable) {
    var entry = tables[table] ?? Table()
    tables[table] = nil  // Keeps the dictionary inside unshared while it is changed.
    entry.sum.merge(row)
    if entry.rows != nil {
      entry.rows?[key, default: Row()].merge(row)
      if let count = entry.rows?.count, count > Self.rowLimit { entry.rows = nil }
    }
    tables[table] = entry
  }

  /// Adds a later change.
  package mutating func merge(_ later: StoreChange) {
    sequence = max(sequence, later.sequence)
    isEverything = isEverything || later.isEverything
    for (table, change) in later.tables {
      guard var entry = tables[table] else {
        tables[table] = change
        continue
      }
      entry.sum.merge(change.sum)
      entry.rows = Self.merged(entry.rows, change.rows)
      tables[table] = entry
    }
  }

  /// The changed rows of a table by key: empty when it was not touched, nil when they are unknown.
  package func rows(of table: StoreTable) -> [Int64: Row]? {
    if isEverything { return nil }
    guard let entry = tables[table] else { return [:] }
    return entry.rows
  }

  private static func merged(_ one: [Int64: Row]?, _ other: [Int64: Row]?) -> [Int64: Row]? {
    guard var one, let other else { return nil }
    for (key, row) in other { one[key, default: Row()].merge(row) }
    return one.count > rowLimit ? nil : one
  }
}
