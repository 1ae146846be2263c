import Documents
import GRDB

/// The replica of one document in the store, of its own or bound to a text of an item.
///
/// The rows are the truth that all processes of the store share.
package struct StoredReplica: DocumentPersistence {
  private let store: LocalStore
  private let document: String
  private let itemId: String?
  let field: String

  /// The replica of a text of an item, whether or not it is stored yet.
  package init(_ store: LocalStore, document: String, itemId: String, field: String) {
    (self.store, self.document, self.itemId, self.field) = (store, document, itemId, field)
  }

  /// The replica of a document of its own, whether or not it is stored yet.
  package init(_ store: LocalStore, document: String) {
    (self.store, self.document, itemId, field) = (store, document, nil, "")
  }

  /// Counts the changes of the rows; nil when nothing is stored.
  ///
  /// - Throws: `StorageError`.
  package func token() async throws -> Int64? {
    try await store.readBriefly { [document] in
      try ReplicaTable(db: $0).row(document: document)?.token
    }
  }

  /// Notes that somebody works with it.
  ///
  /// - Throws: `StorageError`.
  package func use() async throws {
    try await store.write(as: .derived) { [document] writer in
      if let row = try writer.replicas.row(document: document) {
        try writer.replicas.use(row.key, at: writer.now)
      }
    }
  }

  package func load() async throws -> StoredDocument? {
    try await store.read { [document] db in try ReplicaTable(db: db).stored(document) }
  }

  package func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?
  ) async throws -> DocumentWrite {
    try await store.writeBriefly(as: .person) { [document] in
      try $0.commit(changes, leadingTo: replica, over: token, note: note, in: document)
    }
  }

  package func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64
  ) async throws -> DocumentWrite {
    try await store.write(as: .server) { [document] in
      try $0.receive(changes, leadingTo: replica, over: token, in: document)
    }
  }

  package func replace(
    with replica: Replica, confirmed: Replica?, over token: Int64?
  ) async throws -> DocumentWrite {
    try await store.write(as: .server) { [itemId, field] in
      try $0.replace(with: replica, confirmed: confirmed, over: token, boundTo: itemId, field)
    }
  }

  package func forgetHistory() async throws {
    try await store.write(as: .derived) { [document] writer in
      guard let row = try writer.replicas.row(document: document) else { return }
      try writer.replicas.forgetHistory(row.key)
    }
  }

  package func forget() async throws {
    try await store.write(as: .server) { [document] writer in
      guard let row = try writer.replicas.row(document: document) else { return }
      try writer.release(row)
    }
  }
}

/// A change of a text waits to be sent as a property; it goes before the text becomes a document.
struct ReplicaTooEarly: Error {
  var itemId: String
  var field: String
}

extension ReplicaTable {
  /// What is stored of a document; nil when it is not known here.
  func stored(_ document: String) throws -> StoredDocument? {
    guard let row = try row(document: document) else { return nil }
    return StoredDocument(
      replica: try replica(row), token: row.token, needsActor: !row.isAttached,
      sharedThrough: try row.isAttached || row.item != nil ? nil : sharedThrough(row.key))
  }
}

extension QueueTable {
  /// Whether a change waits to be sent that goes before a text of its item becomes a document.
  func holdsBack(_ field: String, of item: Int64) throws -> Bool {
    try rows(of: item).contains {
      $0.intent.kind == .createItem || $0.intent.kind == .purgeItem
        || $0.intent.detail.contains(field)
    }
  }
}

extension StoreWriter {
  /// Stores the first replica of an item's text.
  ///
  /// - Returns: Its token.
  /// - Throws: ``ReplicaTooEarly`` while a change of the text waits to be sent as a property: it
  ///   goes first; `NotFoundError`, or `DatabaseError`.
  func bind(_ replica: Replica, to itemId: String, _ field: String) throws -> Int64 {
    let record = try existingRecord(id: itemId)
    if try record.serverVersion == nil || QueueTable(db: db).holdsBack(field, of: record.key) {
      throw ReplicaTooEarly(itemId: itemId, field: field)
    }
    let row = try replicas.put(
      replica, confirmed: nil, item: record.key, field: field, isAttached: true, at: now)
    try settlePush(of: row)
    try show(replica, of: row)
    return row.token
  }

  /// Lets the item show an own change, as its editor saved it.
  ///
  /// - Returns: The note after that; nil when its text did not come from an editor.
  func save(_ replica: Replica, of row: ReplicaRow, _ note: NoteChange?) throws -> SavedText? {
    guard let item = row.item, var record = try record(key: item) else { return nil }
    let before = record.revision
    if row.field == "body" {
      try acting(as: .document) {
        let snapshot =
          note?.overrules == true ? UpdateOptions.Snapshot.pinned : UpdateOptions.autosaveSnapshot
        _ = try saveText(
          &record, title: nil, body: replica.text(row.field), UpdateOptions(snapshot: snapshot))
      }
    } else {
      try show(replica, of: row)
    }
    guard let note else { return nil }
    if !note.tags.isEmpty {
      try setTags(note.tags.applied(to: record.tags).sorted(), of: &record)
    }
    return SavedText(
      title: record.title, version: record.version, revision: record.revision,
      updatedAt: Timestamp(milliseconds: record.updatedAt), didChange: record.revision != before)
  }

  /// Puts the replica of another actor in the place of one, and takes what the server has not
  /// acknowledged over to it: one merge of texts, on that of the last acknowledged exchange.
  ///
  /// What has arrived of it although nobody acknowledged it is no edit any more. Of a server that
  /// was set back nothing is taken: the text waits for the person then, as a property.
  ///
  /// Where both sides contradict each other the document keeps the server's words, and the person's
  /// text waits for a decision; the text before is kept in the history, too.
  ///
  /// - Returns: What became of the replica: it is stored, or this is there with what was taken
  ///   over.
  func replace(_ row: ReplicaRow, byOther fresh: Replica) throws -> DocumentWrite {
    // The server has less of the document than was seen of it: it was set back.
    if fresh.checkpoint.serverSequence < row.checkpoint.serverSequence {
      try holdBack(row, theirs: fresh.text(row.field))
      return .superseded(nil)
    }
    guard try replicas.hasUnsent(row.key) else {
      // Where others have gone on from an older text, this keeps the newer one.
      let stored = try replace(row, with: fresh, confirmed: nil, keeping: .always)
      return .stored(token: stored.token, note: nil)
    }
    let text = CarriedText(
      base: try replicas.base(of: row, unsent: .arrived(fresh)),
      mine: try replicas.replica(row).text(row.field), theirs: fresh.text(row.field))
    var next = fresh
    let changes = try next.edit(row.field, to: text.document)
    let stored = try replace(
      row, with: next, confirmed: fresh,
      keeping: text.parked == nil ? UpdateOptions.autosaveSnapshot : .pinned)
    if let item = row.item { try park(text, of: row.field, in: item) }
    guard !changes.isEmpty else { return .stored(token: stored.token, note: nil) }
    return .superseded(StoredDocument(replica: next, token: stored.token))
  }
}
