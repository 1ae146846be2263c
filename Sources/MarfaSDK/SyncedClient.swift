import Foundation

extension MarfaClient {
  /// Opens a client on a file of this machine that a server has, too.
  ///
  /// Every call works on the file first and is answered from there; the engine carries changes to
  /// the server and back once it is started. A file without a server becomes one of this server,
  /// and everything in it is queued; nothing is sent before `syncEngine?.start()`.
  ///
  /// ```swift
  /// let client = try await MarfaClient.synced(
  ///   url: url, apiKey: key, storePath: path, connectionManager: ConnectionStateManager())
  /// await client.syncEngine?.start()
  /// ```
  ///
  /// - Parameters:
  ///   - url: The server's address.
  ///   - apiKey: The credential.
  ///   - storePath: The database file; it and its folder are made when they are absent.
  ///   - connectionManager: Publishes the state of the connection to the server.
  ///   - configuration: How the client works; its `apiKey` becomes the one that is given.
  /// - Returns: The client.
  /// - Throws: `StorageError`; the file is then as it was.
  public static func synced(
    url: URL, apiKey: String, storePath: String,
    connectionManager: ConnectionStateManager = ConnectionStateManager(),
    configuration: ClientConfiguration = ClientConfiguration()
  ) async throws -> MarfaClient {
    var configuration = configuration
    configuration.apiKey = apiKey
    let store = try LocalStore.open(path: storePath, environment: configuration.environment)
    return try await synced(
      store: store,
      transport: CurlTransport(
        url: url, apiKey: apiKey, options: configuration.connection,
        debugLogging: configuration.debugLogging),
      url: url.absoluteString, connectionManager: connectionManager,
      configuration: configuration, lockPath: storePath + ".engine-lock")
  }

  /// The changes that wait for the server, and those that it refused; nil unless the client is
  /// synced.
  public var mutationQueue: MutationQueue? {
    guard syncEngine != nil else { return nil }
    return store.map(MutationQueue.init(store:))
  }

  /// The texts of notes that others edit, too; nil unless the client is synced.
  package var noteDocuments: NoteDocuments? { syncEngine?.notes }

  /// Puts a client on an open store and a transport.
  package static func synced(
    store: LocalStore, transport: any Transport, url: String = "https://notes.example",
    connectionManager: ConnectionStateManager = ConnectionStateManager(),
    configuration: ClientConfiguration = ClientConfiguration(), lockPath: String? = nil,
    drainDebounceInterval: Duration = .milliseconds(150),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> MarfaClient {
    try await store.logIn(to: ServerIdentity(url: url))
    let engine = SyncEngine(
      store: store, transport: transport, connectionManager: connectionManager,
      configuration: configuration, url: url, drainDebounceInterval: drainDebounceInterval,
      lockPath: lockPath, clock: clock)
    return MarfaClient(
      synced: store, RemoteAPI(transport, configuration: configuration), url: url, engine: engine)
  }
}
