/// A client whose notes are on this machine, so that its store needs no unwrapping.
///
/// The application and the command line hold one: they work on the store first, whether or not a
/// server has it, too.
package struct LocalClient: Sendable {
  /// The client itself.
  package let client: MarfaClient
  /// The notes on this machine.
  package let store: LocalStore

  /// Takes a client that has a store; nil for one that has none.
  package init?(_ client: MarfaClient) {
    guard let store = client.store else { return nil }
    self.client = client
    self.store = store
  }

  /// Uses an open store, without any server.
  package init(store: LocalStore, configuration: ClientConfiguration = ClientConfiguration()) {
    self.store = store
    client = MarfaClient(store: store, configuration: configuration)
  }

  /// Opens a client on a file of this machine; see
  /// ``MarfaClient/local(path:configuration:access:)``.
  package static func open(
    path: String, configuration: ClientConfiguration = ClientConfiguration(),
    access: AccessMode = .readWrite
  ) async throws -> LocalClient {
    let store = try LocalStore.open(
      path: path, environment: configuration.environment, access: access)
    if access == .readWrite { try await store.purgeExpiredTrash() }
    return LocalClient(store: store, configuration: configuration)
  }

  /// Creates, reads, changes and lists items.
  package var items: ItemsNamespace { client.items }
  /// Reads and changes tags and counts them.
  package var metadata: MetadataNamespace { client.metadata }
  /// Creates, changes and lists edges.
  package var edges: EdgesNamespace { client.edges }
  /// Reads and writes the namespaced sidecars of items.
  package var extensions: ExtensionsNamespace { client.extensions }
  /// Reads the earlier states of items.
  package var versions: VersionsNamespace { client.versions }

  /// Searches best first; see ``MarfaClient/search(query:filters:offset:)``.
  package func search(
    query: String, filters: ListFilters = ListFilters(), offset: Int = 0
  ) async throws -> SearchResults {
    try await client.search(query: query, filters: filters, offset: offset)
  }

  /// Finds the newest hits; see ``MarfaClient/searchFirst(query:filters:)``.
  package func searchFirst(
    query: String, filters: ListFilters = ListFilters()
  ) async throws -> SearchResults {
    try await client.searchFirst(query: query, filters: filters)
  }

  /// Makes the queries' home; see ``MarfaStore``.
  @MainActor package func makeStore() -> MarfaStore { MarfaStore(store: store) }
}
