import Documents
import MarfaModel

/// Carries out what clients of documents ask, within one write transaction and in somebody's name.
///
/// The transaction is the push lock of the document: the storage runs one at a time.
struct DocumentWriter {
  let rows: any RecordTransaction
  let context: DocumentContext
  var states: DocumentStates?
  /// Whether what takes as long as a long document is left to a reader: then these throw
  /// `LongDocument`, and a long document that nobody takes part in is not compacted.
  var leavesLongWork = false
  /// What a slice of a pack may cost; nil where all of it is taken at once.
  var slices: RecordLimits?
  /// The documents as they are once the transaction is committed.
  private(set) var changed: [DocumentStates.State] = []

  init(_ rows: any RecordTransaction, _ context: DocumentContext, _ states: DocumentStates? = nil) {
    self.rows = rows
    self.context = context
    self.states = states
  }

  private var rights: DocumentRights { DocumentRights(rows: rows, access: context.access) }
  private var housekeeping: DocumentHousekeeping {
    DocumentHousekeeping(rows: rows, limits: context.limits)
  }
  private var now: Int64 { rows.now.milliseconds }

  // MARK: - Clients

  /// Notes that a client is there, also while it only watches.
  func see(_ id: String) throws { _ = try client(id) }

  /// Gives out a client id, which is an actor that nobody else has.
  ///
  /// - Throws: 429 when the key has too many clients already.
  func activate(_ clientKey: String) throws -> DocumentClientRow {
    let count = try rows.documentClientCount(of: context.credentialId)
    guard count < context.limits.clientsPerKey else {
      throw DocumentErrors.tooMany("Clients of a key", context.limits.clientsPerKey)
    }
    let client = DocumentClientRow(
      id: try newActor(), credentialId: context.credentialId, clientKey: clientKey,
      createdAt: now, seenAt: now)
    try rows.put(client)
    return client
  }

  /// Detaches a client from everything and forgets it.
  ///
  /// - Returns: What the watchers of its documents hear.
  func deactivate(_ id: String) throws -> [DocumentNotice] {
    try deactivate(client(id))
  }

  private func deactivate(_ client: DocumentClientRow) throws -> [DocumentNotice] {
    var notices: [DocumentNotice] = []
    for replica in try rows.documentReplicas(ofClient: client.id) {
      guard let document = try rows.document(number: replica.document) else { continue }
      var notice = DocumentNotice(of: document, client: client.id)
      notice.presence = .gone
      notices.append(notice)
    }
    try rows.deleteDocumentClient(client.id)
    for notice in notices { try compact(notice.document) }
    return notices
  }

  /// Deactivates clients that were silent for too long.
  ///
  /// - Returns: What watchers hear, and whether there may be more.
  func deactivateIdle(limit: Int) throws -> (notices: [DocumentNotice], hasMore: Bool) {
    let idle = try rows.documentClients(
      seenBefore: now - Int64(context.limits.idleSeconds) * 1000, limit: limit)
    return (try idle.flatMap { try deactivate($0) }, idle.count == limit)
  }

  /// A client of this credential, which is seen by that.
  private func client(_ id: String) throws -> DocumentClientRow {
    guard var client = try rows.documentClient(id: id),
      client.credentialId == context.credentialId
    else { throw DocumentErrors.noClient(id) }
    // Written seldom: housekeeping counts in hours.
    if now - client.seenAt > 60_000 {
      client.seenAt = now
      try rows.put(client)
    }
    return client
  }

  /// 12 bytes that nobody had, as 24 digits: the time and the randomness of a new id.
  private func newActor() throws -> String {
    while true {
      let digits = rows.ids.nextId().filter { $0 != "-" }
      let actor = String(digits.prefix(16) + digits.suffix(8))
      if try rows.documentClient(id: actor) == nil { return actor }
    }
  }

  // MARK: - Documents

  /// Lets a client take part in a document, which is made if there is none of its key.
  ///
  /// Again by a client that takes part already it is a `sync`, for who did not hear the answer.
  mutating func attach(
    _ request: DocumentRequest, to binding: DocumentBinding?
  ) throws -> DocumentAnswer {
    try DocumentKey.check(request.key)
    let client = try client(request.client)
    let document = try rows.document(key: request.key)
    if let document {
      try rights.require(.read, of: document)
      try check(binding, of: document)
      let known = try rows.documentReplica(of: document.number, client: client.id)
      if let known, known.isAttached { return try exchange(request, document, known) }
      return try attach(request, document, known)
    }
    return try attach(request, make(request.key, binding), nil)
  }

