import GRDB

extension LocalStore {
  /// All uploads that are not over, in their order.
  ///
  /// - Returns: The uploads.
  /// - Throws: `StorageError`.
  package func uploads() async throws -> [BlobUpload] {
    try await readBriefly { try UploadTable(db: $0).all() }
  }

  /// The notes that blobs belong to, the oldest of each.
  ///
  /// - Parameter hashes: The blobs.
  /// - Returns: The id and the title by blob; nothing for a blob of no note.
  /// - Throws: `StorageError`.
  package func notes(
    ofBlobs hashes: Set<String>
  ) async throws -> [String: (id: String, title: String)] {
    try await readBriefly { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT id, COALESCE(title, '') FROM item
          WHERE attachment_count > 0 AND instr(attachments, ?) > 0 ORDER BY key LIMIT 1
          """)
      var notes: [String: (id: String, title: String)] = [:]
      for hash in hashes {
        guard let row = try Row.fetchOne(statement, arguments: [hash]) else { continue }
        notes[hash] = (row[0], row[1])
      }
      return notes
    }
  }

  /// What people call the files of some blobs: the name in the oldest item that has it.
  ///
  /// - Parameter hashes: The blobs.
  /// - Returns: The names by blob; nothing for a blob of no item, or without a name.
  /// - Throws: `StorageError`.
  package func names(ofBlobs hashes: Set<String>) async throws -> [String: String] {
    try await read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT attachments FROM item
          WHERE attachment_count > 0 AND instr(attachments, ?) > 0 ORDER BY key LIMIT 1
          """)
      var names: [String: String] = [:]
      for hash in hashes {
        guard let text = try String.fetchOne(statement, arguments: [hash]) else { continue }
        names[hash] = try StoredJSON.attachments(text).first { $0.blobRef == hash }?.title
      }
      return names
    }
  }

  /// Stops an upload for now.
  func pauseUpload(_ hash: String) async throws {
    try await write { try $0.pauseUpload(hash) }
  }

  /// Lets an upload that was stopped, or that failed, go on.
  func resumeUpload(_ hash: String) async throws {
    try await write { try $0.resumeUpload(hash) }
  }

  /// Gives an upload up and takes its blob away from all items.
  func cancelUpload(_ hash: String) async throws {
    try await write { try $0.cancelUpload(hash) }
  }

  /// Puts an upload at a place of the order, 0 or more.
  func moveUpload(_ hash: String, to place: Int) async throws {
    try await write { writer in
      let table = UploadTable(db: writer.db)
      var hashes = try table.all().map(\.hash)
      guard let old = hashes.firstIndex(of: hash) else { return }
      hashes.remove(at: old)
      hashes.insert(hash, at: min(max(place, 0), hashes.count))
      try table.order(hashes)
    }
  }

  // MARK: - What the uploader does

  /// Notes how far an upload is, and where it goes on.
  package func keepUpload(_ hash: String, offset: Int64, url: String?) async throws {
    try await write(as: .server) {
      try UploadTable(db: $0.db).set(offset: offset, url: url, of: hash)
    }
  }

  /// Notes why an upload, which goes on, had to wait.
  package func delayUpload(_ hash: String, words: String) async throws {
    try await write(as: .server) { try UploadTable(db: $0.db).set(error: words, of: hash) }
  }

  /// Notes that the server has a blob: what waits for it may go.
  package func finishUpload(_ hash: String) async throws {
    try await write(as: .server) { try $0.finishUpload(hash) }
  }

  /// Notes that a blob cannot be sent, until somebody tries again; what waits for it goes without.
  package func failUpload(_ hash: String, words: String) async throws {
    try await write(as: .server) { try $0.failUpload(hash, words: words) }
  }

  /// What the server can do, as it said last.
  package func serverProfile() async throws -> ServerProfile {
    try await readBriefly { try SyncState(db: $0).readProfile() }
  }

  /// Reports each commit, of this process or another, that may have changed the uploads; several
  /// may be reported once.
  package nonisolated func uploadChanges() -> AsyncStream<Void> {
    let feed = makeChangeFeed()
    let watcher = OtherProcesses(of: self)
    let interest = StoreInterest(.upload)
    return AsyncStream {
      _ = watcher
      for await _ in feed.signals {
        guard let change = feed.take() else { continue }
        if interest.isTouched(by: change) { return () }
      }
      return nil
    }
  }
}

extension StoreWriter {
  /// Stops an upload for now; the other files of its items wait for it no longer.
  fileprivate func pauseUpload(_ hash: String) throws {
    let uploads = UploadTable(db: db)
    guard try uploads.state(of: hash)?.state == .queued else { return }
    try uploads.set(.paused, of: hash)
    let table = QueueTable(db: db)
    for row in try table.rows(referringTo: hash) where row.onlyNamesFiles {
      let others = row.intent.references.filter { $0.id != hash }
      if others.isEmpty { continue }
      try table.remove(reference: hash, of: row.key)
      var intent = row.intent
      intent.references.removeAll { $0.id != hash }
      try table.insert(intent, id: environment.ids.nextId(), baseVersion: nil, createdAt: now)
    }
  }
}

extension QueueRow {
  /// Whether the change only names the files of its item, and was never sent.
  fileprivate var onlyNamesFiles: Bool {
    intent.kind == .updateItem && intent.side == .attachments && intent.detail.isEmpty && !isFrozen
  }
}
