import Documents
import GRDB

/// The end of a replica whose changes cannot go as such: they become an update of the item.
extension StoreWriter {
  /// Lets an item's text be one of its properties again; what is unsent of it is queued as an update on
  /// the text of the last acknowledged exchange.
  ///
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func release(_ row: ReplicaRow) throws {
    guard let item = row.item, let record = try record(key: item) else {
      return try replicas.remove(row.key)
    }
    let isUnsent = try replicas.hasUnsent(row.key)
    let base = try isUnsent ? replicas.base(of: row) : nil
    try replicas.remove(row.key)
    try removePush(of: item)
    if let base, base != (try storedProperties(of: record))[row.field]?.stringValue ?? "" {
      try queueUpdate(of: record, field: row.field, base: base)
    }
    try settle(item)
  }

  private func queueUpdate(of record: ItemRecord, field: String, base: String) throws {
    guard try isConnected else { return }
    if record.serverVersion != nil {
      try copyShadow(ofKey: record.key)
      if var shadow = try shadow(of: record.key) {
        // What the server has; the update would seem to ask for nothing otherwise.
        shadow.properties[field] = .string(base)
        try write(shadow, of: record.key)
      }
    }
    let table = QueueTable(db: db)
    try writeRecorded()
    try table.insert(
      MutationIntent(
        kind: .updateItem, item: record.key, detail: [field],
        base: StoredJSON.text(.object([field: .string(base)]))),
      id: environment.ids.nextId(), baseVersion: record.serverVersion, createdAt: now)
    try addFlags(.isUnsent, to: record.key)
  }

  /// Lets every bound text be a property again: the server has no documents.
  func releaseDocuments() throws {
    for row in try replicas.bound() { try release(row) }
    try syncState.set(SyncState.documentClient, to: nil)
  }

  /// Forgets the replicas, whose texts stay in their items: the store leaves its server.
  func forgetDocuments() throws {
    try db.execute(sql: "DELETE FROM replica")
    try syncState.set(SyncState.documentClient, to: nil)
  }
}

extension SyncState {
  /// The client id under which this store takes part in documents.
  static let documentClient = "document-client"
}
