import Documents

/// What ``DocumentPersistence`` asks of the rows, each within the transaction of the writer.
extension StoreWriter {
  /// Stores own changes of a document, unless its rows are newer than a token.
  func commit(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?,
    in document: String
  ) throws -> DocumentWrite {
    guard let row = try replicas.row(document: document), row.token == token else {
      return .superseded(try replicas.stored(document))
    }
    let saved = try save(replica, of: row, note)
    if row.item == nil { try replicas.keepHistory(of: replica, row.key) }
    return .stored(token: try keep(changes, of: row), note: saved)
  }

  /// Stores what the server answered of a document, unless its rows are newer than a token.
  func receive(
    _ changes: [Change], leadingTo replica: Replica, over token: Int64, in document: String
  ) throws -> DocumentWrite {
    guard let row = try replicas.row(document: document), row.token == token else {
      return .superseded(try replicas.stored(document))
    }
    return .stored(token: try receive(changes, leadingTo: replica, of: row), note: nil)
  }

  /// Stores another replica of a document or its first one, unless its rows are newer than a token.
  ///
  /// What the former one had not sent is taken over where the actor is another.
  ///
  /// - Parameters:
  ///   - replica: The replica, with what it has not sent.
  ///   - confirmed: The same without that, as the server has it; nil when that is the same, or not
  ///     known.
  ///   - token: The token of what is replaced; nil when nothing is stored.
  ///   - itemId: The item; nil for a document of its own.
  ///   - field: The name of the text.
  /// - Returns: What became of it.
  /// - Throws: ``ReplicaTooEarly``, `NotFoundError` or `DatabaseError`; the transaction is then
  ///   undone.
  func replace(
    with replica: Replica, confirmed: Replica?, over token: Int64?, boundTo itemId: String?,
    _ field: String
  ) throws -> DocumentWrite {
    let row = try replicas.row(document: replica.key)
    guard row?.token == token else {
      return .superseded(try replicas.stored(replica.key))
    }
    guard let itemId else {
      return .stored(token: try keep(replica, confirmed), note: nil)
    }
    guard let row else {
      return .stored(token: try bind(replica, to: itemId, field), note: nil)
    }
    guard row.actor != replica.actor else {
      let stored = try replace(row, with: replica, confirmed: confirmed)
      return .stored(token: stored.token, note: nil)
    }
    return try replace(row, byOther: replica)
  }

  /// Stores a replica that no item is bound to; its own rescue has taken over what was not sent.
  ///
  /// - Returns: Its token.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  private func keep(_ replica: Replica, _ confirmed: Replica?) throws -> Int64 {
    let row = try replicas.put(
      replica, confirmed: confirmed, item: nil, field: "", isAttached: true, at: now)
    try replicas.keepHistory(of: replica, row.key)
    return row.token
  }

  /// Notes that an exchange brought all that the server had of a document; nothing else ends the
  /// mark that there is more.
  func noteUpToDate(_ document: String) throws {
    if let row = try replicas.row(document: document) {
      try replicas.set(isBehind: false, of: row.key)
    }
  }

  /// Keeps a client id, unless another process of this store has put one in the place of the
  /// former.
  ///
  /// - Returns: The id that the store has.
  func keepDocumentClient(
    _ id: ActorID, insteadOf former: ActorID?, as name: String = SyncState.documentClient
  ) throws -> ActorID {
    let known = try syncState.value(name).flatMap { ActorID($0) }
    if let known, known != former { return known }
    try syncState.set(name, to: id.description)
    return id
  }
}
