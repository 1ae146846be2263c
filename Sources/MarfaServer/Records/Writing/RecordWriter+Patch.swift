import MarfaModel

extension RecordWriter {
  /// `PATCH /items/{id}`.
  func patch(_ id: String, _ body: PatchItemBody) throws -> StoreAnswer {
    try answer(change(writable(id), body))
  }

  /// Changes an item that may be changed.
  func change(_ row: ItemRow, _ body: PatchItemBody) throws -> ItemRow {
    let old = try row.item()
    var patch = body.properties ?? [:]
    if let version = body.version, !patch.isEmpty, version != row.version {
      let sent = patch
      let carried = try carry(&patch, from: version, to: row)
      guard carried.count == patch.count else {
        throw try conflict(row, old, version: version, patch: sent, apartFrom: carried)
      }
    }
    var new = try patched(old, with: patch)
    try apply(body, to: &new, of: row)
    if let device = body.device, new.properties != old.properties {
      try Self.validate(device: device)
      new.device = device.isEmpty ? nil : device
    }
    if new != old { new.updatedAt = rows.now.iso8601 }
    let saved = try save(
      new, tags: row.tags, over: row, old, keepsSnapshot: body.snapshot != false)
    try setEdges(of: saved, body.edges, .replaced)
    return saved
  }

  /// The item with its properties merged and checked.
  func patched(_ old: Item, with patch: [String: JSONValue]) throws -> Item {
    guard !patch.isEmpty else { return old }
    let properties = PropertiesPatch.apply(patch, to: old.properties)
    guard properties != old.properties else { return old }
    let type = try rows.catalogue().types.validate(
      properties, of: old.type, unknown: unknownProperties())
    return old.patched(
      with: patch, now: rows.now, schemaVersion: type.schema.version)
  }

  /// Writes an item if it changed, with a snapshot of its properties and its events.
  func save(
    _ new: Item, tags: [String], over row: ItemRow, _ old: Item, keepsSnapshot: Bool,
    prepared: ItemDraft? = nil
  ) throws -> ItemRow {
    guard new != old || tags != row.tags else { return row }
    var (new, prepared) = (new, prepared)
    new.updatedAt = rows.now.iso8601
    prepared?.row.updatedAt = rows.now.milliseconds
    let saved = try save(
      new, tags: tags, over: row, keepsSnapshot: keepsSnapshot, prepared: prepared)
    var before = old
    before.updatedAt = new.updatedAt
    if new != before { try emit(.itemUpdated, saved) }
    if tags != row.tags || new.tier != old.tier { try emitMetadata(saved) }
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
    if let mine = body.attachments {
      let attachments =
        body.attachmentsBase.map {
          AttachmentMerge.merged(mine: mine, theirs: item.attachments, bases: [$0])
        } ?? mine
      try ItemRules.validate(attachments)
      item.attachments = attachments
    }
    if let sourceId = body.sourceId, sourceId != row.sourceId {
      try Self.validate(sourceId: sourceId)
      try requireFree(sourceId, for: row)
      item.sourceId = sourceId
    }
  }

  /// - Throws: `APIError` with `source_id_conflict` when another item has the natural key.
  func requireFree(_ sourceId: String?, for row: ItemRow) throws {
    guard let sourceId, let other = try rows.item(source: row.source, sourceId: sourceId),
      other.key != row.key
    else { return }
    throw try ItemPlanner(rows: rows, context: context).taken(sourceId, by: other)
  }

  /// Carries texts that documents are bound to from an older version over to the present one.
  ///
  /// - Returns: The fields that were carried over; never in conflict, whatever the version.
  private func carry(
    _ patch: inout [String: JSONValue], from version: Int, to row: ItemRow
  ) throws -> Set<String> {
    try BoundText(rows: rows).rebase(&patch, on: row) { document, present in
      try ancestor(of: document, row, version, present: present)
    }
  }

  private func conflict(
    _ row: ItemRow, _ current: Item, version: Int, patch: [String: JSONValue],
    apartFrom carried: Set<String>
  ) throws -> ConflictError {
    let ancestor = try ancestor(of: row, version)
    return ConflictError(
      current: PropertiesSnapshot(version: current.version, properties: current.properties),
      ancestor: ancestor,
      conflictingFields: ConflictRules.conflictingFields(
        patch: patch.filter { !carried.contains($0.key) }, current: current.properties,
        ancestor: ancestor?.properties),
      clientPatch: patch,
      mergePolicy: try rows.catalogue().types[row.type]?.mergePolicy ?? MergePolicy())
  }
}
