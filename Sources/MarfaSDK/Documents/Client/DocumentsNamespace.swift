/// Documents that several people edit at once.
public struct DocumentsNamespace: Sendable {
  /// The client of documents, over the same transport and credential; it is to be activated first.
  ///
  /// A synced client keeps them in its file, so that they open without a connection, and what was
  /// not sent survives the process. A client without a file keeps them in memory alone.
  ///
  /// A client of this machine alone has no server: activating it throws ``DocumentSyncError`` with
  /// `notOffered`.
  public let client: Client

  init(
    _ transport: (any Transport)?, _ configuration: ClientConfiguration, store: ClientStore? = nil
  ) {
    client = Client(
      transport: transport, key: configuration.documentsKey, timing: DocumentTiming(configuration),
      store: store)
  }
}
