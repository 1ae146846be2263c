/// Searches in a store on this machine.
struct LocalSearch: SearchBackend {
  let store: LocalStore

  func search(query: String, filters: ListFilters, offset: Int) async throws -> SearchResults {
    try await store.documented { store in
      try await store.search(
        store.query(query), filters: filters, limit: filters.limit ?? 20, offset: offset)
    }
  }

  func searchFirst(query: String, filters: ListFilters) async throws -> SearchResults {
    try await store.documented { store in
      try await store.searchFirst(
        store.query(query), filters: filters, limit: filters.limit ?? 50)
    }
  }
}
