import GRDB

extension LocalStore {
  /// Adds a blob, whose bytes are here, to an item, in one transaction with what is to be sent.
  ///
  /// - Returns: The entries of the item that have the blob.
  func attach(
    _ attachment: Attachment, size: Int64, to id: String
  ) async throws -> [ItemAttachment] {
    try await write { writer in
      try writer.requireRight(to: .updateItem, of: try writer.existingRecord(id: id))
      try writer.attach(attachment, size: size, to: id)
      return try AttachmentReader(db: writer.db).attachments(ofItem: id)
        .filter { $0.attachment.blobRef == attachment.blobRef }
    }
  }

  /// Adds files that an import brings, whose bytes are here, to an item; those that it has are left
  /// as they are.
  ///
  /// - Throws: `NotFoundError`, `ForbiddenError` or `StorageError`; nothing is written then.
  package func addFiles(_ files: [NewFile], to id: String) async throws {
    try await write { writer in
      try writer.requireRight(to: .updateItem, of: try writer.existingRecord(id: id))
      for file in files { try writer.addFile(file, to: id) }
    }
  }

  /// The attachments of an item, in its order.
  ///
  /// - Parameter id: The item.
  /// - Returns: The attachments; none for an item without any.
  /// - Throws: `NotFoundError` or `StorageError`.
  func attachments(ofItem id: String) async throws -> [ItemAttachment] {
    try await readBriefly { try AttachmentReader(db: $0).attachments(ofItem: id) }
  }

  /// Takes a blob away from an item.
  func detach(_ hash: String, from id: String) async throws -> [Attachment] {
    try await detach(from: id) { $0.blobRef == hash }
  }

  /// Takes one entry away from an item; others with the same bytes stay.
  func detach(_ entry: Attachment, from id: String) async throws -> [Attachment] {
    try await detach(from: id) { $0 == entry }
  }

  private func detach(
    from id: String, where isMeant: @escaping @Sendable (Attachment) -> Bool
  ) async throws -> [Attachment] {
    try await write { writer in
      var record = try writer.existingRecord(id: id)
      try writer.requireRight(to: .updateItem, of: record)
      return try writer.detach(from: &record, where: isMeant)
    }
  }

  /// Notes that the server does not have a blob.
  package func serverLacks(_ hash: String) async throws {
    try await write(as: .derived) { writer in
      try writer.db.cachedStatement(sql: "UPDATE blob SET is_on_server = 0 WHERE hash = ?")
        .execute(arguments: [hash])
    }
  }

  /// The blobs that are here and that the server had once.
  func blobsOnServer() async throws -> [String] {
    try await read { db in
      try String.fetchAll(db, sql: "SELECT hash FROM blob WHERE is_on_server = 1 ORDER BY key")
    }
  }

  /// When the server was asked about all of them, in milliseconds; nil for never.
  func blobsConfirmedAt() async throws -> Int64? {
    try await readBriefly { try SyncState(db: $0).value(Self.blobsConfirmed).flatMap { Int64($0) } }
  }

  /// Notes that the server was asked about all of them now.
  func noteBlobsConfirmed() async throws {
    try await write(as: .derived) {
      try SyncState(db: $0.db).set(Self.blobsConfirmed, to: String($0.now))
    }
  }

  private static let blobsConfirmed = "blobs_confirmed"

  /// Queues blobs that the server lacks, if an item has them.
  func offerAgain(_ hashes: [String]) async throws {
    try await write(as: .derived) { try $0.offerAgain(hashes) }
  }

  /// Notes how large blobs are that are on the server only, in bytes by hash.
  func noteSizes(_ sizes: [String: Int64]) async throws {
    try await write(as: .derived) { writer in
      let table = UploadTable(db: writer.db)
      for (hash, size) in sizes.sorted(by: { $0.key < $1.key }) {
        try table.noteSize(size, of: hash)
      }
    }
  }

