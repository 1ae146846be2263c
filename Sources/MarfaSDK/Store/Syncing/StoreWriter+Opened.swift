import GRDB

extension SyncState {
  /// The items that a person opened and whose extensions are to be asked for, as ids in JSON.
  static let opened = "opened"
}

/// An item's extensions as this store has them when the server is asked for them.
package struct KnownExtensions: Hashable, Sendable {
  /// The extensions that a person sees, as JSON.
  var seen: String
  /// The ids of their changes that wait in the queue.
  var changes: [String]
}

/// The documented event stream reports no changes of extensions: where the server has no other, the
/// extensions of an item are asked for when a person opens it.
extension StoreWriter {
  /// The most items whose extensions are asked for: those that were opened last.
  private static let openedLimit = 20

  private func opened() throws -> [String] {
    try syncState.value(SyncState.opened).map { try StoredJSON.value([String].self, $0) } ?? []
  }

  private func setOpened(_ ids: [String]) throws {
    try syncState.set(SyncState.opened, to: ids.isEmpty ? nil : StoredJSON.text(of: ids))
  }

  /// Notes that a person opened an item.
  func noteOpened(_ id: String) throws {
    let ids = try opened().filter { $0 != id } + [id]
    try setOpened(ids.suffix(Self.openedLimit))
  }

  /// Asks for the extensions of the item that was opened last.
  func extensionsExchange() throws -> Exchange? {
    var ids = try opened()
    guard !ids.isEmpty else { return nil }
    if try syncState.readProfile().reportsExtensions == true { ids = [] }
    while let id = ids.last {
      if let record = try record(id: id), record.serverVersion != nil {
        try setOpened(ids)
        return Exchange(
          work: .extensions, subject: .extensions(id: id, known: try known(of: record)),
          request: SyncRequest("GET", "/items/\(record.id)/extensions"))
      }
      ids.removeLast()
    }
    try setOpened([])
    return nil
  }

  private func known(of record: ItemRecord) throws -> KnownExtensions {
    let rows = try QueueTable(db: db).rows(of: record.key).filter {
      [.createItem, .setExtension, .removeExtension].contains($0.intent.kind)
    }
    return KnownExtensions(
      seen: StoredJSON.text(.object(try VisibleItem(record, self).extensions)),
      changes: rows.map(\.id))
  }

  /// The extensions with an import's origin, if the server has refused to keep them.
  private func originsNotKept(of record: ItemRecord) throws -> [String: JSONValue] {
    guard try syncState.value(SyncState.keepsNoOrigins) != nil else { return [:] }
    return try VisibleItem(record, self).extensions.filter { ItemOrigin.isTold(by: $0.key) }
  }

  /// Takes over the extensions of an item that was opened.
  ///
  /// After a failure nothing is tried again: the item is asked about when it is opened again.
  func settleExtensions(
    of id: String, _ known: KnownExtensions, _ response: TransportResponse
  ) throws -> ExchangeOutcome {
    if RetryPolicy.isTransient(status: response.status) {
      try setOpened([])
      return ExchangeOutcome(progress: .done)
    }
    var outcome = ExchangeOutcome(progress: .more)
    if response.status == 200, let record = try record(id: id),
      // What is no JSON is no answer of the server.
      let said = (try? JSONParser.parse(response.body))?.objectValue?["extensions"]?.objectValue
    {
      // A change of the extensions was answered meanwhile: either answer may be the newer one.
      guard try self.known(of: record) == known else { return outcome }
      let adopted = try adopt(
        metadataOf: id, tags: nil, tier: nil, state: nil,
        extensions: said.merging(originsNotKept(of: record)) { said, _ in said })
      let isNews = try self.known(of: record).seen != known.seen
      if adopted == .adopted, isNews { outcome.events = [.itemUpdated(id: id)] }
    }
    try setOpened(opened().filter { $0 != id })
    return outcome
  }
}

extension LocalStore {
  /// Notes that a person opened an item, unless the server reports changes of extensions.
  ///
  /// - Parameter id: The item.
  /// - Returns: Whether the server is to be asked.
  /// - Throws: `StorageError`; nothing is noted then.
  package func noteOpened(_ id: String) async throws -> Bool {
    let isReported = try await readBriefly { db in
      let state = SyncState(db: db)
      return try state.value(SyncState.profile) == nil
        || state.readProfile().reportsExtensions == true
    }
    if isReported { return false }
    try await write(as: .server) { try $0.noteOpened(id) }
    return true
  }

  /// Whether extensions of an item that was opened, in any process, are still to be asked for.
  func hasOpened() async throws -> Bool {
    try await readBriefly { try SyncState(db: $0).value(SyncState.opened) != nil }
  }
}
