import GRDB

extension GenericRepository {
  /// All entities, from the database.
  ///
  /// - Parameters:
  ///   - column: The column to sort by, and by id among equal values; `nil` sorts by id.
  ///   - ascending: Whether the least value comes first.
  ///   - limit: The most entities, or `nil` for all.
  ///   - offset: How many entities to skip. Its cost grows with it; page by cursor instead.
  /// - Returns: The entities, in order.
  /// - Throws: ``StorageError``; `.unknownColumn` when the table has no such column.
  public func getAll(
    orderBy column: String? = nil, ascending: Bool = true, limit: Int? = nil, offset: Int = 0
  ) async throws(StorageError) -> [E] {
    let order = Self.order(column, ascending)
    return try await read { db in
      try Self.fetch(db, order, limit: limit, offset: offset).map { $0.asEntity() }
    }
  }

  /// All entities that have one value in a column.
  ///
  /// - Parameters:
  ///   - column: The column to compare.
  ///   - value: Its value; `nil` finds the rows without one.
  /// - Returns: The entities, by id.
  /// - Throws: ``StorageError``; `.unknownColumn` when the table has no such column.
  public func getAll(
    where column: String, equals value: (any DatabaseValueConvertible & Sendable)?
  ) async throws(StorageError) -> [E] {
    let order = Self.order(column, true)
    return try await read { db in
      try order.check(table: R.databaseTableName, in: db)
      return try R.filter(Column(column) == value).order(Column(R.idColumn)).fetchAll(db)
        .map { $0.asEntity() }
    }
  }

  /// The number of entities.
  ///
  /// - Returns: The count.
  /// - Throws: ``StorageError``.
  public func countAll() async throws(StorageError) -> Int {
    try await read { try R.fetchCount($0) }
  }

  /// One page, by offset.
  ///
  /// - Parameters:
  ///   - column: The column to sort by; `nil` sorts by id.
  ///   - ascending: Whether the least value comes first.
  ///   - limit: The most entities in the page, at least 1.
  ///   - offset: How many entities to skip.
  /// - Returns: The page; `hasMore` is true only if there is a further row.
  /// - Throws: ``StorageError``; `.unknownColumn` when the table has no such column.
  /// - Precondition: `limit` is positive.
  public func getPage(
    orderBy column: String? = nil, ascending: Bool = true, limit: Int, offset: Int = 0
  ) async throws(StorageError) -> RepoPage<E> {
    precondition(limit > 0, "A page holds at least one entity.")
    let order = Self.order(column, ascending)
    return try await read { db in
      let rows = try Self.fetch(db, order, limit: limit + 1, offset: offset)
      return try Self.page(rows, order, limit: limit, offset: offset, in: db)
    }
  }

  /// One page, by cursor: as fast in the middle of a table as at its start, given an index on
  /// the sort column and the id.
  ///
  /// Rows inserted or deleted before the cursor do not shift the page.
  ///
  /// - Parameters:
  ///   - column: The column to sort by; `nil` sorts by id.
  ///   - ascending: Whether the least value comes first.
  ///   - limit: The most entities in the page, at least 1.
  ///   - cursor: The ``RepoPage/next`` of the page before; `nil` for the first page.
  /// - Returns: The page; `hasMore` is true only if there is a further row.
  /// - Throws: ``StorageError``; `.unknownColumn` when the table has no such column.
  /// - Precondition: `limit` is positive.
  public func getPage(
    orderBy column: String? = nil, ascending: Bool = true, limit: Int, after cursor: RepoCursor?
  ) async throws(StorageError) -> RepoPage<E> {
    precondition(limit > 0, "A page holds at least one entity.")
    let order = Self.order(column, ascending)
    return try await read { db in
      let rows = try Self.fetch(db, order, limit: limit + 1, after: cursor)
      return try Self.page(rows, order, limit: limit, offset: 0, in: db)
    }
  }
}

extension GenericRepository {
  static func order(_ column: String?, _ ascending: Bool) -> RepositoryOrder {
    RepositoryOrder(
      column: column ?? R.idColumn, idColumn: R.idColumn, ascending: ascending)
  }

  static func fetch(
    _ db: Database, _ order: RepositoryOrder, limit: Int? = nil, offset: Int = 0,
    after cursor: RepoCursor? = nil
  ) throws -> [R] {
    try order.check(table: R.databaseTableName, in: db)
    var request = R.order(order.terms)
    if let cursor { request = request.filter(literal: order.condition(after: cursor)) }
    // SQLite reads a negative limit as none, and an offset needs a limit.
    if limit != nil || offset > 0 { request = request.limit(limit ?? -1, offset: max(0, offset)) }
    return try request.fetchAll(db)
  }

  private static func page(
    _ rows: [R], _ order: RepositoryOrder, limit: Int, offset: Int, in db: Database
  ) throws -> RepoPage<E> {
    let items = rows.prefix(limit).map { $0.asEntity() }
    return RepoPage(
      items: items, nextOffset: offset + items.count,
      next: try items.last.map { try cursor(at: $0.id, order, in: db) },
      hasMore: rows.count > limit)
  }

  /// The sort value is read from the row, in the snapshot of the page, since an entity need not
  /// hold it in the form of the column.
  private static func cursor(
    at id: String, _ order: RepositoryOrder, in db: Database
  ) throws -> RepoCursor {
    let sort = try DatabaseValue.fetchOne(
      db, R.filter(Column(R.idColumn) == id).select(Column(order.column)))
    return RepoCursor(sort: sort ?? .null, id: id)
  }

  private func read<T: Sendable>(
    _ block: @escaping @Sendable (Database) throws -> T
  ) async throws(StorageError) -> T {
    try await StorageError.wrapping("reading \(R.databaseTableName)") { [db] in
      try await db.read(block)
    }
  }
}
