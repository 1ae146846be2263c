import MarfaModel

/// Keys, webhooks, blobs and uploads.
extension MemoryServerStore {
  /// Keeps a new key.
  public func createKey(_ key: StoredKey, _ condition: KeyCondition) async throws {
    try writing { transaction in
      if condition == .first, !transaction.tables.apiKeys.isEmpty {
        throw UnauthorizedError(message: "There is a key already; use it to make more.")
      }
      try transaction.insert(key)
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

  // MARK: - Webhooks

  /// Webhooks that are active.
  public func activeWebhooks() async throws -> [Webhook] {
    try reading { try $0.webhooks().filter(\.active) }
  }

  /// The webhook of an id; nil when there is none.
  public func webhook(id: String) async throws -> Webhook? {
    try reading { try $0.webhook(id: id) }
  }

  /// The newest event that has been turned into deliveries.
  public func deliveryCursor() async throws -> Int64 { try reading { $0.tables.deliveryCursor } }

  /// Adds deliveries and moves the cursor.
  public func addDeliveries(
    _ deliveries: [WebhookDelivery], from start: Int64, through end: Int64
  ) async throws -> Bool {
    try writing { transaction in
      guard transaction.tables.deliveryCursor == start else { return false }
      for delivery in deliveries where transaction.tables.webhooks[delivery.webhookID] != nil {
        transaction.set(\.deliveries, delivery.id, transaction.numbered(delivery))
      }
      transaction.tables.deliveryCursor = end
      return true
    }
  }

  /// Pending deliveries that are due, earliest first; at most `limit`.
  public func dueDeliveries(at now: Timestamp, limit: Int) async throws -> [WebhookDelivery] {
    try reading { transaction in
      let due = transaction.tables.deliveries.values.filter {
        $0.value.status == .pending && $0.value.dueAt <= now
      }
      return due.sorted { ($0.value.dueAt, $0.number) < ($1.value.dueAt, $1.number) }
        .prefix(max(limit, 0)).map(\.value)
    }
  }

  /// When the next pending delivery is due; nil when there is none.
  public func nextDeliveryTime() async throws -> Timestamp? {
    try reading {
      $0.tables.deliveries.values.filter { $0.value.status == .pending }.map(\.value.dueAt).min()
    }
  }

  /// Replaces status, attempts, answer and due time of a delivery; an unknown one is ignored.
  public func updateDelivery(_ delivery: WebhookDelivery) async throws {
    try writing { transaction in
      guard var known = transaction.tables.deliveries[delivery.id] else { return }
      known.value.status = delivery.status
      known.value.attempts = delivery.attempts
      known.value.responseCode = delivery.responseCode
      known.value.dueAt = delivery.dueAt
      transaction.set(\.deliveries, delivery.id, known)
    }
  }

  /// Deliveries of a webhook, newest first; at most `limit`.
  public func deliveries(ofWebhook id: String, limit: Int) async throws -> [WebhookDelivery] {
    try reading { transaction in
      guard transaction.tables.webhooks[id] != nil else { throw StoreErrors.webhookNotFound(id) }
      let all = MemoryTransaction.ordered(transaction.tables.deliveries)
      return Array(all.filter { $0.webhookID == id }.reversed().prefix(max(limit, 0)))
    }
  }

  /// Forgets deliveries that were made before and are not pending.
  @discardableResult
  public func pruneDeliveries(before horizon: Timestamp) async throws -> Int {
    try writing { transaction in
      let old = transaction.tables.deliveries.values.map(\.value).filter {
        $0.status != .pending && $0.createdAt < horizon
      }
      for delivery in old { transaction.set(\.deliveries, delivery.id, nil) }
      return old.count
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
