/// What answers the calls of a client: one backend for each namespace.
///
/// The mode of a client is decided here once, so that no namespace asks for it.
package struct Backends: Sendable {
  /// Answers ``MarfaClient/items``.
  package var items: any ItemsBackend
  /// Answers ``MarfaClient/metadata``.
  package var metadata: any MetadataBackend
  /// Answers ``MarfaClient/edges``.
  package var edges: any EdgesBackend
  /// Answers ``MarfaClient/extensions``.
  package var extensions: any ExtensionsBackend
  /// Answers ``MarfaClient/versions``.
  package var versions: any VersionsBackend
  /// Answers the searches of ``MarfaClient``.
  package var search: any SearchBackend
  /// Answers ``MarfaClient/blobs``.
  package var blobs: any BlobsBackend
  /// Answers ``MarfaClient/types``.
  package var types: any TypesBackend
  /// Answers ``MarfaClient/keys``.
  package var keys: any KeysBackend
  /// Answers ``MarfaClient/webhooks``.
  package var webhooks: any WebhooksBackend
  /// Who settles a conflict when neither an update nor the configuration decides otherwise.
  package var conflict: ConflictStrategy

  /// A store on this machine, without any server.
  ///
  /// - Parameter store: The store.
  package init(local store: LocalStore) {
    items = LocalItems(store: store)
    metadata = LocalMetadata(store: store)
    edges = LocalEdges(store: store)
    extensions = LocalExtensions(store: store)
    versions = LocalVersions(store: store)
    search = LocalSearch(store: store)
    blobs = UnsupportedBlobs()
    types = UnsupportedTypes()
    keys = UnsupportedKeys()
    webhooks = UnsupportedWebhooks()
    // There is nobody else whose change a policy could keep: a stale version is the caller's
    // mistake.
    conflict = .manual
  }

  /// A store on this machine that a server has, too.
  ///
  /// - Parameters:
  ///   - store: The store, which answers for notes.
  ///   - api: The way to the server, which answers for everything that the store does not hold.
  package init(local store: LocalStore, remote api: RemoteAPI) {
    self.init(local: store)
    blobs = RemoteBlobs(api: api)
    types = RemoteTypes(api: api)
    keys = RemoteKeys(api: api)
    webhooks = RemoteWebhooks(api: api)
    conflict = api.configuration.conflictStrategy
  }

  /// A server, without a store on this machine.
  ///
  /// - Parameter api: The way to the server.
  package init(remote api: RemoteAPI) {
    items = RemoteItems(api: api)
    metadata = RemoteMetadata(api: api)
    edges = RemoteEdges(api: api)
    extensions = RemoteExtensions(api: api)
    versions = RemoteVersions(api: api)
    search = RemoteSearch(api: api)
    blobs = RemoteBlobs(api: api)
    types = RemoteTypes(api: api)
    keys = RemoteKeys(api: api)
    webhooks = RemoteWebhooks(api: api)
    conflict = api.configuration.conflictStrategy
  }
}
