import GRDB

extension LocalStore {
  /// Lets changes that failed be sent at once.
  ///
  /// - Throws: `StorageError`; nothing is changed then.
  package func releaseWaits() async throws {
    try await write(as: .server) { try $0.releaseWaits() }
  }

  /// Everything that waits for the server, oldest first.
  package func pendingMutations() async throws -> [PendingMutationSummary] {
    try await read { try MutationFetch().fetch($0) }
  }

  /// Gives up a change that waits; one that is on its way may arrive all the same.
  ///
  /// An item that was never sent is removed; one that may have arrived goes to the trash.
  package func discardMutation(id: String) async throws {
    try await write(as: .server) { writer in
      let table = QueueTable(db: writer.db)
      guard let row = try table.row(id: id) else { return }
      if row.intent.kind == .createItem, let key = row.intent.item,
        var record = try writer.record(key: key)
      {
        if row.attempt == 0 { return try writer.discardItem(record) }
        guard record.state != .trashed else { return }
        return try writer.acting(as: .person) {
          _ = try writer.transition(&record, to: .trashed)
        }
      }
      try writer.keepBases(insteadOf: row)
      try table.remove(row.key)
      try writer.db.execute(
        sql: "DELETE FROM parked_conflict WHERE mutation_id = ?", arguments: [id])
      switch row.intent.kind {
      case .createEdge: try row.intent.subject.map { try writer.forgetEdge(id: $0) }
      case .uploadBlob:
        try row.intent.subject.map { hash in
          try writer.acting(as: .person) { try writer.cancelUpload(hash) }
        }
      default: try writer.showConfirmedFiles(row.intent.item)
      }
    }
  }

  /// Removes an item that nobody wants to keep, such as a new note into which nothing was written.
  ///
  /// One that was never sent leaves nothing; one that may have arrived goes to the trash.
  ///
  /// - Parameter id: The item.
  /// - Returns: Whether it is gone; else it is in the trash.
  /// - Throws: `NotFoundError`, `ForbiddenError` or `StorageError`; nothing is written then.
  @discardableResult
  package func discardItem(id: String) async throws -> Bool {
    try await write { try $0.discardUnwanted(try $0.existingRecord(id: id)) }
  }

  /// Removes an item that nobody wants to keep, unless something was written into it meanwhile.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - revision: The one at which nobody wanted to keep it.
  /// - Returns: Whether it is gone or in the trash.
  /// - Throws: `NotFoundError`, `ForbiddenError` or `StorageError`; nothing is written then.
  package func discardItem(id: String, ifAt revision: Int) async throws -> Bool {
    try await write { writer in
      let record = try writer.existingRecord(id: id)
      guard record.revision == revision else { return false }
      try writer.discardUnwanted(record)
      return true
    }
  }

  /// What the server refused and nobody has decided about, oldest first.
  package func refusedChanges() async throws -> [RefusedChange] {
    try await read { try RefusedTable(db: $0).all().map(\.change) }
  }

  /// Queues a refused change again, with what was refused only because of it.
  package func retryRefused(id: String) async throws {
    try await write(as: .server) { try $0.retryRefused(id: id) }
  }

  /// Gives a refused change up.
  package func discardRefused(id: String) async throws {
    try await write(as: .server) { try $0.discardRefused(id: id) }
  }

  /// Makes the store one of a server and queues everything that it holds, in one transaction.
  ///
  /// A store that has a server stays as it is.
  ///
  /// - Parameter server: The server.
  /// - Throws: `StorageError`; nothing is written then.
  package func logIn(to server: ServerIdentity) async throws {
    try await write(as: .derived) { try $0.logIn(to: server) }
  }

  /// Reports each commit that may have added to the queue; several may be reported once.
  package nonisolated func queueAdditions() -> AsyncStream<Void> { commits(where: \.mayAddToQueue) }

  /// Reports the commits of other processes; several may be reported once.
  nonisolated func commitsOfOthers() -> AsyncStream<Void> { commits(where: \.isEverything) }

  private nonisolated func commits(
    where isWanted: @escaping @Sendable (StoreChange) -> Bool
  ) -> AsyncStream<Void> {
    let feed = makeChangeFeed()
    let watcher = OtherProcesses(of: self)
    return AsyncStream {
      _ = watcher
      for await _ in feed.signals {
        if feed.take().map(isWanted) == true { return () }
      }
      return nil
    }
  }
}

