import Documents
import Logging
import MarfaModel
import Synchronization

/// Documents as the routes ask for them: each request is one transaction, a slice of the writer,
/// and then goes to the watchers.
public struct DocumentService: Sendable {
  let store: any RecordStore
  let desk: DocumentDesk
  /// Wakes who brings bound properties up to date.
  let edits: (heard: AsyncStream<Void>, tell: AsyncStream<Void>.Continuation)

  /// Puts documents on a store.
  public init(store: any RecordStore, limits: DocumentLimits, hub: DocumentHub) {
    self.store = store
    desk = DocumentDesk(limits: limits, hub: hub)
    // Being told twice is the same as being told once.
    let (heard, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    edits = (heard, tell)
  }

  /// The watch streams.
  public var hub: DocumentHub { desk.hub }
  var limits: DocumentLimits { desk.limits }

  // MARK: - Clients

  func activate(_ clientKey: String, as caller: Credential) async throws -> String {
    try await perform(caller) { try $0.activate(clientKey).id }
  }

  func deactivate(_ id: String, as caller: Credential) async throws {
    for notice in try await perform(caller, { try $0.deactivate(id) }) { hub.publish(notice) }
  }

  // MARK: - Documents

  func exchange(_ call: PackRequest, as caller: Credential) async throws -> ChangePack {
    // Those who watch come first.
    let outcome = try await store.transact(.slice, then: { [desk] in desk.tell($0) }) {
      [desk] rows in
      try desk.exchange(caller, in: rows) { try call.run(&$0) }
    }
    if outcome.answer.notice.isChanged { edits.tell.yield() }
    return outcome.answer.pack
  }

  func remove(_ key: String, as caller: Credential) async throws {
    hub.publish(try await perform(caller) { try $0.remove(key) })
  }

  /// The row of a document and its root as JSON.
  func read(_ key: String, as caller: Credential) async throws -> (DocumentRow, String) {
    try await store.snapshot(.scan) { [desk] in try desk.read(key, caller, in: $0) }
  }

  /// The documents that a client takes part in, for watching them.
  ///
  /// - Throws: `client_not_active`, `document_not_found`, `document_not_attached`.
  func watched(
    _ keys: [String], by client: String, as caller: Credential
  ) async throws -> [DocumentWatcher.Document] {
    try await store.snapshot(.lookup) { [desk] in
      try desk.watched(keys, by: client, caller, in: $0)
    }
  }

  /// Reports to a new watcher what was committed while its stream was opened.
  func catchUp(_ watcher: DocumentWatcher) async throws {
    let numbers = Set(watcher.documents.keys)
    let notices = try await store.snapshot(.lookup) { [desk] in
      try desk.present(numbers, in: $0)
    }
    for notice in notices { hub.publish(notice) }
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

  // MARK: - Transactions

  private func perform<Value: Sendable>(
    _ caller: Credential, _ work: @escaping @Sendable (DocumentWriter) throws -> Value
  ) async throws -> Value {
    let context = desk.context(of: caller)
    return try await store.transact(.slice) { try work(DocumentWriter($0, context)) }
  }

  // MARK: - Upkeep

  /// Deactivates silent clients, and forgets documents that were removed long ago; each transaction
  /// is small.
  ///
  /// - Throws: `StoreFailure`; what was swept until then stays so.
  public func sweep() async throws {
    var hasMore = true
    while hasMore {
      let swept = try await store.transact(.slice) { [desk] in
        try desk.deactivateIdle(limit: 5, in: $0)
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
  private static let prunedTexts = 50

  /// Brings the bound properties up to date whose time has come.
  ///
  /// - Returns: Whether others wait for their time.
  @discardableResult
  func flush(_ logger: Logger) async throws -> Bool {
    let waiting = try await store.snapshot(.lookup) { try $0.documentsWithEdits().map(\.number) }
    var areLeft = false
    for number in waiting {
      do {
        let isDone = try await store.transact(.slice) { [desk] in try desk.flush(number, in: $0) }
        if !isDone { areLeft = true }
      } catch let refusal as any MarfaError {
        // The item's type does not take the text: it stays in the document until it is edited.
        logger.warning("a document cannot be written", metadata: ["error": "\(refusal)"])
        try await store.transact(.slice) { [desk] in try desk.giveUpEdits(of: number, in: $0) }
      }
    }
    return areLeft
  }
}
