import Documents
import Logging
import MarfaModel
import Synchronization

/// Documents as the routes ask for them: each request is one transaction, a slice of the writer, and
/// then goes to the watchers.
public struct DocumentService: Sendable {
  let store: any RecordStore
  let limits: DocumentLimits
  /// The watch streams.
  public let hub: DocumentHub
  private let states: DocumentStates
  /// Wakes who brings bound properties up to date.
  let edits: (heard: AsyncStream<Void>, tell: AsyncStream<Void>.Continuation)

  /// Puts documents on a store.
  public init(store: any RecordStore, limits: DocumentLimits, hub: DocumentHub) {
    self.store = store
    self.limits = limits
    self.hub = hub
    states = DocumentStates()
    // Being told twice is the same as being told once.
    let (heard, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    edits = (heard, tell)
  }

  // MARK: - Clients

  func activate(_ clientKey: String, as caller: Credential) async throws -> String {
    try await perform(caller) { try $0.activate(clientKey).id }
  }

  func deactivate(_ id: String, as caller: Credential) async throws {
    for notice in try await perform(caller, { try $0.deactivate(id) }) { hub.publish(notice) }
  }

  // MARK: - Documents

  func attach(
    _ request: DocumentRequest, to binding: DocumentBinding?, as caller: Credential
  ) async throws -> ChangePack {
    try await exchange(caller) { try $0.attach(request, to: binding) }
  }

  func sync(_ request: DocumentRequest, as caller: Credential) async throws -> ChangePack {
    try await exchange(caller) { try $0.sync(request) }
  }

  func detach(_ request: DocumentRequest, as caller: Credential) async throws -> ChangePack {
    try await exchange(caller) { try $0.detach(request) }
  }

  func remove(_ key: String, as caller: Credential) async throws {
    hub.publish(try await perform(caller) { try $0.remove(key) })
  }

  /// The row of a document and its root as JSON.
  func read(_ key: String, as caller: Credential) async throws -> (DocumentRow, String) {
    try await store.snapshot(.scan) { [access = caller.permissions] rows in
      let document = try Self.readable(key, rows, access)
      return (document, try DocumentContent(document, in: rows).json)
    }
  }

  /// The documents that a client takes part in, for watching them.
  ///
  /// - Throws: `client_not_active`, `document_not_found`, `document_not_attached`.
  func watched(
    _ keys: [String], by client: String, as caller: Credential
  ) async throws -> [DocumentWatcher.Document] {
    try await store.snapshot(.lookup) { [access = caller.permissions, id = caller.key.id] rows in
      guard let row = try rows.documentClient(id: client), row.credentialId == id else {
        throw DocumentErrors.noClient(client)
      }
      return try keys.map { key in
        let document = try Self.readable(key, rows, access)
        let replica = try rows.documentReplica(of: document.number, client: client)
        guard replica?.isAttached == true else { throw DocumentErrors.notAttached(key) }
        return DocumentWatcher.Document(
          number: document.number, key: key, itemId: document.itemId,
          sequence: document.sequence)
      }
    }
  }

  /// Tells a new watcher of what was committed while its stream was opened.
  func catchUp(_ watcher: DocumentWatcher) async throws {
    let numbers = watcher.documents.keys.sorted()
    let documents = try await store.snapshot(.lookup) { rows in
      try numbers.compactMap { try rows.document(number: $0) }
    }
    for document in documents {
      var notice = DocumentNotice(of: document, client: nil)
      notice.isChanged = document.removedAt != nil
      hub.publish(notice)
    }
  }

  /// Notes that a client that only watches is there.
  func see(_ client: String, as caller: Credential) async throws {
    try await perform(caller) { try $0.see(client) }
  }

  /// Whether somebody may still watch documents; those that were removed since are no matter.
  func mayWatch(_ keys: [String], _ access: any StoreAccess) async throws -> Bool {
    try await store.snapshot(.lookup) { rows in
      let rights = DocumentRights(rows: rows, access: access)
      for key in keys {
        guard let document = try rows.document(key: key) else { continue }
        do {
          try rights.require(.read, of: document)
        } catch is any MarfaError {
          return false
        }
      }
      return true
    }
  }

  private static func readable(
    _ key: String, _ rows: any RecordRows, _ access: any StoreAccess
  ) throws -> DocumentRow {
    guard let document = try rows.document(key: key) else { throw DocumentErrors.noDocument(key) }
    try DocumentRights(rows: rows, access: access).require(.read, of: document)
    return document
  }

  // MARK: - Transactions

  private func exchange(
    _ caller: Credential,
    _ work: @escaping @Sendable (inout DocumentWriter) throws -> DocumentAnswer
  ) async throws -> ChangePack {
    let context = context(of: caller)
    let (answer, changed) = try await store.transact(.slice) { [states] rows in
      var writer = DocumentWriter(rows, context, states)
      let answer = try work(&writer)
      return (answer, writer.changed)
    }
    for state in changed { states.put(state) }
    hub.publish(answer.notice)
    if answer.notice.isChanged { edits.tell.yield() }
    return answer.pack
  }

  private func perform<Value: Sendable>(
    _ caller: Credential, _ work: @escaping @Sendable (DocumentWriter) throws -> Value
  ) async throws -> Value {
    let context = context(of: caller)
    return try await store.transact(.slice) { try work(DocumentWriter($0, context)) }
  }

  private func context(of caller: Credential) -> DocumentContext {
    DocumentContext(access: caller.permissions, credentialId: caller.key.id, limits: limits)
  }

  // MARK: - Upkeep

  /// Deactivates silent clients, and forgets documents that were removed long ago; each transaction
  /// is small.
  public func sweep() async throws {
    let context = DocumentContext(access: FullAccess(), credentialId: "", limits: limits)
    var hasMore = true
    while hasMore {
      let swept = try await store.transact(.slice) { rows in
        try DocumentWriter(rows, context).deactivateIdle(limit: 5)
      }
      for notice in swept.notices { hub.publish(notice) }
      hasMore = swept.hasMore
    }
    hasMore = true
    while hasMore {
      hasMore = try await store.transact(.slice) { [limits] rows in
        try DocumentHousekeeping(rows: rows, limits: limits).deleteRemoved(limit: 20)
      }
    }
  }

  /// Forgets the texts of versions that were kept before a moment, as the log does its events; each
  /// transaction is small.
  ///
  /// - Parameter horizon: The moment.
  /// - Throws: `StoreFailure`; what was forgotten before that stays so.
  public func pruneTexts(before horizon: Timestamp) async throws {
    var count = Self.prunedTexts
    while count == Self.prunedTexts {
      count = try await store.transact(.slice) {
        try $0.deleteDocumentTexts(before: horizon.milliseconds, limit: Self.prunedTexts)
      }
    }
  }

  /// How many texts are forgotten at a time.
  private static let prunedTexts = 500

  /// Brings the bound properties up to date whose time has come.
  ///
  /// - Returns: Whether others wait for their time.
  @discardableResult
  func flush(_ logger: Logger) async throws -> Bool {
    let waiting = try await store.snapshot(.lookup) { try $0.documentsWithEdits().map(\.number) }
    var areLeft = false
    for number in waiting {
      do {
        let isDone = try await store.transact(.slice) { [limits] rows in
          let flush = DocumentFlush(rows: rows, limits: limits)
          guard let document = try rows.document(number: number) else { return true }
          guard document.typedSince == nil || flush.isDue(document) else { return false }
          try flush.run(number)
          return true
        }
        if !isDone { areLeft = true }
      } catch let refusal as any MarfaError {
        // The item's type does not take the text: it stays in the document until it is edited.
        logger.warning("a document cannot be written", metadata: ["error": "\(refusal)"])
        try await store.transact(.slice) { try $0.giveUpEdits(of: number) }
      }
    }
    return areLeft
  }
}

extension RecordTransaction {
  /// Notes that a bound property does not wait for what was typed so far.
  fileprivate func giveUpEdits(of number: Int64) throws {
    guard var document = try self.document(number: number) else { return }
    (document.typedSince, document.typedAt) = (nil, nil)
    try update(document)
  }
}
