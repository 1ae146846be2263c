import Documents

/// Where a client keeps its documents between processes: a file of its own, opened with the first
/// question, or that of a client of notes.
///
/// A copy of another file, and one that was restored, takes another client id and other actors
/// before anything else is done with it: two files that share an actor would make different changes
/// with the same numbers.
actor ClientStore {
  private let open: @Sendable () throws -> LocalStore
  /// The server's address; nil where a transport has it.
  private let server: String?
  private var opening: Task<LocalStore, any Error>?

  /// Keeps documents in a file of their own.
  init(path: String, server: String?) {
    self.server = server
    open = { try LocalStore.open(path: path) }
  }

  /// Keeps documents next to notes.
  init(_ store: LocalStore, server: String) {
    self.server = server
    open = { store }
  }

  /// The id under which the documents are attached; nil before there is one.
  func client() async throws -> ActorID? { try await store().ownDocumentClient() }

  /// Keeps an id, unless another process has put one in the place of the former.
  ///
  /// - Returns: The id that is to be used.
  /// - Throws: As ``store()``.
  func keep(_ id: ActorID, insteadOf former: ActorID?) async throws -> ActorID {
    try await store().keepOwnDocumentClient(id, insteadOf: former)
  }

  /// The id is given up, and the server counts no document of it as attached any more.
  func giveUpClient() async throws { try await store().renewOwnDocumentActors() }

  /// Where a document is kept; nil for the text of an item, which only its notes' client keeps.
  func rows(of key: String) async throws -> StoredReplica? {
    let store = try await store()
    return try await store.isBound(document: key) ? nil : StoredReplica(store, document: key)
  }

  /// - Throws: `StorageError`, or ``DocumentSyncError`` with `otherServer`; the next call tries
  ///   again.
  private func store() async throws -> LocalStore {
    let task = opening ?? Task { [open, server] in try await Self.check(try open(), of: server) }
    opening = task
    do {
      return try await task.value
    } catch {
      opening = nil
      throw error
    }
  }

  private static func check(_ store: LocalStore, of server: String?) async throws -> LocalStore {
    if let path = store.filePath { try await takeOver(store, at: path) }
    guard let server, try await store.keepOwnDocumentServer(server) != server else { return store }
    let place = store.filePath ?? "The store"
    throw DocumentSyncError(.otherServer, "\(place) keeps documents of another server.")
  }

  private static func takeOver(_ store: LocalStore, at path: String) async throws {
    let origin = StoreOrigin(file: path, note: path + ".document-client")
    guard !origin.isKnown else { return }
    try await store.renewOwnDocumentActors()
    do {
      try origin.keep()
    } catch {
      // The next process takes other actors again, and that is all.
      DocumentLog.write(.warn, "\(path).document-client: \(error)")
    }
  }
}
