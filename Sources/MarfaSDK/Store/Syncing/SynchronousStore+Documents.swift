import Documents

extension SynchronousStore {
  // MARK: - Replicas

  /// See ``LocalStore/knownReplicas()``.
  package func knownReplicas() throws -> [LocalStore.KnownReplica] {
    try store.performSynchronously(as: .derived) { try LocalStore.KnownReplica.fetchAll($0.db) }
  }

  /// See ``StoredReplica/load()``.
  package func replica(of document: String) throws -> StoredDocument? {
    try store.performSynchronously(as: .derived) { try $0.replicas.stored(document) }
  }

  /// Whether a replica has changes that the server has not acknowledged.
  package func hasUnsentChanges(in document: String) throws -> Bool {
    try store.performSynchronously(as: .derived) { writer in
      try writer.replicas.row(document: document).map { try writer.replicas.hasUnsent($0.key) }
        ?? false
    }
  }

  /// See ``DocumentPersistence/commit(_:leadingTo:over:note:)``.
  package func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) throws -> DocumentWrite {
    try store.performSynchronously(as: .person) {
      try $0.commit(
        changes, leadingTo: replica, over: token, note: NoteChange(), in: replica.key)
    }
  }

  /// See ``DocumentPersistence/receive(_:leadingTo:over:)``.
  package func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) throws -> DocumentWrite {
    try store.performSynchronously(as: .server) {
      try $0.receive(changes, leadingTo: replica, over: token, in: replica.key)
    }
  }

  /// See ``DocumentPersistence/replace(with:confirmed:over:)``; of the text of an item.
  package func replace(
    with replica: Replica, confirmed: Replica? = nil, over token: Int64?, itemId: String,
    field: String
  ) throws -> DocumentWrite {
    try store.performSynchronously(as: .server) {
      try $0.replace(with: replica, confirmed: confirmed, over: token, boundTo: itemId, field)
    }
  }

  /// See ``LocalStore/noteUpToDate(_:)``.
  package func noteUpToDate(_ document: String) throws {
    try store.performSynchronously(as: .derived) { try $0.noteUpToDate(document) }
  }

  /// See ``StoredReplica/use()``.
  package func useReplica(of document: String) throws {
    try store.performSynchronously(as: .derived) { writer in
      if let row = try writer.replicas.row(document: document) {
        try writer.replicas.use(row.key, at: writer.now)
      }
    }
  }

  /// See ``LocalStore/releaseDocument(_:)``.
  package func releaseDocument(_ document: String) throws {
    try store.performSynchronously(as: .derived) { writer in
      guard let row = try writer.replicas.row(document: document) else { return }
      try writer.release(row)
    }
  }

  /// See ``LocalStore/letGo(ofDocument:)``.
  package func letGo(ofDocument document: String) throws {
    try store.performSynchronously(as: .derived) { writer in
      guard let row = try writer.replicas.row(document: document) else { return }
      try writer.letGo(of: row)
    }
  }

  // MARK: - The client

  /// See ``LocalStore/documentClient()``.
  package func documentClient() throws -> ActorID? {
    try store.performSynchronously(as: .derived) { try $0.syncState.readDocumentClient() }
  }

  /// See ``LocalStore/keepDocumentClient(_:insteadOf:)``.
  package func keepDocumentClient(_ id: ActorID, insteadOf former: ActorID?) throws -> ActorID {
    try store.performSynchronously(as: .derived) {
      try $0.keepDocumentClient(id, insteadOf: former)
    }
  }
}
