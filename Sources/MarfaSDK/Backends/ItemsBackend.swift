/// Where ``ItemsNamespace`` sends its calls; the namespace documents each of them.
package protocol ItemsBackend: Sendable {
  /// Creates an item, or changes the one with the same source and source id.
  func create(_ input: CreateItemInput) async throws -> Item
  /// Reads an item; `NotFoundError` when there is none.
  func get(id: String) async throws -> Item
  /// Merges properties; a stale `options.version` throws `ConflictError` with nothing written.
  func update(
    id: String, properties: [String: JSONValue], options: UpdateOptions
  ) async throws -> Item
  /// Reads one page of a list.
  func list(_ filters: ListFilters) async throws -> ListPage<Item>
  /// Moves an item to the trash.
  func delete(id: String) async throws
  /// Takes an item out of the trash.
  func restore(id: String) async throws -> Item
  /// Moves an item to another state.
  func transition(id: String, to state: ItemState) async throws -> Item
  /// Removes an item permanently.
  func purge(id: String) async throws
  /// Counts items by state.
  func stats() async throws -> [ItemState: Int]
  /// Creates or changes up to 5,000 items.
  func bulk(
    _ items: [CreateItemInput], mode: BulkMode, atomic: Bool, emitEvents: Bool
  ) async throws -> BulkResult
  /// Does one thing to all items of a list.
  func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int, isDryRun: Bool
  ) async throws -> BulkActionResult
}
