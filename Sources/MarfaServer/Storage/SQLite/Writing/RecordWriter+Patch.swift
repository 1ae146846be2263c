import GRDB
import MarfaModel

extension RecordWriter {
  /// `PATCH /items/{id}`.
  func patch(_ id: String, _ body: PatchItemBody) throws -> StoreAnswer {
    try answer(change(writable(id), body))
  }

  /// Changes an item that may be changed.
  func change(_ row: ItemRow, _ body: PatchItemBody) throws -> ItemRow {
    let old = try row.item()
    let patch = body.properties ?? [:]
    if let version = body.version, !patch.isEmpty, version != row.version {
      throw try conflict(row, old, version: version, patch: patch)
    }
    var new = try patched(old, with: patch)
    try apply(body, to: &new, of: row)
    if new != old { new.updatedAt = transaction.timestamp.iso8601 }
    let saved = try save(
      new, tags: row.tags, over: row, old, keepsSnapshot: body.snapshot != false)
    for (edgeType, targets) in (body.edges ?? [:]).sorted(by: { $0.key < $1.key }) {
      try setEdges(of: saved, edgeType, to: targets, .replaced)
    }
    return saved
  }

  /// The item with its properties merged and checked.
  func patched(_ old: Item, with patch: [String: JSONValue]) throws -> Item {
    guard !patch.isEmpty else { return old }
    let properties = PropertiesPatch.apply(patch, to: old.properties)
    guard properties != old.properties else { return old }
    let type = try transaction.catalogue().types.validate(
      properties, of: old.type, unknown: unknownProperties())
    return old.patched(
      with: patch, now: transaction.timestamp, schemaVersion: type.schema.version)
  }

  /// Writes an item if it changed, with a snapshot of its properties and its events.
  func save(
    _ new: Item, tags: [String], over row: ItemRow, _ old: Item, keepsSnapshot: Bool
  ) throws -> ItemRow {
    guard new != old || tags != row.tags else { return row }
    var new = new
    new.updatedAt = transaction.timestamp.iso8601
    if keepsSnapshot, new.version != old.version {
      try VersionRows(transaction: transaction).keep(old, key: row.key)
    }
    let saved = try transaction.save(new, tags: tags, over: row)
    var before = old
    before.updatedAt = new.updatedAt
    if new != before { try transaction.emit(.itemUpdated, saved) }
    if tags != row.tags || new.tier != old.tier { try transaction.emitMetadata(saved) }
    return saved
  }

  private func apply(_ body: PatchItemBody, to item: inout Item, of row: ItemRow) throws {
    if let tier = body.tier {
      guard !TypeName.isSystem(item.type) else {
        throw StoreErrors.invalid("tier", "Items of \(item.type) have no tier.")
      }
      item.tier = tier
    }
    if let timestamp = body.timestamp {
      try ItemRules.validateTimestamp(timestamp)
      // As the row will have it, so that the same instant in other words is no change.
      item.timestamp = Timestamp(iso8601: timestamp)?.iso8601 ?? item.timestamp
    }
    if let attachments = body.attachments {
      try ItemRules.validate(attachments)
      item.attachments = attachments
    }
    if let sourceID = body.sourceID, sourceID != row.sourceID {
      try Self.validate(sourceID: sourceID)
      try requireFree(sourceID, for: row)
      item.sourceID = sourceID
    }
  }

  /// - Throws: `APIError` with `source_id_conflict` when another item has the natural key.
  func requireFree(_ sourceID: String?, for row: ItemRow) throws {
    guard let sourceID, let other = try self.row(source: row.source, sourceID: sourceID),
      other.key != row.key
    else { return }
    throw try taken(sourceID, by: other)
  }

  /// The refusal of a natural key that an item has; its id only for somebody who may see it.
  func taken(_ sourceID: String?, by other: ItemRow) throws -> APIError {
    var details: [String: JSONValue] = ["source_id": sourceID.map(JSONValue.string) ?? .null]
    if try isReadable(other) { details["id"] = .string(other.id) }
    return APIError(
      code: ErrorCode.sourceIDConflict, message: "Another item has this source id.", status: 409,
      details: details)
  }

  private func conflict(
    _ row: ItemRow, _ current: Item, version: Int, patch: [String: JSONValue]
  ) throws -> ConflictError {
    let ancestor = try VersionRows(transaction: transaction).snapshot(of: row.key, version)
    return ConflictError(
      current: PropertiesSnapshot(version: current.version, properties: current.properties),
      ancestor: ancestor,
      conflictingFields: ConflictRules.conflictingFields(
        patch: patch, current: current.properties, ancestor: ancestor?.properties),
      clientPatch: patch,
      mergePolicy: try transaction.catalogue().types[row.type]?.mergePolicy ?? MergePolicy())
  }
}

/// Snapshots of items' properties.
struct VersionRows {
  let transaction: StoreTransaction

  private var db: Database { transaction.db }

  /// Keeps the properties of an item before a change, and forgets those that are too many.
  func keep(_ item: Item, key: Int64) throws {
    try db.run(
      """
      INSERT INTO version(id, item, version, properties, created_at, device)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        transaction.ids.nextID(), key, item.version, StoredJSON.text(item.properties),
        transaction.now, item.device,
      ])
    try thin(item.type, key: key)
  }

  /// The properties at a version; nil when they are not kept.
  func snapshot(of key: Int64, _ version: Int) throws -> PropertiesSnapshot? {
    let text = try db.value(
      "SELECT properties FROM version WHERE item = ? AND version = ? ORDER BY key DESC",
      [key, version], as: String.self)
    return try text.map {
      PropertiesSnapshot(version: version, properties: try StoredJSON.object($0))
    }
  }

  private func thin(_ type: String, key: Int64) throws {
    let catalogue = try transaction.catalogue()
    let policy = (catalogue.types[type]?.schema.versionPolicy ?? VersionPolicy())
      .filled(from: inherited(type, catalogue)).filled(from: .standard)
    let row = try db.row("SELECT COUNT(*), MIN(created_at) FROM version WHERE item = ?", [key])
    let recent = transaction.timestamp.adding(days: -(policy.recentDays ?? 0)).milliseconds
    guard let row, row[0] > policy.maxVersions ?? .max || row[1] ?? recent < recent else {
      return
    }
    let rows = try db.rows("SELECT key, version, created_at FROM version WHERE item = ?", [key])
    let snapshots = rows.map { row in
      ItemVersion(
        id: String(row[0] as Int64), itemID: "", version: row[1], properties: [:],
        createdAt: Timestamp(milliseconds: row[2]).iso8601)
    }
    for key in VersionThinning.removals(
      from: snapshots, policy: policy, now: transaction.timestamp)
    {
      try db.run("DELETE FROM version WHERE key = ?", [Int64(key)])
    }
  }

  /// What the ancestors of a type say, nearest first, then the settings.
  private func inherited(_ type: String, _ catalogue: StoreCatalogue) -> VersionPolicy {
    let ancestors = catalogue.types[type]?.ancestors ?? []
    let own = ancestors.compactMap { catalogue.types[$0]?.schema.versionPolicy }
    return own.reduce(VersionPolicy()) { $0.filled(from: $1) }
      .filled(from: catalogue.settings.versionPolicy)
  }
}
