import GRDB

extension LocalStore {
  /// Creates an item, or changes the one with the same source and source id.
  ///
  /// - Parameter new: The item, with its times when it had any elsewhere.
  /// - Returns: The item as it is now, and what was done.
  /// - Throws: `ValidationError`, `NotFoundError` or `APIError` as a server would answer, or
  ///   `StorageError`; nothing is written then.
  nonisolated(nonsending) public func createItem(_ new: NewItem) async throws -> (
    item: Item, outcome: CreateOutcome
  ) {
    try await writeBriefly { writer in
      let outcome = try writer.create(new)
      return (try ItemReader(db: writer.db).existingItem(id: outcome.id), outcome)
    }
  }

  /// Creates many items in one transaction, in order; all or none.
  ///
  /// - Parameter items: The items; a later one may refer to an earlier one.
  /// - Returns: What became of each, in the same order.
  /// - Throws: As `createItem(_:)`; nothing is written then.
  public func createItems(_ items: [NewItem]) async throws -> [CreateOutcome] {
    try await write { writer in
      try writer.putOffIndexing()
      return try items.map(writer.create)
    }
  }

  /// Reads an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The item, or nil when there is none.
  /// - Throws: `StorageError`.
  public func item(id: String) async throws -> Item? {
    try await readBriefly { try ItemReader(db: $0).item(id: id) }
  }

  /// Merges properties into an item; null takes one away.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - properties: The properties that change.
  ///   - options: The version that the change was made on, and what else changes.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError`, `ConflictError`, `APIError` or
  ///   `StorageError`; nothing is written then.
  nonisolated(nonsending) public func updateItem(
    id: String, properties: [String: JSONValue], options: UpdateOptions = UpdateOptions()
  ) async throws -> Item {
    try await writeBriefly { writer in
      var record = try writer.existingRecord(id: id)
      try writer.update(&record, patch: properties, options)
      return try ItemReader(db: writer.db).existingItem(id: id)
    }
  }

  /// Moves an item to another state.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - state: The state.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` with `invalid_transition`, `APIError` with
  ///   `source_id_conflict` or `StorageError`; nothing is written then.
  nonisolated(nonsending) public func transitionItem(id: String, to state: ItemState) async throws
    -> Item
  {
    try await writeBriefly { writer in
      var record = try writer.existingRecord(id: id)
      try writer.transition(&record, to: state)
      return try ItemReader(db: writer.db).existingItem(id: id)
    }
  }

  /// Moves items to another state, in one transaction; a refused item stays as it is.
  ///
  /// - Parameters:
  ///   - ids: The items.
  ///   - state: The state.
  /// - Returns: The error of each refused item, nil for the others, in the same order; the errors
  ///   are those of `transitionItem(id:to:)`.
  /// - Throws: `StorageError`; nothing is written then.
  public func transitionItems(
    ids: [String], to state: ItemState
  ) async throws -> [(any MarfaError)?] {
    try await write { writer in
      try ids.map { id -> (any MarfaError)? in
        do {
          var record = try writer.existingRecord(id: id)
          try writer.transition(&record, to: state)
          return nil
        } catch let error as any MarfaError {
          // Refused before anything was written.
          return error
        }
      }
    }
  }

  /// Removes an item permanently, with all items in the trash that its cascading edges lead to.
  ///
  /// Items that are not in the trash stay: the notes of a purged notebook are in no notebook then.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The ids of all removed items.
  /// - Throws: `NotFoundError`, `ValidationError` when a blocking edge keeps it, or
  ///   `StorageError`; nothing is written then.
  @discardableResult
  public func purgeItem(id: String) async throws -> [String] {
    try await write { writer in
      _ = try writer.existingRecord(id: id)
      return try writer.purge(id: id)
    }
  }

  /// Reads one page of a list.
  ///
  /// - Parameter filters: Which items, in what order, how many.
  /// - Returns: The page.
  /// - Throws: `ValidationError` for a bad filter or cursor, or `StorageError`.
  public func items(_ filters: ListFilters) async throws -> ListPage<Item> {
    try await readPage(filters) { try ItemReader(db: $0).items(filters) }
  }

  /// Reads one page of a list without the items' text, which is several times faster.
  ///
  /// - Parameter filters: Which items, in what order, how many.
  /// - Returns: The page.
  /// - Throws: `ValidationError` for a bad filter or cursor, or `StorageError`.
  public func summaries(_ filters: ListFilters) async throws -> ListPage<ItemSummary> {
    try await readPage(filters) { try ItemReader(db: $0).summaries(filters) }
  }

  /// A page of a plain list is a brief read; an expression may look at every item.
  private nonisolated func readPage<Element: Sendable>(
    _ filters: ListFilters, _ body: @escaping @Sendable (Database) throws -> ListPage<Element>
  ) async throws -> ListPage<Element> {
    let isBrief = filters.filter == nil && filters.limit ?? .max <= 200
    return isBrief ? try await readBriefly(body) : try await read(body)
  }

  /// Counts the items of a list, whatever its limit and cursor.
  ///
  /// - Parameter filters: Which items.
  /// - Returns: How many.
  /// - Throws: `ValidationError` for a bad filter, or `StorageError`.
  public func count(_ filters: ListFilters) async throws -> Int {
    try await read { try ItemReader(db: $0).count(filters) }
  }
}
