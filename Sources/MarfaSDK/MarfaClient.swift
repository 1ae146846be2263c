import Foundation
import StorageKit

/// Access to the items: on this machine alone, or on a server.
///
/// ```swift
/// let client = try await MarfaClient.local(path: "/home/ana/.local/share/marfa/notes.sqlite")
/// let note = try await client.items.create(
///   CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
/// ```
public struct MarfaClient: Sendable {
  /// The settings of the client.
  public let configuration: ClientConfiguration
  /// The notes on this machine; nil for a client that only talks to a server.
  public let store: LocalStore?
  /// Keeps the notes on this machine and those of a server alike; nil for every other client.
  public let syncEngine: SyncEngine?
  /// Documents that several people edit at once, on the client's server.
  public let documents: DocumentsNamespace
  /// Brings blobs from the server; nil for a client that has not both a store and a server.
  let downloader: BlobDownloader?
  /// The backend that answers the calls.
  let backends: Backends

  /// Uses an open store, without any server.
  public init(store: LocalStore, configuration: ClientConfiguration = ClientConfiguration()) {
    self.store = store
    self.configuration = configuration
    syncEngine = nil
    documents = DocumentsNamespace(nil, configuration)
    downloader = nil
    backends = Backends(local: store)
  }

  /// Connects to a server, and keeps nothing on this machine.
  ///
  /// Nothing is sent before the first call. `http://` beyond this machine is refused by each call;
  /// ``init(transport:configuration:)`` with a ``CurlTransport`` allows it, and takes a proxy, a
  /// certificate file or a pinned key.
  ///
  /// - Parameters:
  ///   - url: The server's address, such as `https://notes.example.org`.
  ///   - apiKey: The credential, such as `marfa_k1_…`.
  ///   - configuration: How the client works; its `apiKey` becomes the one that is given.
  public init(
    url: URL, apiKey: String, configuration: ClientConfiguration = ClientConfiguration()
  ) {
    var configuration = configuration
    configuration.apiKey = apiKey
    self.init(
      transport: CurlTransport(
        url: url, apiKey: apiKey, options: configuration.connection,
        debugLogging: configuration.debugLogging),
      configuration: configuration)
  }

  /// Connects to a server through a transport, and keeps nothing on this machine.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - configuration: How the client works.
  public init(
    transport: any Transport, configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.init(RemoteAPI(transport, configuration: configuration))
  }

  /// Connects to a server for a test.
  package init(_ api: RemoteAPI) {
    store = nil
    syncEngine = nil
    downloader = nil
    configuration = api.configuration
    documents = DocumentsNamespace(api.transport, configuration)
    backends = Backends(remote: api)
  }

  /// Works on a store that a server has, too.
  init(synced store: LocalStore, _ api: RemoteAPI, url: String, engine: SyncEngine) {
    self.store = store
    configuration = api.configuration
    syncEngine = engine
    documents = DocumentsNamespace(
      api.transport, configuration, store: ClientStore(store, server: url))
    downloader = BlobDownloader(
      store: store, transport: api.transport, quota: configuration.blobCacheBytes)
    backends = Backends(local: store, remote: api)
  }

  /// Opens a client on a file of this machine, without any server.
  ///
  /// The file and its folder are created if absent, readable by their owner only. Items that
  /// have been in the trash for longer than the retention are purged.
  ///
  /// - Parameters:
  ///   - path: The database file.
  ///   - configuration: How the client works.
  ///   - access: Whether the notes may be changed; a file that may only be read must exist.
  /// - Returns: The client.
  /// - Throws: `StorageError`: `.corrupt`, `.readOnly`, `.diskFull`, `.cannotOpen`, `.busy` or
  ///   `.newerVersion`. A file that is refused is left as it was.
  public static func local(
    path: String, configuration: ClientConfiguration = ClientConfiguration(),
    access: AccessMode = .readWrite
  ) async throws -> MarfaClient {
    try await LocalClient.open(path: path, configuration: configuration, access: access).client
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
  public var items: ItemsNamespace {
    ItemsNamespace(
      backend: backends.items, kept: backends.versions, metadata: backends.metadata,
      settlement: ConflictSettlement(
        standard: backends.conflict, textMerge: configuration.textMerge,
        ids: configuration.environment.ids))
  }
  /// Reads and changes tags and counts them.
  public var metadata: MetadataNamespace { MetadataNamespace(backend: backends.metadata) }
  /// Creates, changes and lists edges.
  public var edges: EdgesNamespace { EdgesNamespace(backend: backends.edges) }
  /// Reads and writes the namespaced sidecars of items.
  public var extensions: ExtensionsNamespace { ExtensionsNamespace(backend: backends.extensions) }
  /// Reads the earlier states of items.
  public var versions: VersionsNamespace { VersionsNamespace(backend: backends.versions) }
  /// Uploads and reads blobs; without a server every call throws `LocalModeUnsupportedError`.
  public var blobs: BlobsNamespace { BlobsNamespace(backend: backends.blobs) }
  /// Registers item types; without a server every call throws `LocalModeUnsupportedError`.
  public var types: TypesNamespace { TypesNamespace(backend: backends.types) }
  /// Manages keys; without a server every call throws `LocalModeUnsupportedError`.
  public var keys: KeysNamespace { KeysNamespace(backend: backends.keys) }
  /// Manages webhooks; without a server every call throws `LocalModeUnsupportedError`.
  public var webhooks: WebhooksNamespace { WebhooksNamespace(backend: backends.webhooks) }

  /// Searches with a query as a person types it, best first; the last word may be incomplete.
  ///
  /// - Parameters:
  ///   - query: What a person typed; see `SearchQuery`.
  ///   - filters: Further conditions; `limit` bounds the hits, 20 when nil.
  ///   - offset: The number of hits to skip, 0 or more.
  /// - Returns: The hits, with hints about the parts of the query that were not understood.
  /// - Throws: `ValidationError` for a bad filter, or `LocalStorageError`.
  public func search(
    query: String, filters: ListFilters = ListFilters(), offset: Int = 0
  ) async throws -> SearchResults {
    try await backends.search.search(query: query, filters: filters, offset: offset)
  }

  /// Finds the newest hits without ranking them, for the first frame while typing.
  ///
  /// - Parameters:
  ///   - query: What a person typed; see `SearchQuery`.
  ///   - filters: Further conditions; `limit` bounds the hits, 50 when nil.
  /// - Returns: The hits, without score or snippet.
  /// - Throws: `ValidationError` for a bad filter, or `LocalStorageError`.
  public func searchFirst(
    query: String, filters: ListFilters = ListFilters()
  ) async throws -> SearchResults {
    try await backends.search.searchFirst(query: query, filters: filters)
  }
}
