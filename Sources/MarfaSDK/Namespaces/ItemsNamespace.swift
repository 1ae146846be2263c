/// Creates, reads, changes and lists items.
public struct ItemsNamespace: Sendable {
  let store: LocalStore

  /// Creates an item, or changes the one with the same source and source id.
  ///
  /// - Parameter input: What is created.
  /// - Returns: The item as it is now.
  /// - Throws: `ValidationError`, `NotFoundError` or `APIError` as a server would answer, or
  ///   `StorageError`; nothing is written then.
  @discardableResult
  public func create(_ input: CreateItemInput) async throws -> Item {
    try await store.createItem(NewItem(input)).item
  }

  /// Reads an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The item.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func get(id: String) async throws -> Item {
    guard let item = try await store.item(id: id) else { throw ItemErrors.notFound(id) }
    return item
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
  @discardableResult
  public func update(
    id: String, properties: [String: JSONValue], options: UpdateOptions = UpdateOptions()
  ) async throws -> Item {
    try await store.updateItem(id: id, properties: properties, options: options)
  }

  /// Lists one page of items.
  ///
  /// - Parameter filters: Which items, in what order, how many.
  /// - Returns: The page.
  /// - Throws: `ValidationError` for a bad filter or cursor, or `StorageError`.
  public func list(_ filters: ListFilters = ListFilters()) async throws -> Page<Item> {
    try await store.items(filters)
  }

  /// Moves an item to the trash.
  ///
  /// - Parameter id: The item's id.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`.
  public func delete(id: String) async throws {
    _ = try await store.transitionItem(id: id, to: .trashed)
  }

  /// Takes an item out of the trash.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError`, `APIError` or `StorageError`.
  @discardableResult
  public func restore(id: String) async throws -> Item {
    try await store.transitionItem(id: id, to: .active)
  }

  /// Moves an item to another state.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - state: The state.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` with `invalid_transition`, `APIError` or
  ///   `StorageError`.
  @discardableResult
  public func transition(id: String, to state: ItemState) async throws -> Item {
    try await store.transitionItem(id: id, to: state)
  }

  /// Removes an item for good, with all that cascading edges take along.
  ///
  /// - Parameter id: The item's id.
  /// - Throws: `NotFoundError`, `ValidationError` when a blocking edge keeps it, or
  ///   `StorageError`; nothing is written then.
  public func purge(id: String) async throws {
    try await store.purgeItem(id: id)
  }

  /// Lists the kept versions of an item, newest first.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The versions, without the present state.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func versions(id: String) async throws -> [ItemVersion] {
    try await store.versions(of: id)
  }

  /// Counts items by state.
  ///
  /// - Returns: Counts of active, archived and trashed items.
  /// - Throws: `StorageError`.
  public func stats() async throws -> [ItemState: Int] {
    try await store.countsByState()
  }

  /// Does one thing to all items of a list.
  ///
  /// - Parameters:
  ///   - action: What is done.
  ///   - filters: The items; order, limit and cursor are not looked at.
  ///   - maximum: More items than this are refused, at most 50,000.
  ///   - isDryRun: Whether the items are only counted.
  /// - Returns: How many items were concerned, changed and refused.
  /// - Throws: `ValidationError` with `bulk_cap_exceeded` or `bulk_confirmation_required`, or
  ///   `StorageError`; nothing is written then.
  @discardableResult
  public func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int = 10_000, isDryRun: Bool = false
  ) async throws -> BulkActionResult {
    try await store.bulkAction(action, filters: filters, maximum: maximum, isDryRun: isDryRun)
  }
}
