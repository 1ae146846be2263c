/// Documents that several people edit at once.
public struct DocumentsNamespace: Sendable {
  /// The client of documents, over the same transport and credential; it is to be activated first.
  ///
  /// A client of this machine alone has no server: activating it throws ``DocumentSyncError`` with
  /// `notOffered`.
  public let client: Client

  init(_ transport: (any Transport)?, key: String) {
    client = Client(transport: transport, key: key, timing: DocumentTiming())
  }
}
