import Documents
import Logging
import MarfaModel
import Synchronization

/// Documents as the routes ask for them: each request is one transaction, a slice of the writer,
/// and then goes to the watchers; a long pack is several.
public struct DocumentService: Sendable {
  let store: any RecordStore
  let desk: DocumentDesk
  /// What a slice of a pack may cost.
  private let slices: RecordLimits
  /// Wakes who brings bound properties up to date.
  let edits: (heard: AsyncStream<Void>, tell: AsyncStream<Void>.Continuation)

  /// Puts documents on a store.
  public init(
    store: any RecordStore, limits: DocumentLimits, hub: DocumentHub,
    slices: RecordLimits = RecordLimits()
  ) {
    (self.store, self.slices) = (store, slices)
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
    let notices = try await perform(caller) { try $0.deactivate(id) }
    for notice in notices { hub.publish(notice) }
    for notice in notices { await compact(notice.document) }
  }

  // MARK: - Documents

  /// Lets a client exchange something.
  ///
  /// - Throws: Why it is refused; what earlier slices of a pack have taken stays all the same.
  func exchange(_ call: PackRequest, as caller: Credential) async throws -> ChangePack {
    var (call, taken) = (call, ChangePack?.none)
    while true {
      let answer: DocumentAnswer
      do {
        answer = try await exchangeSlice(call, as: caller)
      } catch let refusal as any MarfaError {
        return try await self.answer(call, as: caller, after: refusal, taken)
      }
      guard let rest = answer.rest else {
        let number = answer.notice.document
        // Nobody types where nobody watches. What cannot be written now is tried again by upkeep.
        if !hub.isWatched(number) { _ = try? await writeBack(number) }
        if call.verb == .detach { await compact(number) }
        return answer.pack
      }
      if rest.confirmed == Int64(answer.pack.checkpoint.clientSequence) { taken = answer.pack }
      call.goOn(with: rest)
    }
  }

  /// Lets a client exchange as much as one transaction takes.
  func exchangeSlice(
    _ call: PackRequest, as caller: Credential
  ) async throws -> DocumentAnswer {
    let outcome = try await leavingLongWork { leaves in
      // Those who watch come first.
      try await store.transact(.slice, then: { [desk] in desk.tell($0) }) { [desk, slices] rows in
        try desk.exchange(caller, leavingLongWork: leaves, inSlices: slices, in: rows) {
          try call.run(&$0)
        }
      }
    }
    if outcome.answer.notice.isChanged { edits.tell.yield() }
    return outcome.answer
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
    return try await leavingLongWork { leaves in
      try await store.transact(.slice) { rows in
        var writer = DocumentWriter(rows, context)
        writer.leavesLongWork = leaves
        return try work(writer)
      }
    }
  }

  /// Writes, after what takes as long as a long document was done on a reader.
  ///
  /// Others may change the document between the two. After some attempts the writer does all of it.
  private func leavingLongWork<Value>(
    _ write: (_ leaves: Bool) async throws -> Value
  ) async throws -> Value {
    for _ in 0..<LongDocument.attempts {
      do {
        return try await write(true)
      } catch let long as LongDocument {
        try await prepare(long)
      }
    }
    return try await write(false)
  }

  private func prepare(_ long: LongDocument) async throws {
    let number = long.number
    switch long.work {
    case .reading:
      try await store.snapshot(.preparation) { [desk] in try desk.prepare(number, in: $0) }
    case .storing: try await tidy(number, compacts: false)
    case .writingBack: try await writeBack(number)
    }
  }

  /// Stores a document as a whole, if nobody changes it meanwhile.
  ///
  /// - Returns: Whether it was stored.
  @discardableResult
  private func tidy(_ number: Int64, compacts: Bool) async throws -> Bool {
    let tidied = try await store.snapshot(.preparation) { [desk] in
      try desk.tidied(number, compacts: compacts, in: $0)
    }
    guard let tidied, try await store.transact(.slice, { try tidied.write(to: $0) }) else {
      return false
    }
    desk.keep(tidied)
    return true
  }

  /// Compacts a document in which nobody takes part any more, until few of its changes are left.
  private func compact(_ number: Int64) async {
    // What was asked is done; after an error it is compacted when somebody leaves it again.
    while (try? await tidy(number, compacts: true)) == true {}
  }

  /// Gives a bound property what was typed until now.
  ///
  /// - Returns: Whether nothing waits any more.
  @discardableResult
  private func writeBack(_ number: Int64) async throws -> Bool {
    let text = try await store.snapshot(.preparation) { try WaitingText(of: number, in: $0) }
    guard let text else { return true }
    return try await store.transact(.slice) { [desk] in try desk.write(text, in: $0) }
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
        try desk.deactivateIdle(limit: 5, leavingLongWork: true, in: $0)
      }
      for notice in swept.notices { hub.publish(notice) }
      for notice in swept.notices { await compact(notice.document) }
      hasMore = swept.hasMore
    }
    hasMore = true
    while hasMore {
      hasMore = try await store.transact(.slice) { [limits] rows in
        try DocumentHousekeeping(rows: rows, limits: limits).deleteRemoved(limit: 20, in: rows)
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
        let isDue = try await store.snapshot(.lookup) { [desk] in try desk.isDue(number, in: $0) }
        guard isDue, try await writeBack(number) else {
          areLeft = true
          continue
        }
      } catch let refusal as any MarfaError {
        // The item's type does not take the text: it stays in the document until it is edited.
        logger.warning("a document cannot be written", metadata: ["error": "\(refusal)"])
        try await store.transact(.slice) { [desk] in try desk.giveUpEdits(of: number, in: $0) }
      }
    }
    return areLeft
  }
}
