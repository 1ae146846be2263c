/// Items of a store on this machine.
struct LocalItems: ItemsBackend {
  let store: LocalStore

  func create(_ input: CreateItemInput) async throws -> Item {
    try await store.createItem(input)
  }

  func get(id: String) async throws -> Item {
    let item = try await store.documented { try await $0.item(id: id) }
    guard let item else { throw ItemErrors.notFound(id) }
    return item
  }

  func update(
    id: String, properties: [String: JSONValue], options: UpdateOptions
  ) async throws -> Item {
    try await store.documented {
      try await $0.updateItem(id: id, properties: properties, options: options)
    }
  }

  func list(_ filters: ListFilters) async throws -> ListPage<Item> {
    try await store.documented { try await $0.items(filters) }
  }

  func delete(id: String) async throws {
    _ = try await transition(id: id, to: .trashed)
  }

  func restore(id: String) async throws -> Item {
    try await transition(id: id, to: .active)
  }

  func transition(id: String, to state: ItemState) async throws -> Item {
    try await store.documented { try await $0.transitionItem(id: id, to: state) }
  }

  func purge(id: String) async throws {
    _ = try await store.documented { try await $0.purgeItem(id: id) }
  }

  func stats() async throws -> [ItemState: Int] {
    try await store.documented { try await $0.countsByState() }
  }

  /// `emitEvents` changes nothing: queries on this store see every change.
  func bulk(
    _ items: [CreateItemInput], mode: BulkMode, atomic: Bool, emitEvents: Bool
  ) async throws -> BulkResult {
    try await store.documented { try await $0.bulk(items, mode: mode, atomic: atomic) }
  }

  func bulkAction(
    _ action: BulkAction, filters: ListFilters, maximum: Int, isDryRun: Bool
  ) async throws -> BulkActionResult {
    try await store.documented {
      try await $0.bulkAction(action, filters: filters, maximum: maximum, isDryRun: isDryRun)
    }
  }
}
