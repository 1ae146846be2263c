import Documents
import GRDB

/// Texts that are bound to documents: the rows of the replica, the item's property and what waits
/// for the server change together.
extension StoreWriter {
  /// Changes of a replica's log after which it is stored as a whole.
  static let replicaLogLimit = 500

  var replicas: ReplicaTable { ReplicaTable(db: db) }

  /// The replica that an item's text is bound to; nil in a store without a server.
  func boundReplica(of item: Int64) throws -> ReplicaRow? { try replicas.row(ofItem: item) }

  // MARK: - What a person does to the item

  /// The names of changed properties that are queued as an update: a bound text is not, since its
  /// document sends the change.
  func queued(_ names: [String], of record: ItemRecord) throws -> [String] {
    guard origin == .person, let row = try boundReplica(of: record.key) else { return names }
    return names.filter { $0 != row.field }
  }

  /// Makes an edit of the document of what is about to be done to an item's bound text.
  ///
  /// A property that is removed is an empty text.
  ///
  /// - Throws: `ValidationError` for any other new value than a text, as the server refuses it;
  ///   `DatabaseError` or `DocumentsError`; the transaction is then undone.
  func followDocument(_ record: ItemRecord, to properties: [String: JSONValue]) throws {
    guard origin != .document, let row = try boundReplica(of: record.key) else { return }
    let value = properties[row.field] ?? .null
    guard let text = value.isNull ? "" : value.stringValue else {
      if try storedProperties(of: record)[row.field] == value { return }
      throw ValidationError(
        message: "\(row.field) is bound to a document and stays a text.", status: nil,
        details: ["field": .string(row.field)])
    }
    try followDocument(row, record, to: text)
  }

  /// The same for a text that is not among the other properties.
  func followDocument(_ record: ItemRecord, body: String) throws {
    guard origin != .document, let row = try boundReplica(of: record.key), row.field == "body"
    else { return }
    try followDocument(row, record, to: body)
  }

  private func followDocument(_ row: ReplicaRow, _ record: ItemRecord, to text: String) throws {
    var replica = try replicas.replica(row)
    let changes = try replica.edit(row.field, to: text)
    guard !changes.isEmpty else { return }
    try keep(changes, of: row)
  }

  /// Stores own changes of a replica, which then wait for the server.
  @discardableResult
  func keep(_ changes: [Change], of row: ReplicaRow) throws -> Int64 {
    try replicas.append(changes, to: row.key, isUnsent: true)
    if row.item != nil, changes.contains(where: \.hasOperations) { try queuePush(of: row) }
    return try replicas.raiseToken(of: row.key)
  }

  // MARK: - What the server said

  /// Takes over changes of others and what the server acknowledges, and shows the text that it
  /// makes.
  ///
  /// - Parameters:
  ///   - changes: What was not known, in the order in which it was applied.
  ///   - replica: The replica with all that.
  ///   - row: The replica's row as it was.
  /// - Returns: The new token.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  @discardableResult
  func receive(_ changes: [Change], leadingTo replica: Replica, of row: ReplicaRow) throws -> Int64
  {
    try replicas.append(changes, to: row.key, isUnsent: false)
    let hasArrived = try replicas.acknowledge(replica.checkpoint, of: row.key)
    try replicas.compact(replica, row.key, limit: Self.replicaLogLimit)
    try settlePush(of: row)
    if hasArrived { try noteArrival(of: row) }
    if changes.contains(where: \.hasOperations) { try show(replica, of: row) }
    return try replicas.raiseToken(of: row.key)
  }

  /// Puts another replica in the place of one, and shows its text.
  ///
  /// - Parameters:
  ///   - row: The row as it was.
  ///   - replica: The other replica.
  ///   - confirmed: The other replica without what is unsent; nil when nothing is.
  ///   - snapshot: When the text before is kept as a version.
  /// - Returns: The row as it is then.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  @discardableResult
  func replace(
    _ row: ReplicaRow, with replica: Replica, confirmed: Replica?,
    keeping snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot
  ) throws -> ReplicaRow {
    let next = try replicas.put(
      replica, confirmed: confirmed, item: row.item, field: row.field, isAttached: true, at: now)
    try settlePush(of: next)
    try show(replica, of: next, keeping: snapshot)
    return next
  }

  /// Lets the item show its document's text.
  func show(
    _ replica: Replica, of row: ReplicaRow,
    keeping snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot
  ) throws {
    guard let item = row.item, var record = try record(key: item) else { return }
    let text = replica.text(row.field)
    var properties = try storedProperties(of: record)
    guard properties[row.field]?.stringValue ?? "" != text else { return }
    try acting(as: .document) {
      try keepVersion(of: record, properties: properties, snapshot)
      properties[row.field] = .string(text)
      try writeProperties(properties, to: &record, type: resolvedType(record.type))
    }
  }

  // MARK: - What waits

  /// Lets a note be seen among what waits for the server, once.
  func queuePush(of row: ReplicaRow) throws {
    guard let item = row.item, try isConnected else { return }
    let known = try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT 1 FROM mutation WHERE item = ? AND kind = 'pushDocument' LIMIT 1"),
      arguments: [item])
    guard known == nil else { return }
    try QueueTable(db: db).insert(
      MutationIntent(kind: .pushDocument, item: item, detail: [row.field]),
      id: environment.ids.nextId(), baseVersion: nil, createdAt: now)
    try addFlags(.isUnsent, to: item)
  }

  /// Takes a note out of what waits once the server has all of it; else it stays there.
  func settlePush(of row: ReplicaRow) throws {
    guard let item = row.item else { return }
    if try replicas.hasUnsent(row.key) { return try queuePush(of: row) }
    try removePush(of: item)
    try settle(item)
  }

  /// Notes when the server took changes from here; what still waits of the note was made after
  /// them.
  private func noteArrival(of row: ReplicaRow) throws {
    try syncState.set(SyncState.documentsSent, to: String(now))
    try db.cachedStatement(
      sql: "UPDATE mutation SET created_at = ? WHERE item = ? AND kind = 'pushDocument'"
    ).execute(arguments: [now, row.item])
  }

  /// Takes a note out of what waits.
  func removePush(of item: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM mutation WHERE item = ? AND kind = 'pushDocument'")
      .execute(arguments: [item])
  }
}

extension SyncState {
  /// When the server last took what was typed in a document.
  static let documentsSent = "documents_sent"
}
