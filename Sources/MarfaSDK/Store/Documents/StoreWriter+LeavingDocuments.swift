import Documents
import GRDB

/// The end of a replica whose changes cannot go as such: they become an update of the item.
extension StoreWriter {
  /// Lets an item's text be one of its properties again; what is unsent of it is queued as an
  /// update on the text of the last acknowledged exchange.
  ///
  /// A text of the server that was left to the document is asked for by an update of no version,
  /// which the server refuses with what it has; so nothing of others is overwritten.
  ///
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func release(_ row: ReplicaRow) throws { try release(row, asksForText: row.isBehind) }

  /// Lets go of a replica that nobody uses, whose document goes on at the server.
  ///
  /// The text is asked for: the server's item follows its document later, so that no version known
  /// here may have the replica's text. A replica that was edited meanwhile stays, and is attached
  /// again.
  ///
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func letGo(of row: ReplicaRow) throws {
    guard try !replicas.hasUnsent(row.key) else { return }
    try release(row, asksForText: true)
  }

  /// The same, with or without asking for a text that was left to the document.
  func release(_ row: ReplicaRow, asksForText: Bool) throws {
    guard let item = row.item, let record = try record(key: item) else {
      return try replicas.remove(row.key)
    }
    let isUnsent = try replicas.hasUnsent(row.key)
    let text = try storedProperties(of: record)[row.field]?.stringValue ?? ""
    let base = try isUnsent ? replicas.base(of: row) : text
    try replicas.remove(row.key)
    try removePush(of: item)
    if try isConnected {
      if asksForText, record.serverVersion != nil {
        try copyShadow(ofKey: record.key)
        try queueUpdate(of: record, row.field, base, version: 0, text: text)
      } else if base != text {
        try showConfirmed(base, row.field, of: record)
        try queueUpdate(of: record, row.field, base, version: record.serverVersion)
      }
    }
    try settle(item)
  }

  /// Lets the update not seem to ask for nothing.
  private func showConfirmed(_ base: String, _ field: String, of record: ItemRecord) throws {
    guard record.serverVersion != nil else { return }
    try copyShadow(ofKey: record.key)
    guard var shadow = try shadow(of: record.key) else { return }
    shadow.properties[field] = .string(base)
    try write(shadow, of: record.key)
  }

  private func queueUpdate(
    of record: ItemRecord, _ field: String, _ base: String, version: Int?, text: String? = nil
  ) throws {
    var request: [String: JSONValue] = [:]
    if let text { request = ["properties": [field: .string(text)], "version": 0] }
    try writeRecorded()
    try QueueTable(db: db).insert(
      MutationIntent(
        kind: .updateItem, item: record.key, detail: [field],
        base: StoredJSON.text(.object([field: .string(base)]))),
      id: environment.ids.nextId(), baseVersion: version, createdAt: now,
      request: text == nil ? nil : StoredJSON.text(.object(request)))
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
