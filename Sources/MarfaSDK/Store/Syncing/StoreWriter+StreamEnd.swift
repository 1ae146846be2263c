extension SyncState {
  /// The newest event of the server when the stream was opened, until it has been applied.
  static let newest = "newest"
}

extension StoreWriter {
  /// Keeps how far a stream that goes on has to be followed until everything from before it was
  /// opened is here.
  ///
  /// - Parameter events: What was applied in this transaction.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func noteEnd(of events: [SSEEvent]) throws {
    let known = try syncState.value(SyncState.newest)
    var newest = known
    // The first frame of a stream; a server with the documented API only has none.
    if let frame = events.first(where: { $0.event == "stream_cursor" }) {
      newest = try? JSONParser.parse(frame.data.utf8).objectValue?["id"]?.stringValue
    }
    let cursor = try syncState.value(SyncState.cursor)
    if cursor == nil || newest == cursor || events.contains(where: { $0.id == newest }) {
      newest = nil
    }
    if newest != known { try syncState.set(SyncState.newest, to: newest) }
  }
}

extension LocalStore {
  /// Whether the stream has yet to bring events from before it was opened.
  ///
  /// A key that may not see the last of them never gets it: such a store stays behind.
  ///
  /// - Returns: Whether it is behind.
  /// - Throws: `StorageError`.
  package func isBehindStream() async throws -> Bool {
    try await readBriefly { try SyncState(db: $0).value(SyncState.newest) != nil }
  }
}