extension StoreChange {
  /// Whether somebody may have added to the queue, or settled a conflict: also the other side, who
  /// has changed its mind.
  fileprivate var mayAddToQueue: Bool {
    if isEverything || tables[.parkedConflict]?.sum.isDeleted == true { return true }
    guard let change = tables[.mutation]?.sum else { return false }
    return change.isInserted || change.columns.contains("base")
  }
}

extension StoreWriter {
  /// What is left in the queue when nothing of it may be sent now: `.done` for nothing, else
  /// `.waits`.
  func queueRest() throws -> SyncProgress {
    let sql = """
      SELECT count(*), min(iif(next_attempt_at <= ?, next_attempt_at, NULL)) FROM mutation
      """
    let row = try Row.fetchOne(
      db.cachedStatement(sql: sql), arguments: [now + QueueOrder.longestWait])
    guard let row, (row[0] as Int) > 0 else { return .done }
    let held = try activeHold()?.until
    let times = [row[1] as Int64?, held].compactMap(\.self)
    return .waits(until: times.max().map { Timestamp(milliseconds: $0) })
  }

  /// Whether something was refused, a file is not on the server, or items are missing there about
  /// which a person is asked.
  func hasLeftovers() throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM refused) OR EXISTS (SELECT 1 FROM upload)
        OR EXISTS (SELECT 1 FROM doubtful WHERE needs_person = 1)
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }

  /// Lets what another process was sending when it ended be sent again.
  func releaseClaims() throws {
    try db.execute(sql: "UPDATE mutation SET state = 0 WHERE state = 1")
  }

  /// Lets changes that failed be sent at once; those that wait for a person wait on.
  func releaseWaits() throws {
    try db.execute(
      sql: """
        UPDATE mutation SET next_attempt_at = NULL
        WHERE next_attempt_at IS NOT NULL AND next_attempt_at < ?
        """, arguments: [Int64.max])
  }

  /// Connects to a server and queues everything that it has not confirmed.
  ///
  /// Creations carry tags and state; each extension and each edge is a change of its own that waits
  /// for what it needs.
  func logIn(to server: ServerIdentity) throws {
    guard try !isConnected else { return }
    try connect(to: server)
    let items = try Row.fetchAll(
      db,
      sql: """
        SELECT key, attachments FROM item
        WHERE server_version IS NULL AND type NOT LIKE 'system.%'
          AND NOT EXISTS (SELECT 1 FROM mutation WHERE mutation.item = item.key) ORDER BY key
        """)
    let table = QueueTable(db: db)
    var withFiles: [(key: Int64, attachments: [Attachment])] = []
    for row in items {
      let key: Int64 = row[0]
      if let attachments = try row.optionalText(1).map({ try StoredJSON.attachments($0) }) {
        withFiles.append((key, attachments))
      }
      try table.insert(
        MutationIntent(kind: .createItem, item: key), id: environment.ids.nextId(),
        baseVersion: nil, createdAt: now)
      for namespace in try ItemReader(db: db).extensions(of: key).keys.sorted() {
        try table.insert(
          MutationIntent(kind: .setExtension, item: key, subject: namespace),
          id: environment.ids.nextId(), baseVersion: nil, createdAt: now)
      }
    }
    try queueEdges()
    try queueFiles(of: withFiles)
    try db.execute(
      sql: """
        UPDATE item SET sync_flags = sync_flags | ?1
        WHERE key IN (SELECT item FROM mutation WHERE item IS NOT NULL) AND sync_flags & ?1 = 0
        """, arguments: [SyncFlags.isUnsent.rawValue])
  }

  private func queueEdges() throws {
    let edges = try Row.fetchAll(
      db,
      sql: """
        SELECT edge.id, source.id, target.id FROM edge
        JOIN item AS source ON source.key = edge.source
        JOIN item AS target ON target.key = edge.target
        WHERE is_confirmed = 0 AND is_from_text = 0
          AND NOT EXISTS (SELECT 1 FROM mutation WHERE subject = edge.id) ORDER BY edge.key
        """)
    for row in edges {
      try QueueTable(db: db).insert(
        .creation(ofEdge: row[0], from: row[1], to: row[2]), id: environment.ids.nextId(),
        baseVersion: nil, createdAt: now)
    }
  }
}
