import Documents

/// Documents that no item is bound to, which a ``Client`` keeps.
extension LocalStore {
  /// Whether the text of an item is bound to a document.
  ///
  /// - Throws: `StorageError`.
  func isBound(document: String) async throws -> Bool {
    try await readBriefly { try ReplicaTable(db: $0).row(document: document)?.item != nil }
  }

  /// The client id under which documents of their own are attached; nil before there is one.
  ///
  /// - Throws: `StorageError`.
  func ownDocumentClient() async throws -> ActorID? {
    try await readBriefly {
      try SyncState(db: $0).value(SyncState.ownDocumentClient).flatMap { ActorID($0) }
    }
  }

  /// Keeps a client id as ``keepDocumentClient(_:insteadOf:)`` does.
  ///
  /// - Returns: The id that the store has.
  /// - Throws: `StorageError`; nothing is written then.
  func keepOwnDocumentClient(
    _ id: ActorID, insteadOf former: ActorID?
  ) async throws -> ActorID {
    try await write(as: .derived) {
      try $0.keepDocumentClient(id, insteadOf: former, as: SyncState.ownDocumentClient)
    }
  }

  /// Keeps the address of the server that has the documents, unless there is one.
  ///
  /// - Returns: The address that the store has.
  /// - Throws: `StorageError`; nothing is written then.
  func keepOwnDocumentServer(_ address: String) async throws -> String {
    try await write(as: .derived) { writer in
      if let known = try writer.syncState.value(SyncState.ownDocumentServer) { return known }
      try writer.syncState.set(SyncState.ownDocumentServer, to: address)
      return address
    }
  }

  /// Lets the documents take other actors, and the store another client id, before anything is
  /// sent: the server knows these no more, or somebody else goes on with them.
  ///
  /// Where unsent changes end that somebody else may have, too, is kept as the replica's `base`.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  func renewOwnDocumentActors() async throws {
    try await write(as: .derived) { writer in
      try writer.db.execute(
        sql: """
          UPDATE replica SET is_attached = 0, token = token + 1, base = (
            SELECT COALESCE(max(number), 0) FROM replica_change
            WHERE replica_change.replica = replica.key AND is_unsent = 1)
          WHERE item IS NULL AND is_attached = 1
          """)
      try writer.syncState.set(SyncState.ownDocumentClient, to: nil)
    }
  }
}

extension SyncState {
  /// The client id of documents that no item is bound to; notes have one of their own, so that who
  /// gives up one of them keeps the other.
  static let ownDocumentClient = "own_document_client"
  /// The address of their server.
  static let ownDocumentServer = "own_document_server"
}
