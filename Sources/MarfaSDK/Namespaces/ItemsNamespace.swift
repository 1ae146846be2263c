/// Creates, reads, changes and lists items.
///
/// ```swift
/// let item = try await client.items.create(
///   CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
/// try await client.items.update(id: item.id, properties: ["body": "Flour, water, salt"])
/// try await client.items.delete(id: item.id)  // to the trash
/// try await client.items.restore(id: item.id)
/// ```
public struct ItemsNamespace: Sendable {
  let backend: any ItemsBackend
  let kept: any VersionsBackend
  let metadata: any MetadataBackend
  let settlement: ConflictSettlement

  /// Creates an item, or changes the one with the same source and source id.
  ///
  /// - Parameter input: What is created.
  /// - Returns: The item as it is now.
  /// - Throws: `ValidationError`, `NotFoundError` or `APIError` as a server would answer, or
  ///   `LocalStorageError`; nothing is written then.
  @discardableResult
  public func create(_ input: CreateItemInput) async throws -> Item {
    try await backend.create(input)
  }

  /// Reads an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The item.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func get(id: String) async throws -> Item {
    try await backend.get(id: id)
  }

  /// Merges properties into an item; null takes one away.
  ///
  /// When `options.version` is not the item's, the conflict is settled as `options.conflict` says,
  /// or else the client's configuration. A store without a server leaves it to the caller.
  ///
  /// ```swift
  /// try await client.items.update(
  ///   id: note.id, properties: ["title": "Rye bread"],
  ///   options: UpdateOptions(version: note.version))
  /// ```
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - properties: The properties that change.
  ///   - options: The version that the change was made on, and what else changes.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError`, `ConflictError`, `APIError` or
  ///   `LocalStorageError`; nothing is written then.
  @discardableResult
  public func update(
    id: String, properties: [String: JSONValue], options: UpdateOptions = UpdateOptions()
  ) async throws -> Item {
    try await settlement.update(
      id: id, properties: properties, options: options, items: backend, metadata: metadata)
  }

  /// Lists one page of items.
  ///
  /// - Parameter filters: Which items, in what order, how many.
  /// - Returns: The page.
  /// - Throws: `ValidationError` for a bad filter or cursor, or `LocalStorageError`.
  public func list(_ filters: ListFilters = ListFilters()) async throws -> ListPage<Item> {
    try await backend.list(filters)
  }

  /// Moves an item to the trash.
  ///
  /// - Parameter id: The item's id.
  /// - Throws: `NotFoundError`, `ValidationError` or `LocalStorageError`.
  public func delete(id: String) async throws {
    try await backend.delete(id: id)
  }

  /// Takes an item out of the trash.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError`, `APIError` or `LocalStorageError`.
  @discardableResult
  public func restore(id: String) async throws -> Item {
    try await backend.restore(id: id)
  }

  /// Moves an item to another state.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - state: The state.
  /// - Returns: The item as it is now.
  /// - Throws: `NotFoundError`, `ValidationError` with `invalid_transition`, `APIError` or
  ///   `LocalStorageError`.
  @discardableResult
  public func transition(id: String, to state: ItemState) async throws -> Item {
    try await backend.transition(id: id, to: state)
  }

  /// Removes an item permanently, with all in the trash that cascading edges take along.
  ///
  /// What is not in the trash stays: the notes of a purged notebook are in no notebook then.
  ///
  /// - Parameter id: The item's id.
  /// - Throws: `NotFoundError`, `ValidationError` when a blocking edge keeps it, or
  ///   `LocalStorageError`; nothing is written then.
  public func purge(id: String) async throws {
    try await backend.purge(id: id)
  }

  /// Lists the kept versions of an item, newest first.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The versions, without the present state.
  /// - Throws: `NotFoundError` or `LocalStorageError`.
  public func versions(id: String) async throws -> [ItemVersion] {
    try await kept.list(id: id)
  }

  /// Counts items by state.
  ///
  /// - Returns: Counts of active, archived and trashed items.
  /// - Throws: `LocalStorageError`.
  public func stats() async throws -> [ItemState: Int] {
    try await backend.stats()
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
  ///   `LocalStorageError`; nothing is written then.
  @discardableResult
  public func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int = 10_000, isDryRun: Bool = false
  ) async throws -> BulkActionResult {
    try await backend.bulkAction(action, filters: filters, maximum: maximum, isDryRun: isDryRun)
  }
}