  /// Notes that the bytes of a blob came from the server.
  func keepBlob(_ hash: String, mimeType: String, size: Int64) async throws {
    try await write(as: .derived) { writer in
      try UploadTable(db: writer.db)
        .keep(hash, mimeType: mimeType, size: size, isOnServer: true, now: writer.now)
    }
  }
}

/// Reads attachments with what is known of their bytes.
struct AttachmentReader {
  let db: Database

  /// The attachments of an item, in its order.
  func attachments(ofItem id: String) throws -> [ItemAttachment] {
    let statement = try db.cachedStatement(sql: "SELECT attachments FROM item WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id]) else {
      throw ItemErrors.notFound(id)
    }
    guard let text = row.optionalText(0) else { return [] }
    return try StoredJSON.attachments(text).map { attachment in
      let blob = try UploadTable(db: db).blob(attachment.blobRef)
      return ItemAttachment(
        attachment: attachment,
        size: try blob?.size ?? UploadTable(db: db).remoteSize(of: attachment.blobRef),
        state: try blob.map { try state(of: attachment.blobRef, $0) } ?? .remote)
    }
  }

  private func state(of hash: String, _ blob: UploadTable.Blob) throws -> ItemAttachment.State {
    if let (state, error) = try UploadTable(db: db).state(of: hash) {
      return switch state {
      case .queued: .waiting
      case .paused: .paused
      case .failed: .failed(error ?? "")
      }
    }
    return blob.isOnServer ? .stored : .here
  }
}

// MARK: - The cache of the server's blobs

extension LocalStore {
  /// Notes that somebody wanted a blob.
  func touchBlob(_ hash: String) async throws {
    try await write(as: .derived) { writer in
      try writer.db.cachedStatement(sql: "UPDATE blob SET used_at = ? WHERE hash = ?")
        .execute(arguments: [writer.now, hash])
    }
  }

  /// Whether the server has a blob, as far as it is known here.
  func isOnServer(_ hash: String) async throws -> Bool {
    try await readBriefly { try UploadTable(db: $0).blob(hash)?.isOnServer ?? true }
  }

  /// Forgets those of the server's blobs that were wanted longest ago, until the rest is within a
  /// quota.
  ///
  /// What was attached on this machine stays, and so do the files of pinned notes. The disk cache
  /// of StorageKit knows neither, and could lose the only copy of a file; which blobs are needed is
  /// in this store's own tables, in the transaction that forgets the others.
  ///
  /// - Returns: The blobs whose files are to be removed.
  func evictBlobs(quota: Int64, keeping kept: String) async throws -> [String] {
    try await write(as: .derived) { writer in
      let rows = try Row.fetchAll(
        writer.db,
        sql: """
          SELECT hash, size FROM blob WHERE is_cached = 1 AND is_on_server = 1
          ORDER BY hash = ? DESC, used_at DESC, key DESC
          """, arguments: [kept])
      var total: Int64 = 0
      var evicted: [(hash: String, size: Int64)] = []
      for row in rows {
        let (hash, size): (String, Int64) = (row[0], row[1])
        total += size
        guard total > quota, hash != kept, try !Self.isPinned(blob: hash, writer.db) else {
          continue
        }
        total -= size
        evicted.append((hash, size))
      }
      for (hash, size) in evicted {
        try UploadTable(db: writer.db).noteSize(size, of: hash)
        try writer.db.cachedStatement(sql: "DELETE FROM blob WHERE hash = ?")
          .execute(arguments: [hash])
      }
      return evicted.map(\.hash)
    }
  }
}

extension LocalStore {
  /// Whether a blob belongs to a pinned item.
  func isPinned(blob hash: String) async throws -> Bool {
    try await readBriefly { try Self.isPinned(blob: hash, $0) }
  }

  fileprivate static func isPinned(blob hash: String, _ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM item
        WHERE attachment_count > 0 AND is_pinned = 1 AND instr(attachments, ?) > 0 LIMIT 1
        """)
    return try Int.fetchOne(statement, arguments: [hash]) != nil
  }
}
