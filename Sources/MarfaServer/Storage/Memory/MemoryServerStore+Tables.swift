import MarfaModel

/// Keys, blobs and uploads.
extension MemoryServerStore {
  /// Keeps a new key.
  public func createKey(_ key: StoredKey, _ condition: KeyCondition) async throws {
    try writing { transaction in
      if condition == .first, !transaction.tables.apiKeys.isEmpty {
        throw UnauthorizedError(message: "There is a key already; use it to make more.")
      }
      try transaction.insert(key)
      try transaction.insert(AuditRow(creationOf: key, at: transaction.now))
    }
  }

  /// Every key, oldest first.
  public func keys() async throws -> [StoredKey] {
    try reading { MemoryTransaction.ordered($0.tables.apiKeys) }
  }

  /// The key with a hash; nil when there is none.
  public func key(hash: String) async throws -> StoredKey? {
    try reading { $0.tables.apiKeys.values.first { $0.value.hash == hash }?.value }
  }

  /// The key of an id; nil when there is none.
  public func key(id: String) async throws -> StoredKey? { try reading { try $0.apiKey(id: id) } }

  /// Notes when keys were last used; unknown ids are ignored.
  public func touchKeys(_ lastUsed: [String: Timestamp]) async throws {
    try writing { transaction in
      for (id, time) in lastUsed {
        guard var key = transaction.tables.apiKeys[id] else { continue }
        key.value.lastUsedAt = max(key.value.lastUsedAt ?? time, time)
        transaction.set(\.apiKeys, id, key)
      }
    }
  }

  // MARK: - Blobs

  /// Notes a blob whose bytes are durable already.
  public func putBlob(_ blob: StoredBlob) async throws -> StoredBlob {
    guard ItemRules.isBlobReference(blob.hash) else {
      throw StoreErrors.invalid("hash", "A hash is sha256: and 64 hexadecimal digits.")
    }
    return try writing { transaction in
      try transaction.put(blob)
      return transaction.tables.blobs[blob.hash] ?? blob
    }
  }

  /// The blob of a hash; nil when it is unknown.
  public func blob(hash: String) async throws -> StoredBlob? {
    try reading { $0.tables.blobs[hash] }
  }

  /// What a credential brought of the blobs that are there.
  public func blobShare(of credentialId: String) async throws -> BlobShare {
    try reading { transaction in
      let own = transaction.tables.blobs.values.filter { $0.credentialId == credentialId }
      return BlobShare(count: own.count, bytes: own.reduce(0) { $0 + $1.size })
    }
  }

  /// Blobs in the order of their hashes, after one.
  public func blobs(after hash: String?, limit: Int) async throws -> [StoredBlob] {
    try reading { try $0.blobs(after: hash ?? "", limit: max(limit, 0)) }
  }

  /// Blobs that no item refers to and that were noted before a moment.
  public func unreferencedBlobs(
    before horizon: Timestamp, limit: Int
  ) async throws -> [StoredBlob] {
    try reading { transaction in
      let used = transaction.usedBlobs
      return Array(
        transaction.tables.blobs.values.filter { $0.createdAt < horizon && !used.contains($0.hash) }
          .sorted { $0.hash < $1.hash }.prefix(max(limit, 0)))
    }
  }

  /// Forgets a blob, unless an item refers to it by now.
  public func deleteUnreferencedBlob(hash: String) async throws -> Bool {
    try writing { transaction in
      guard transaction.tables.blobs[hash] != nil, !transaction.usedBlobs.contains(hash) else {
        return false
      }
      transaction.set(\.blobs, hash, nil)
      return true
    }
  }

  // MARK: - Uploads

  /// Notes a new upload.
  public func createUpload(_ upload: StoredUpload) async throws {
    try writing { $0.set(\.uploads, upload.id, upload) }
  }

  /// The upload of an id; nil when it is unknown.
  public func upload(id: String) async throws -> StoredUpload? {
    try reading { $0.tables.uploads[id] }
  }

  /// How many uploads of a credential are under way, counted up to a limit.
  public func openUploads(of credentialId: String, upTo limit: Int) async throws -> Int {
    try reading {
      min(
        limit,
        $0.tables.uploads.values.count { $0.credentialId == credentialId && $0.hash == nil })
    }
  }

  /// Notes how far the durable bytes go, and until when the upload is kept.
  public func advanceUpload(
    id: String, from old: Int64, to new: Int64, expiresAt: Timestamp
  ) async throws {
    try writing { transaction in
      guard var upload = transaction.tables.uploads[id] else { throw StoreErrors.noUpload(id) }
      guard upload.offset == old, new >= old, new <= upload.length else {
        throw StoreErrors.otherOffset(upload.offset)
      }
      upload.offset = new
      upload.expiresAt = expiresAt
      transaction.set(\.uploads, id, upload)
    }
  }

  /// Ends an upload by making it a blob, at once.
  public func finishUpload(id: String, as blob: StoredBlob) async throws -> StoredBlob {
    try writing { transaction in
      guard var upload = transaction.tables.uploads[id] else { throw StoreErrors.noUpload(id) }
      try transaction.put(blob)
      upload.hash = blob.hash
      transaction.set(\.uploads, id, upload)
      return transaction.tables.blobs[blob.hash] ?? blob
    }
  }

  /// Forgets an upload; an unknown one is ignored.
  public func deleteUpload(id: String) async throws {
    try writing { $0.set(\.uploads, id, nil) }
  }

  /// Uploads whose time is over, oldest first; at most `limit`.
  public func expiredUploads(at now: Timestamp, limit: Int) async throws -> [StoredUpload] {
    try reading { transaction in
      Array(
        transaction.tables.uploads.values.filter { $0.expiresAt <= now }
          .sorted { $0.expiresAt < $1.expiresAt }.prefix(max(limit, 0)))
    }
  }
}

extension MemoryTransaction {
  /// The blobs that items refer to.
  fileprivate var usedBlobs: Set<String> {
    tables.itemBlobs.values.reduce(into: []) { $0.formUnion($1) }
  }
}