  private mutating func attach(
    _ request: DocumentRequest, _ document: DocumentRow, _ known: DocumentReplicaRow?
  ) throws -> DocumentAnswer {
    let (limits, pack) = (context.limits, request.pack)
    let count = try rows.documentReplicas(of: document.number).count
    guard count < limits.replicas else {
      throw DocumentErrors.tooMany("Replicas of a document", limits.replicas)
    }
    guard pack.checkpoint.serverSequence == 0 else {
      throw DocumentErrors.forked("the replica was detached")
    }
    // Its own numbers begin again, so nothing tells its changes from those that are there.
    if let known, known.clientSequence > 0, pack.checkpoint.clientSequence > 0 {
      throw DocumentErrors.forked("the client edited this document before")
    }
    let replica =
      known
      ?? DocumentReplicaRow(
        document: document.number, client: request.client, isAttached: true, clientSequence: 0,
        lastHash: [], serverSequence: 0, vector: [])
    return try exchange(request, document, replica)
  }

  /// Takes the changes of a client that takes part, and gives those of others.
  mutating func sync(_ request: DocumentRequest) throws -> DocumentAnswer {
    let (document, replica) = try attached(request)
    return try exchange(request, document, replica)
  }

  /// Takes the last changes of a client, which then takes part no more.
  mutating func detach(_ request: DocumentRequest) throws -> DocumentAnswer {
    let (document, replica) = try attached(request)
    let answer = try exchange(request, document, replica, leaves: true)
    try compact(document.number)
    return answer
  }

  private func compact(_ document: Int64) throws {
    let most = leavesLongWork ? context.limits.wholeBytes : .max
    try housekeeping.compact(document, upTo: most, in: rows)
  }

  /// Removes a document for everybody; its key may be used for another one.
  func remove(_ key: String) throws -> DocumentNotice {
    guard var document = try rows.document(key: key) else { throw DocumentErrors.noDocument(key) }
    try rights.require(.write, of: document)
    // What was typed a moment ago reaches the item first.
    if leavesLongWork, document.typedSince != nil,
      document.size > Int64(context.limits.wholeBytes)
    {
      throw LongDocument(number: document.number, work: .writingBack)
    }
    try DocumentFlush(rows: rows).run(document.number)
    document = try rows.document(number: document.number) ?? document
    document.removedAt = now
    document.typedSince = nil
    document.typedAt = nil
    try rows.update(document)
    var notice = DocumentNotice(of: document, client: nil)
    notice.isChanged = true
    return notice
  }

  private func attached(
    _ request: DocumentRequest
  ) throws -> (DocumentRow, DocumentReplicaRow) {
    let client = try client(request.client)
    if let document = try rows.document(key: request.key) {
      try rights.require(.read, of: document)
      if let replica = try rows.documentReplica(of: document.number, client: client.id),
        replica.isAttached
      {
        return (document, replica)
      }
    }
    // It may have been removed since, and another have its key.
    for replica in try rows.documentReplicas(ofClient: client.id) {
      if let document = try rows.document(number: replica.document), document.key == request.key {
        return (document, replica)
      }
    }
    throw DocumentErrors.notAttached(request.key)
  }

  private func check(_ binding: DocumentBinding?, of document: DocumentRow) throws {
    guard let binding,
      binding.itemId != document.itemId || binding.field != document.field
    else { return }
    throw DocumentErrors.bound(binding.itemId, binding.field, to: document.key)
  }

  private func make(_ key: String, _ binding: DocumentBinding?) throws -> DocumentRow {
    var document = DocumentRow(key: key, actor: try newActor(), createdAt: now)
    guard let binding else {
      try rights.require(.write, ofUnbound: key)
      document.number = try rows.insert(document)
      return document
    }
    let item = try rights.item(binding.itemId, .read, key: key)
    let others = try rows.documents(ofItem: item.id)
    if let other = others.first(where: { $0.field == binding.field }) {
      throw DocumentErrors.bound(item.id, binding.field, to: other.key)
    }
    (document.itemId, document.field) = (item.id, binding.field)
    document.number = try rows.insert(document)
    return try BoundText(rows: rows).fill(document, from: item)
  }

  // MARK: - Exchange

  private mutating func exchange(
    _ request: DocumentRequest, _ document: DocumentRow, _ replica: DocumentReplicaRow,
    leaves: Bool = false
  ) throws -> DocumentAnswer {
    guard document.removedAt == nil else {
      var replica = replica
      replica.isAttached = !leaves
      try rows.put(replica)
      return DocumentAnswer(
        pack: ChangePack(
          documentKey: document.key, checkpoint: request.pack.checkpoint, isRemoved: true),
        notice: DocumentNotice(of: document, client: request.client))
    }
    var exchange = DocumentExchange(
      rows: rows, limits: context.limits, request: request, states: states, rights: rights)
    (exchange.leavesLongWork, exchange.slices) = (leavesLongWork, slices)
    var outcome = try exchange.run(document, replica, leaves: leaves)
    if leaves, outcome.answer.rest == nil { outcome.answer.notice.presence = .gone }
    if let state = outcome.state { changed.append(state) }
    return outcome.answer
  }
}

extension DocumentNotice {
  /// Nothing happened yet to a document.
  init(of document: DocumentRow, client: String?) {
    self.init(
      document: document.number, key: document.key, sequence: document.sequence, client: client)
  }
}
