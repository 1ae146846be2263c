import GRDB

/// The order of a repository's rows: by one column, and by id among equal values.
struct RepositoryOrder: Hashable, Sendable {
  let column: String
  let idColumn: String
  let ascending: Bool

  /// Checks that the table has the column.
  ///
  /// - Throws: ``StorageError`` with `.unknownColumn`.
  func check(table: String, in db: Database) throws {
    let names = try db.columns(in: table).map { $0.name.lowercased() }
    guard names.contains(column.lowercased()) else {
      throw StorageError(.unknownColumn, while: "ordering \(table)", detail: column)
    }
  }

  /// The `ORDER BY` terms.
  var terms: [any SQLOrderingTerm] {
    let sort = Column(column)
    let id = Column(idColumn)
    if column == idColumn { return ascending ? [id.asc] : [id.desc] }
    return ascending ? [sort.asc, id.asc] : [sort.desc, id.desc]
  }

  /// The rows that come after a cursor.
  ///
  /// SQLite sorts `NULL` below everything, and a comparison with it is never true, hence the
  /// separate cases. See <https://www.sqlite.org/rowvalue.html>.
  func condition(after cursor: RepoCursor) -> SQL {
    let sort = SQL(sql: "\"\(column)\"")
    let id = SQL(sql: "\"\(idColumn)\"")
    switch (ascending, cursor.sort.isNull) {
    case (true, false): return "(\(sort), \(id)) > (\(cursor.sort), \(cursor.id))"
    case (true, true): return "((\(sort) IS NULL AND \(id) > \(cursor.id)) OR \(sort) IS NOT NULL)"
    case (false, false):
      return "((\(sort), \(id)) < (\(cursor.sort), \(cursor.id)) OR \(sort) IS NULL)"
    case (false, true): return "(\(sort) IS NULL AND \(id) < \(cursor.id))"
    }
  }
}
