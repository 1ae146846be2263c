import GRDB

/// A store whose every call is done when it returns, on the calling thread.
///
/// For programs that decide the order of all steps, such as a simulation of several stores on one
/// thread; never for the main actor of an application.
package struct SynchronousStore: Sendable {
  package let store: LocalStore

  package init(_ store: LocalStore) { self.store = store }

  // MARK: - What a person does

  /// Creates an item, as `LocalStore.createItem` does.
  @discardableResult
  package func create(_ input: CreateItemInput) throws -> String {
    try store.performSynchronously { try $0.create(NewItem(input)).id }
  }

  /// Changes properties of an item as a person who sees it does.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - options: What changes besides the properties.
  ///   - change: Is given the properties that are there, and returns those that change.
  /// - Throws: `NotFoundError`, `ValidationError` or `DatabaseError`; nothing is written then.
  package func update(
    id: String, _ options: UpdateOptions = UpdateOptions(),
    _ change: @escaping @Sendable ([String: JSONValue]) -> [String: JSONValue]
  ) throws {
    try store.performSynchronously { writer in
      var record = try writer.existingRecord(id: id)
      let patch = change(try writer.storedProperties(of: record))
      try writer.update(&record, patch: patch, options)
    }
  }

  /// Adds and removes tags.
  package func changeTags(
    id: String, adding added: Set<String> = [], removing removed: Set<String> = []
  ) throws {
    try store.performSynchronously { writer in
      var record = try writer.existingRecord(id: id)
      let tags = Set(record.tags).union(added).subtracting(removed).sorted()
      try writer.setTags(tags, of: &record)
    }
  }

  /// Moves an item to another state.
  package func transition(id: String, to state: ItemState) throws {
    try store.performSynchronously { writer in
      var record = try writer.existingRecord(id: id)
      try writer.transition(&record, to: state)
    }
  }

  /// Removes an item permanently.
  package func purge(id: String) throws {
    try store.performSynchronously { _ = try $0.purge(id: id) }
  }

  /// Creates an edge, as `LocalStore.createEdge` does.
  @discardableResult
  package func createEdge(_ input: CreateEdgeInput) throws -> String {
    try store.performSynchronously { try $0.addEdge(input).id }
  }

  /// Deletes an edge.
  package func deleteEdge(id: String) throws {
    try store.performSynchronously { try $0.deleteEdge(id: id) }
  }

  /// Sends a refused change again, as `MutationQueue.retryRefused(id:)` does.
  package func retryRefused(id: String) throws {
    try store.performSynchronously(as: .server) { try $0.retryRefused(id: id) }
  }

  /// Gives a refused change up, as `MutationQueue.discardRefused(id:)` does.
  package func discardRefused(id: String) throws {
    try store.performSynchronously(as: .server) { try $0.discardRefused(id: id) }
  }

  /// The conflicts that wait for a person, with both sides, oldest first.
  package func conflicts() throws -> [ConflictSides] {
    try store.performSynchronously(as: .derived) { writer in
      try ConflictFetch().fetch(writer.db).compactMap {
        try ConflictSidesFetch(id: $0.id).fetch(writer.db)
      }
    }
  }

  /// Settles a conflict as somebody decided, as `LocalStore.resolveConflict` does.
  package func resolveConflict(
    id: String, choosing properties: [String: JSONValue], state: ItemState? = nil
  ) throws {
    try store.performSynchronously(as: .server) {
      _ = try $0.resolveConflict(id: id, choosing: properties, state: state)
    }
  }

  // MARK: - What the engine does

  /// See ``LocalStore/logIn(to:)``.
  package func logIn(to server: ServerIdentity) throws {
    try store.performSynchronously(as: .derived) { try $0.logIn(to: server) }
  }

  /// See ``LocalStore/nextExchange(_:)``.
  package func nextExchange(_ work: SyncWork) throws -> Exchange? {
    try store.performSynchronously(as: .server) { try $0.nextExchange(work) }
  }

  /// See ``LocalStore/settle(_:_:_:)``.
  package func settle(
    _ exchange: Exchange, _ reply: SyncReply, _ policy: SyncPolicy
  ) throws -> ExchangeOutcome {
    try store.performSynchronously(as: .server) { try $0.settle(exchange, reply, policy) }
  }

  /// See ``LocalStore/streamStart()``.
  package func streamStart() throws -> StreamProgress {
    try store.performSynchronously(as: .server) { writer in
      let start = try writer.syncState.streamStart()
      if !start.isCertain { try writer.askAboutQueue() }
      return start
    }
  }

  /// See ``LocalStore/apply(_:knowing:)``.
  package func apply(
    _ events: [SSEEvent], knowing answered: AnsweredItems = AnsweredItems()
  ) throws -> StreamOutcome {
    try store.performSynchronously(as: .server) { try $0.apply(events, knowing: answered) }
  }

  /// What is left in the queue when nothing of it may be sent now.
  package func queueRest() throws -> SyncProgress {
    try store.performSynchronously(as: .derived) { try $0.queueRest() }
  }

  /// See ``LocalStore/releaseWaits()``.
  package func releaseWaits() throws {
    try store.performSynchronously(as: .server) { try $0.releaseWaits() }
  }

  /// See ``LocalStore/releaseClaims()``.
  package func releaseClaims() throws {
    try store.performSynchronously(as: .server) { try $0.releaseClaims() }
  }

  // MARK: - What is there

  /// The id after which the stream goes on.
  package func streamCursor() throws -> String? {
    try store.performSynchronously(as: .derived) { try $0.syncState.value(SyncState.cursor) }
  }

  /// Everything that is visible, by id.
  package func items() throws -> [String: ConfirmedItem] {
    try store.performSynchronously(as: .derived) { writer in
      let keys = try Int64.fetchAll(writer.db, sql: "SELECT key FROM item ORDER BY key")
      var items: [String: ConfirmedItem] = [:]
      for key in keys {
        guard let record = try writer.record(key: key) else { continue }
        items[record.id] = ConfirmedItem(
          try Item(record: record, text: writer.text(of: key)), tags: record.tags,
          extensions: try ItemReader(db: writer.db).extensions(of: key))
      }
      return items
    }
  }

  /// Every edge that is not a link of a text, by id.
  package func edges() throws -> [String: Edge] {
    try store.performSynchronously(as: .derived) { writer in
      let ids = try String.fetchAll(
        writer.db, sql: "SELECT id FROM edge WHERE is_from_text = 0 ORDER BY key")
      var edges: [String: Edge] = [:]
      for id in ids {
        edges[id] = try StoredEdges(db: writer.db).edges("edge.id = ?", [id]).first
      }
      return edges
    }
  }

  /// The item of a queued change; nil for one of an edge or a blob.
  package func itemId(of row: QueueRow) throws -> String? {
    try store.performSynchronously(as: .derived) { try $0.itemId(of: row) }
  }

  /// Damages the file on purpose, to show that somebody notices.
  package func execute(_ sql: String, _ arguments: String...) throws {
    try store.performSynchronously(as: .derived) {
      try $0.db.execute(sql: sql, arguments: StatementArguments(arguments))
    }
  }

  /// The queue, oldest first.
  package func queue() throws -> [QueueRow] {
    try store.performSynchronously(as: .derived) { try QueueTable(db: $0.db).allRows() }
  }

  /// What the server refused, oldest first.
  package func refused() throws -> [RefusedChange] {
    try store.performSynchronously(as: .derived) { try RefusedTable(db: $0.db).all().map(\.change) }
  }
}
