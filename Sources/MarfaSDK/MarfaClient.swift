import StorageKit

/// The way to the items: on this machine alone, or with a server.
///
/// ```swift
/// let client = try await MarfaClient.local(path: "/home/ana/.local/share/marfa/notes.sqlite")
/// let note = try await client.items.create(
///   CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
/// ```
public struct MarfaClient: Sendable {
  /// How the client works.
  public let configuration: ClientConfiguration
  /// The notes on this machine.
  public let store: LocalStore

  /// Uses an open store.
  public init(store: LocalStore, configuration: ClientConfiguration = ClientConfiguration()) {
    self.store = store
    self.configuration = configuration
  }

  /// Opens a client on a file of this machine, without any server.
  ///
  /// The file and its folder are made when they are absent, for their owner alone. Items that
  /// have been in the trash for longer than the retention are purged.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - configuration: How the client works.
  ///   - access: Whether the notes may be changed; a file that may only be read must be there.
  /// - Returns: The client.
  /// - Throws: `StorageError`: `.corrupt`, `.readOnly`, `.diskFull`, `.cannotOpen`, `.busy` or
  ///   `.newerVersion`. A file that is refused is left as it was.
  public static func local(
    path: String, configuration: ClientConfiguration = ClientConfiguration(),
    access: StoreAccess = .readWrite
  ) async throws -> MarfaClient {
    let store = try LocalStore.open(
      path: path, environment: configuration.environment, access: access)
    if access == .readWrite { try await store.purgeExpiredTrash() }
    return MarfaClient(store: store, configuration: configuration)
  }

  /// Opens a client on an empty store in memory, without any server.
  ///
  /// - Parameter configuration: How the client works.
  /// - Returns: The client.
  /// - Throws: `StorageError` with `.migration` when the schema is wrong.
  public static func inMemory(
    configuration: ClientConfiguration = ClientConfiguration()
  ) async throws -> MarfaClient {
    let store = try LocalStore.inMemory(environment: configuration.environment)
    return MarfaClient(store: store, configuration: configuration)
  }

  /// Creates, reads, changes and lists items.
  public var items: ItemsNamespace { ItemsNamespace(store: store) }
  /// Reads and changes tags and counts them.
  public var metadata: MetadataNamespace { MetadataNamespace(store: store) }
  /// Creates, changes and lists edges.
  public var edges: EdgesNamespace { EdgesNamespace(store: store) }
  /// Reads and writes the namespaced sidecars of items.
  public var extensions: ExtensionsNamespace { ExtensionsNamespace(store: store) }
  /// Reads the earlier states of items.
  public var versions: VersionsNamespace { VersionsNamespace(store: store) }
  /// Needs a server: every call throws `LocalModeUnsupportedError`.
  public var blobs: BlobsNamespace { BlobsNamespace() }
  /// Needs a server: every call throws `LocalModeUnsupportedError`.
  public var types: TypesNamespace { TypesNamespace() }
  /// Needs a server: every call throws `LocalModeUnsupportedError`.
  public var keys: KeysNamespace { KeysNamespace() }
  /// Needs a server: every call throws `LocalModeUnsupportedError`.
  public var webhooks: WebhooksNamespace { WebhooksNamespace() }

  /// Searches as a person writes it, best first; the last word may still be being typed.
  ///
  /// - Parameters:
  ///   - query: What a person typed; see `SearchQuery`.
  ///   - filters: Further conditions; `limit` bounds the hits, 20 when nil.
  ///   - offset: So many hits are left out at the head.
  /// - Returns: The hits, with hints for what was not understood.
  /// - Throws: `ValidationError` for a bad filter, or `StorageError`.
  public func search(
    query: String, filters: ListFilters = ListFilters(), offset: Int = 0
  ) async throws -> SearchResults {
    try await store.search(
      store.query(query), filters: filters, limit: filters.limit ?? 20, offset: offset)
  }

  /// Finds the newest hits without ranking them, for the first frame while typing.
  ///
  /// - Parameters:
  ///   - query: What a person typed; see `SearchQuery`.
  ///   - filters: Further conditions; `limit` bounds the hits, 50 when nil.
  /// - Returns: The hits, without score or snippet.
  /// - Throws: `ValidationError` for a bad filter, or `StorageError`.
  public func searchFirst(
    query: String, filters: ListFilters = ListFilters()
  ) async throws -> SearchResults {
    try await store.searchFirst(
      store.query(query), filters: filters, limit: filters.limit ?? 50)
  }
}
