import MarfaModel

/// Catalogue, keys, webhooks, blobs and first answers.
extension MemoryTransaction {
  func catalogue() throws -> StoreCatalogue {
    if let known = tables.catalogue { return known }
    let registry = TypeRegistry(
      CoreTypes.all + CoreTypes.system + (try registeredTypes()))
    let settings = try tables.space[.settings].map {
      try StoredJSON.value($0, as: SpaceSettings.self)
    }
    let catalogue = StoreCatalogue(
      types: registry,
      edgeRules: EdgeRules(itemTypes: registry, custom: try registeredEdgeTypes()),
      settings: settings ?? SpaceSettings(), revision: Int64(bitPattern: ids.next().low))
    tables.catalogue = catalogue
    return catalogue
  }

  func registeredTypes() throws -> [ItemType] { Self.ordered(tables.types) }

  func registeredEdgeTypes() throws -> [EdgeType] { Self.ordered(tables.edgeTypes) }

  func spaceValue(_ name: SpaceValue) throws -> String? { tables.space[name] }

  func put(_ type: ItemType) throws {
    set(\.types, type.id, numbered(type, over: tables.types[type.id]))
    tables.catalogue = nil
  }

  func deleteType(_ id: String) throws {
    set(\.types, id, nil)
    tables.catalogue = nil
  }

  func put(_ type: EdgeType) throws {
    set(\.edgeTypes, type.id, numbered(type, over: tables.edgeTypes[type.id]))
    tables.catalogue = nil
  }

  func deleteEdgeType(_ id: String) throws {
    set(\.edgeTypes, id, nil)
    tables.catalogue = nil
  }

  func setSpaceValue(_ name: SpaceValue, _ value: String) throws {
    set(\.space, name, value)
    if name == .settings { tables.catalogue = nil }
  }

  // MARK: - Keys and webhooks

  func apiKey(id: String) throws -> StoredKey? { tables.apiKeys[id]?.value }

  func hasAPIKey(source: String) throws -> Bool {
    tables.apiKeys.values.contains { $0.value.source == source }
  }

  func lastingAPIKeys(role: String, limit: Int) throws -> [String] {
    let lasting = Self.ordered(tables.apiKeys).filter { $0.role == role && $0.expiresAt == nil }
    return lasting.prefix(limit).map(\.id)
  }

  func insert(_ key: StoredKey) throws {
    let isTaken = tables.apiKeys.values.contains {
      $0.value.id == key.id || $0.value.hash == key.hash
    }
    guard !isTaken else {
      throw APIError(code: ErrorCode.conflict, message: "The key exists.", status: 409)
    }
    set(\.apiKeys, key.id, numbered(key))
  }

  func update(_ key: StoredKey) throws {
    guard var old = tables.apiKeys[key.id] else { return }
    old.value.label = key.label
    old.value.defaultTier = key.defaultTier
    old.value.typePermissions = key.typePermissions
    old.value.extensionPermissions = key.extensionPermissions
    old.value.edgePermissions = key.edgePermissions
    old.value.metadataPermissions = key.metadataPermissions
    old.value.documentPermissions = key.documentPermissions
    old.value.expiresAt = key.expiresAt
    set(\.apiKeys, key.id, old)
  }

  func deleteKey(_ id: String) throws { set(\.apiKeys, id, nil) }

  func webhooks() throws -> [Webhook] { Self.ordered(tables.webhooks) }

  func webhook(id: String) throws -> Webhook? { tables.webhooks[id]?.value }

  func put(_ webhook: Webhook) throws {
    set(\.webhooks, webhook.id, numbered(webhook, over: tables.webhooks[webhook.id]))
  }

  func deleteWebhook(_ id: String) throws -> Bool {
    guard tables.webhooks[id] != nil else { return false }
    set(\.webhooks, id, nil)
    for delivery in tables.deliveries.values where delivery.value.webhookId == id {
      set(\.deliveries, delivery.value.id, nil)
    }
    return true
  }

  // MARK: - Blobs, answers and events

  func blobs(after hash: String, limit: Int) throws -> [StoredBlob] {
    Array(tables.blobs.values.filter { $0.hash > hash }.sorted { $0.hash < $1.hash }.prefix(limit))
  }

  func blobs(hashes: [String]) throws -> [StoredBlob] { hashes.compactMap { tables.blobs[$0] } }

  func put(_ blob: StoredBlob) throws {
    guard tables.blobs[blob.hash] == nil else { return }
    set(\.blobs, blob.hash, blob)
  }

  func idempotency(_ key: String, of credentialId: String) throws -> IdempotencyRow? {
    tables.answers[MemoryTables.AnswerName(credentialId: credentialId, key: key)]?.value
  }

  func insert(_ answer: IdempotencyRow) throws {
    let name = MemoryTables.AnswerName(credentialId: answer.credentialId, key: answer.key.key)
    set(\.answers, name, MemoryTables.Numbered(number: now.milliseconds, value: answer))
  }

  func audit(before key: Int64, limit: Int) throws -> RowPage<AuditRow> {
    let found = tables.audit.values.filter { $0.key < key }.sorted { $0.key > $1.key }
    return RowPage(rows: Array(found.prefix(limit)), hasMore: found.count > limit)
  }

  func insert(_ audit: AuditRow) throws {
    var audit = audit
    audit.key = nextNumber()
    set(\.audit, audit.key, audit)
  }

  func progressCount(_ key: String, of credentialId: String) throws -> Int {
    try progress(key, of: credentialId).count
  }

  func progressNames(of credentialId: String) throws -> [String] {
    tables.progress.keys.filter { $0.credentialId == credentialId }.map(\.key).sorted()
  }

  func progress(_ key: String, of credentialId: String) throws -> [ProgressRow] {
    tables.progress[MemoryTables.AnswerName(credentialId: credentialId, key: key)] ?? []
  }

  func insert(_ progress: ProgressRow) throws {
    let name = MemoryTables.AnswerName(
      credentialId: progress.credentialId, key: progress.key.key)
    set(\.progress, name, (tables.progress[name] ?? []) + [progress])
  }

  func deleteProgress(_ key: String, of credentialId: String) throws {
    set(\.progress, MemoryTables.AnswerName(credentialId: credentialId, key: key), nil)
  }

  func events(after id: Int64, limit: RowLimit) throws -> [StoredEvent] {
    // Ids have no gaps, so the place is known.
    let first = tables.events.first?.id ?? 0
    var rest = tables.events.dropFirst(max(0, Int(clamping: id - first + 1)))
    if id < first { rest = tables.events[...] }
    return RowPage(limit, size: \.size) { rest.popFirst() }.rows
  }

  func eventBounds() throws -> EventBounds {
    EventBounds(oldest: tables.events.first?.id, newest: tables.newestEvent)
  }

  // MARK: - Order

  /// The values of a table in the order of insertion.
  static func ordered<Value>(_ table: [String: MemoryTables.Numbered<Value>]) -> [Value] {
    table.values.sorted { $0.number < $1.number }.map(\.value)
  }

  /// A value at the place of another, or at the end.
  func numbered<Value>(
    _ value: Value, over old: MemoryTables.Numbered<Value>? = nil
  ) -> MemoryTables.Numbered<Value> {
    MemoryTables.Numbered(number: old?.number ?? nextNumber(), value: value)
  }
}
