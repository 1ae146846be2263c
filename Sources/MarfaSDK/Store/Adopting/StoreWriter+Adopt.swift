import GRDB

/// What became of something that a server said.
package enum AdoptOutcome: Hashable, Sendable {
  /// It is here now.
  case adopted
  /// The store knows a newer state, or the same one.
  case known
  /// It was purged here, but the server does not know yet.
  case purged
}

extension StoreWriter {
  /// Takes over an item as a server said it is, by its id and without validating anything.
  ///
  /// An older state than the confirmed one, by version and then by time, is passed over unless
  /// `acceptsOlder`: a server that was set back. Changes that wait here stay visible.
  ///
  /// - Parameters:
  ///   - confirmed: The item as the server said it is.
  ///   - acceptsOlder: Whether an older state replaces a newer one.
  ///   - acknowledged: The change whose answer this is, which has left the queue; nil for none.
  /// - Returns: What became of it.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func adopt(
    _ confirmed: ConfirmedItem, acceptsOlder: Bool = false, answering acknowledged: QueueRow? = nil
  ) throws -> AdoptOutcome {
    let id = confirmed.item.id
    guard let record = try reportedRecord(id: id) else {
      return try adoptAbsent(confirmed, answering: acknowledged)
    }
    let updated = Timestamp(iso8601: confirmed.item.updatedAt)?.milliseconds ?? 0
    if !acceptsOlder, let version = record.serverVersion {
      let known = try serverUpdatedAt(of: record.key)
      if (confirmed.item.version, updated) < (version, known) { return .known }
    }
    try adopt(confirmed, over: record, updatedAt: updated, answering: acknowledged)
    return .adopted
  }

  private func adopt(
    _ confirmed: ConfirmedItem, over record: ItemRecord, updatedAt: Int64,
    answering acknowledged: QueueRow?
  ) throws {
    var record = record
    let queued = try QueueTable(db: db).rows(of: record.key)
    // What was refused came first.
    let rows = try refusedRows(of: record.key) + queued
    let (old, current) = (try shadow(of: record.key), try VisibleItem(record, self))
    let said = VisibleItem(confirmed, before: try confirmedBefore(record, old, current, rows))
    if rows.isEmpty {
      try forgetShadow(of: record.key)
    } else {
      try keepBases(
        of: queued, before: old, after: said, version: confirmed.item.version,
        answering: acknowledged)
      if let old, old.version < confirmed.item.version, said.properties != current.properties,
        try isOthers(said, after: old, sent: [acknowledged].compactMap(\.self) + queued)
      {
        try keepBases(ofDeletions: queued, version: old.version)
      }
      try write(Shadow(said, version: confirmed.item.version, updatedAt: updatedAt), of: record.key)
    }
    var pending = PendingFields(rows)
    let textWaits = try leaveText(of: record.key, said, current, in: &pending)
    pending.attachmentBases = try attachmentBases(old, queued, answering: acknowledged)
    let visible = pending.visible(confirmed: said, current: current)
    try show(visible, instead: current, of: &record)
    if visible.properties != current.properties, visible.properties == said.properties {
      record.editedAt = try editTime(of: record.key, confirmed, updatedAt)
    }
    try stamp(
      confirmed.item, on: record, isPending: !rows.isEmpty || textWaits, updatedAt: updatedAt)
    if !queued.isEmpty {
      let there = PropertiesSnapshot(
        version: confirmed.item.version, properties: said.properties)
      try followParked(of: record.key, there, state: said.state)
      try forgetReturned(queued, of: record.key, isSame: visible == said)
    }
  }

  /// When what the server says was edited, as far as that was kept; else its own time.
  private func editTime(
    of key: Int64, _ confirmed: ConfirmedItem, _ updatedAt: Int64
  ) throws -> Int64 {
    try editedAt(of: key, version: confirmed.item.version) ?? updatedAt
  }

  private func forgetShadow(of key: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM shadow WHERE item = ?").execute(arguments: [key])
  }

  /// Leaves a bound text to its document, which reports it; the property follows there later.
  ///
  /// - Returns: Whether edits of the text wait for the server.
  private func leaveText(
    of item: Int64, _ said: VisibleItem, _ current: VisibleItem, in pending: inout PendingFields
  ) throws -> Bool {
    guard let replica = try boundReplica(of: item) else { return false }
    pending.properties.insert(replica.field)
    if said.properties[replica.field] != current.properties[replica.field] {
      try replicas.set(isBehind: true, of: replica.key)
    }
    return try replicas.hasUnsent(replica.key)
  }

  /// What the server had before: of an item whose creation was not answered yet, what that asked
  /// for.
  private func confirmedBefore(
    _ record: ItemRecord, _ shadow: Shadow?, _ current: VisibleItem, _ rows: [QueueRow]
  ) throws -> VisibleItem {
    if let shadow { return VisibleItem(shadow, sourceId: record.sourceId) }
    guard record.serverVersion == nil else { return current }
    var before = current
    (before.tags, before.extensions) = ([], [:])
    if let creation = rows.first(where: { $0.intent.kind == .createItem }) {
      (before.tags, before.extensions) = try created(by: creation)
    }
    return before
  }

  /// The tags and extensions that a frozen creation asked for.
  func created(by row: QueueRow) throws -> (tags: [String], extensions: [String: JSONValue]) {
    guard let request = row.request else { return ([], [:]) }
    let body = try StoredJSON.object(request)
    return (
      (body["tags"]?.arrayValue ?? []).compactMap(\.stringValue).sorted(),
      body["extensions"]?.objectValue ?? [:]
    )
  }

  /// Takes over what a server said of an item's metadata; what is nil it did not say.
  func adopt(
    metadataOf id: String, tags: [String]?, tier: ItemTier?, state: ItemState?,
    extensions: [String: JSONValue]?
  ) throws -> AdoptOutcome {
    guard let record = try reportedRecord(id: id), let version = record.serverVersion else {
      return try adoptAbsent(
        metadataOf: id, tags: tags, tier: tier, state: state, extensions: extensions)
    }
    if extensions == nil, try isShown(record, tags: tags, tier: tier, state: state) {
      return .adopted
    }
    var item = try Item(record: record, text: text(of: record.key))
    if let shadow = try shadow(of: record.key) { item.apply(shadow) }
    // An event of tags and state names no device.
    item.stateDevice = state == nil || state == item.state ? record.stateDevice : nil
    item.version = version
    item.updatedAt = Timestamp(milliseconds: try serverUpdatedAt(of: record.key)).iso8601
    item.tier = tier ?? item.tier
    item.state = state ?? item.state
    return try adopt(ConfirmedItem(item, tags: tags, extensions: extensions))
  }

  /// Whether an item without changes of this device has these tags, tier and state already.
  private func isShown(
    _ record: ItemRecord, tags: [String]?, tier: ItemTier?, state: ItemState?
  ) throws -> Bool {
    guard record.syncFlags.isEmpty, (tier ?? record.tier) == record.tier,
      (state ?? record.state) == record.state,
      (tags ?? record.tags).sorted() == record.tags.sorted()
    else { return false }
    return try shadow(of: record.key) == nil
  }

  // MARK: - Writing

  func insertAdopted(_ confirmed: ConfirmedItem) throws {
    let item = confirmed.item
    let type = try resolvedType(item.type)
    let properties = item.properties.filter { !$0.value.isNull }
    let stored = try StoredProperties(properties, type: type)
    let extensions = confirmed.extensions ?? [:]
    let tags = (confirmed.tags ?? []).sorted()
    let created = Timestamp(iso8601: item.createdAt)?.milliseconds ?? now
    let updated = Timestamp(iso8601: item.updatedAt)?.milliseconds ?? created
    let origin = ItemOrigin(json: extensions[ItemOrigin.namespace])
    let edited = Self.firstEdit(of: item, from: origin, updated: updated)
    var input = CreateItemInput(
      type: item.type, state: item.state, tier: item.tier, timestamp: item.timestamp,
      source: item.source, sourceId: item.sourceId, device: item.device,
      captureLatitude: item.captureLatitude, captureLongitude: item.captureLongitude)
    input.attachments = item.attachments
    let new = newRecord(
      id: item.id,
      NewItem(
        input, createdAt: Timestamp(milliseconds: created),
        updatedAt: Timestamp(milliseconds: edited), origin: origin),
      ListedTypes.isListed(item.type, ancestors: type?.ancestors ?? []),
      schemaVersion: item.schemaVersion, stored, tags)
    var record = Self.stamped(new, as: item, isPending: false, updatedAt: updated)
    try insert(&record, attachmentCount: item.attachments.count, serverUpdatedAt: updated)
    try insertText(stored.text, key: record.key)
    for tag in tags { try addTagRow(tag, to: record.key, counts: record.state != .trashed) }
    try textWasAdded(record.key)
    if properties["aliases"] != nil { try setAliases(properties, of: record.key) }
    counts.move(from: nil, to: CountedState(record))
    for (namespace, data) in extensions.sorted(by: { $0.key < $1.key })
    where namespace != ItemOrigin.namespace {
      try writeExtension(namespace, of: record.key, to: StoredJSON.text(data))
    }
    if !TextLink.links(in: stored.text.body).isEmpty {
      try linkText(stored.text.body, of: record)
    }
    try adoptUnresolvedLinks(to: record)
    try adoptWaitingEdges(of: item.id)
  }

  /// Writes what differs between what is to be seen and what is.
  private func show(
    _ visible: VisibleItem, instead current: VisibleItem, of record: inout ItemRecord
  ) throws {
    if visible.properties != current.properties {
      try keepVersion(of: record, properties: current.properties, UpdateOptions.autosaveSnapshot)
      try writeProperties(visible.properties, to: &record, type: resolvedType(record.type))
    }
    try setTags(visible.tags, of: &record)
    if visible.state != current.state { try move(&record, to: visible.state) }
    for (namespace, data) in visible.extensions.sorted(by: { $0.key < $1.key })
    where data != current.extensions[namespace] && namespace != ItemOrigin.namespace {
      try writeExtension(namespace, of: record.key, to: StoredJSON.text(data))
    }
    for namespace in current.extensions.keys.sorted() where visible.extensions[namespace] == nil {
      try db.cachedStatement(sql: "DELETE FROM extension WHERE item = ? AND namespace = ?")
        .execute(arguments: [record.key, namespace])
    }
    record.origin =
      ItemOrigin(json: visible.extensions[ItemOrigin.namespace]) ?? record.origin
    (record.tier, record.timestamp) = (visible.tier, visible.timestamp)
    record.sourceId = visible.sourceId
    record.attachments =
      visible.attachments.isEmpty ? nil : StoredJSON.text(of: visible.attachments)
  }

  // MARK: - Reading

  /// Whether the store has confirmed this state of an item, or a newer one.
  func isKnown(_ item: Item) throws -> Bool {
    guard let record = try record(id: item.id), let version = record.serverVersion else {
      return false
    }
    let updated = Timestamp(iso8601: item.updatedAt)?.milliseconds ?? 0
    return (item.version, updated) <= (version, try serverUpdatedAt(of: record.key))
  }

  func serverUpdatedAt(of key: Int64) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT server_updated_at FROM item WHERE key = ?"),
      arguments: [key]) ?? 0
  }

  /// What the server refused of an item, as rows that still decide what is seen.
  private func refusedRows(of item: Int64) throws -> [QueueRow] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT mutation_id, kind, subject, detail, side FROM refused WHERE item = ? ORDER BY key
        """)
    return try Row.fetchAll(statement, arguments: [item]).compactMap { row in
      guard let kind = MutationKind(rawValue: row[1]) else { return nil }
      return QueueRow(
        key: 0, id: row[0],
        intent: MutationIntent(
          kind: kind, item: item, subject: row[2], detail: try QueueTable.list(row[3]),
          side: SideFields(rawValue: row[4])))
    }
  }
}

extension Shadow {
  /// The confirmed state that a server said.
  fileprivate init(_ said: VisibleItem, version: Int, updatedAt: Int64) {
    self.init(
      version: version, updatedAt: updatedAt, state: said.state, tier: said.tier,
      timestamp: said.timestamp, tags: said.tags, attachments: said.attachments,
      properties: said.properties, extensions: said.extensions)
  }
}
