/// Where the searches of a client go; ``MarfaClient`` documents each of them.
package protocol SearchBackend: Sendable {
  /// Searches as a person writes it, best first; 20 hits when the filters name no limit.
  func search(query: String, filters: ListFilters, offset: Int) async throws -> SearchResults
  /// Finds the newest hits without ranking them; 50 when the filters name no limit.
  func searchFirst(query: String, filters: ListFilters) async throws -> SearchResults
}
