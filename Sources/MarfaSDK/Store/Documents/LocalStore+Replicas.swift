import Documents
import GRDB

extension LocalStore {
  /// The replicas of a store that others need to know of, without their content.
  package struct KnownReplica: Hashable, Sendable {
    /// The document's key at the server.
    package var document: String
    /// The item whose text it is.
    package var itemId: String
    /// The name of that text.
    package var field: String
    /// Who edits here.
    package var actor: ActorID
    /// Whether there is something to send or to pull.
    package var isWaiting: Bool
  }

  /// The replicas that are bound to items, the latest used first.
  ///
  /// - Returns: All of them.
  /// - Throws: `StorageError`.
  package func knownReplicas() async throws -> [KnownReplica] {
    try await read { try KnownReplica.fetchAll($0) }
  }

  /// Whether something of a note's document is to be sent or to be pulled.
  ///
  /// - Throws: `StorageError`.
  package func hasWaitingReplica() async throws -> Bool {
    try await knownReplicas().contains(where: \.isWaiting)
  }

  /// The document that an item's text is bound to.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The document's key; nil when none is known here.
  /// - Throws: `StorageError`.
  package func document(ofItem id: String) async throws -> String? {
    try await readBriefly { db in
      try String.fetchOne(
        db.cachedStatement(
          sql: "SELECT document FROM replica JOIN item ON item.key = replica.item WHERE item.id = ?"
        ), arguments: [id])
    }
  }

  /// Whether the credential may change an item, as far as the server has said.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Whether it may; also when the store does not know the item.
  /// - Throws: `StorageError`.
  func mayWrite(itemOfId id: String) async throws -> Bool {
    try await readBriefly { db in
      guard let limits = try SyncState(db: db).readLimits() else { return true }
      let type = try String.fetchOne(
        db.cachedStatement(
          sql: "SELECT type FROM item WHERE id = ? AND server_version IS NOT NULL"),
        arguments: [id])
      return type.map { limits.mayWrite(type: $0) } ?? true
    }
  }

  /// Whether a text of an item may become a document now: the server has all of it.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - field: The name of the text.
  /// - Returns: Whether it may; not when the store does not know the item.
  /// - Throws: `StorageError`.
  func mayBecomeDocument(itemOfId id: String, _ field: String) async throws -> Bool {
    try await readBriefly { db in
      let key = try Int64.fetchOne(
        db.cachedStatement(
          sql: "SELECT key FROM item WHERE id = ? AND server_version IS NOT NULL"),
        arguments: [id])
      return try key.map { try !QueueTable(db: db).holdsBack(field, of: $0) } ?? false
    }
  }

  /// The client id under which this store takes part in documents; nil before there is one.
  ///
  /// - Returns: The id.
  /// - Throws: `StorageError`.
  package func documentClient() async throws -> ActorID? {
    try await readBriefly { try SyncState(db: $0).readDocumentClient() }
  }

  /// Keeps a client id, unless another process of this store has put one in the place of the
  /// former.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - former: What it takes the place of; nil for none.
  /// - Returns: The id that the store has.
  /// - Throws: `StorageError`; nothing is written then.
  package func keepDocumentClient(
    _ id: ActorID, insteadOf former: ActorID?
  ) async throws -> ActorID {
    try await write(as: .derived) { try $0.keepDocumentClient(id, insteadOf: former) }
  }

  /// Lets all replicas take other actors before they send anything: the file is a copy of another
  /// one, or was restored from one.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func renewDocumentActors() async throws {
    try await write(as: .derived) { writer in
      try writer.db.execute(sql: "UPDATE replica SET is_attached = 0, token = token + 1")
      try writer.syncState.set(SyncState.documentClient, to: nil)
    }
  }

  /// Lets every bound text be an ordinary property again: the server has no documents.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func releaseDocuments() async throws {
    try await write(as: .derived) { try $0.releaseDocuments() }
  }

  /// Lets the text of one item be an ordinary property again: its document is gone.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func releaseDocument(_ document: String) async throws {
    try await write(as: .derived) { writer in
      guard let row = try writer.replicas.row(document: document) else { return }
      try writer.release(row)
    }
  }

  /// Lets go of a document that this store takes part in no more, unless it was edited meanwhile.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func letGo(ofDocument document: String) async throws {
    try await write(as: .derived) { writer in
      guard let row = try writer.replicas.row(document: document) else { return }
      try writer.letGo(of: row)
    }
  }

  /// When the server last took what was typed in a document.
  ///
  /// - Returns: The moment in milliseconds since 1970; nil for never.
  /// - Throws: `StorageError`.
  package func documentsSentAt() async throws -> Int64? {
    try await readBriefly {
      try SyncState(db: $0).value(SyncState.documentsSent).flatMap { Int64($0) }
    }
  }

  /// Notes that an exchange brought everything that the server has of a document.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func noteUpToDate(_ document: String) async throws {
    try await write(as: .derived) { try $0.noteUpToDate(document) }
  }

  /// The store's file; nil for one in memory.
  package nonisolated var filePath: String? { (database as? DatabasePool)?.path }

  /// Reports each commit, of this process or another, that changed a replica; several may be
  /// reported once.
  package nonisolated func replicaChanges() -> AsyncStream<Void> {
    changes(of: StoreInterest(.replica))
  }

  /// Tells of each commit, of this process or another, that may have changed which notes have a
  /// replica, and as whom; several may be told once.
  nonisolated func attachmentChanges() -> AsyncStream<Void> {
    var interest = StoreInterest()
    interest.add(.replica, columns: ["document", "item", "actor"])
    return changes(of: interest)
  }

  /// Tells of each commit, of this process or another, that changed the text of an item; several
  /// may be told once.
  nonisolated func textChanges() -> AsyncStream<Void> { changes(of: StoreInterest(.itemText)) }

  private nonisolated func changes(of interest: StoreInterest) -> AsyncStream<Void> {
    let feed = makeChangeFeed()
    let watcher = OtherProcesses(of: self)
    return AsyncStream {
      _ = watcher
      for await _ in feed.signals {
        guard let change = feed.take() else { continue }
        if interest.isTouched(by: change) { return () }
      }
      return nil
    }
  }
}

extension LocalStore.KnownReplica {
  /// The replicas that are bound to items, the latest used first.
  static func fetchAll(_ db: Database) throws -> [LocalStore.KnownReplica] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT replica.document, item.id, replica.field, replica.actor, replica.is_behind
          OR EXISTS (SELECT 1 FROM replica_change
            WHERE replica_change.replica = replica.key AND is_unsent = 1)
        FROM replica JOIN item ON item.key = replica.item ORDER BY replica.used_at DESC
        """)
    return rows.compactMap { row in
      ActorID(row[3] as String).map {
        LocalStore.KnownReplica(
          document: row[0], itemId: row[1], field: row[2], actor: $0, isWaiting: row[4])
      }
    }
  }
}

extension SyncState {
  func readDocumentClient() throws -> ActorID? {
    try value(Self.documentClient).flatMap { ActorID($0) }
  }
}
