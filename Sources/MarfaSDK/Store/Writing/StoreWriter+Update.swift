import GRDB

extension StoreWriter {
  /// Merges properties into an item; null takes one away.
  ///
  /// Answers whether anything changed. Only a change of the properties raises the version and the
  /// revision. Fails with `ConflictError` when the options name another version or revision than
  /// the item has.
  @discardableResult
  func update(
    _ record: inout ItemRecord, patch: [String: JSONValue], _ options: UpdateOptions
  ) throws -> Bool {
    let old = try storedProperties(of: record)
    if options.isStale(for: record) {
      throw try conflict(record, current: old, patch: patch, options)
    }
    var new = PropertiesPatch.apply(patch, to: old)
    if origin == .person, patch["body"] != nil, patch["title"] == nil, patch["aliases"] == nil,
      let aliases = try aliasesKeepingTitle(of: record, in: new)
    {
      new["aliases"] = aliases
    }
    let side = try updateSideFields(&record, options)
    guard new != old else {
      if side { try touch(&record) }
      return side
    }
    let type = try resolvedType(record.type)
    if try !leavesToServer(type: record.type) {
      try registryFor(record.type).validate(new, of: record.type)
    }
    let names = try queued(PropertiesPatch.changedNames(from: old, to: new), of: record)
    if !names.isEmpty {
      try self.record(
        .updateItem, of: record, detail: names, explicitVersion: options.version,
        conflict: options.conflict)
    }
    try keepVersion(of: record, properties: old, options.snapshot)
    try writeProperties(new, to: &record, type: type)
    return true
  }

  /// Writes an item's properties with everything that is derived from them.
  func writeProperties(
    _ properties: [String: JSONValue], to record: inout ItemRecord,
    type: TypeRegistry.ResolvedType?
  ) throws {
    try followDocument(record, to: properties)
    let stored = try StoredProperties(properties, type: type)
    let oldTitle = record.title
    // Most properties are neither searched nor long text.
    let changesText = try stored.title != oldTitle || stored.text != wholeText(of: record.key)
    if changesText { try textWillChange(record.key) }
    try raiseRevision(of: &record)
    record.schemaVersion = type?.schema.version ?? record.schemaVersion
    record.title = stored.title
    record.properties = stored.json
    (record.updatedAt, record.editedAt) = (now, now)
    let sorting = TextFold.fold(stored.title)
    try db.cachedStatement(
      sql: """
        UPDATE item SET title = ?, title_sort = ?, initials = ?, properties = ?, version = ?,
          revision = ?, schema_version = ?, updated_at = ?, edited_at = ? WHERE key = ?
        """
    ).execute(arguments: [
      stored.title, sorting, TitleInitials.bits(of: sorting), stored.json, record.version,
      record.revision, record.schemaVersion, now, now, record.key,
    ])
    if changesText {
      try db.statement(
        "UPDATE item_text SET body = ?, notes = ?, other = ?, fields = ? WHERE item = ?",
        holding: stored.text.body.utf8.count
      ).execute(arguments: [
        stored.text.body, stored.text.notes, stored.text.other, stored.text.fields.rawValue,
        record.key,
      ])
    }
    try setAliases(properties, of: record.key)
    try linkText(stored.text.body, of: record)
    if stored.title != oldTitle { try titleChanged(of: record) }
  }

  /// Counts a change of the properties; in a store without a server that is the version, too.
  func raiseRevision(of record: inout ItemRecord) throws {
    record.revision += 1
    if try !isConnected { record.version = record.revision }
  }

  /// Makes the links of other notes agree with a new title.
  func titleChanged(of record: ItemRecord) throws {
    try relinkMentions(of: record)
    try adoptUnresolvedLinks(to: record)
  }

  /// Raises the time of the last change.
  func touch(_ record: inout ItemRecord) throws {
    record.updatedAt = now
    try db.cachedStatement(sql: "UPDATE item SET updated_at = ? WHERE key = ?")
      .execute(arguments: [now, record.key])
  }

  /// Writes tier, time, source id, attachments and edges, which have no version.
  private func updateSideFields(
    _ record: inout ItemRecord, _ options: UpdateOptions
  ) throws -> Bool {
    var changed = false
    if let tier = options.tier, record.tier != nil, tier != record.tier {
      try self.record(
        .updateItem, of: record, side: .tier, explicitVersion: options.version,
        conflict: options.conflict)
      record.tier = tier
      try set("tier", tier.code, record.key)
      changed = true
    }
    if let text = options.timestamp {
      try ItemRules.validateTimestamp(text)
      if let time = Timestamp(iso8601: text)?.milliseconds, time != record.timestamp {
        try self.record(
          .updateItem, of: record, side: .timestamp, explicitVersion: options.version,
          conflict: options.conflict)
        record.timestamp = time
        try set("timestamp", time, record.key)
        changed = true
      }
    }
    if let sourceId = options.sourceId, sourceId != record.sourceId {
      try repoint(&record, sourceId, options)
      changed = true
    }
    if let attachments = options.attachments {
      changed = try setAttachments(attachments, &record, options) || changed
    }
    for (edgeType, targets) in (options.edges ?? [:]).sorted(by: { $0.key < $1.key }) {
      changed = try replaceEdges(of: record, type: edgeType, targets: targets) || changed
    }
    return changed
  }

  private func repoint(
    _ record: inout ItemRecord, _ sourceId: String, _ options: UpdateOptions
  ) throws {
    if try self.record(source: record.source, sourceId: sourceId) != nil {
      throw APIError(
        code: ErrorCode.sourceIdConflict, message: "Another item has this source id.",
        status: 409, details: ["source_id": .string(sourceId)])
    }
    try self.record(
      .updateItem, of: record, side: .sourceId, explicitVersion: options.version,
      conflict: options.conflict)
    record.sourceId = sourceId
    try set("source_id", sourceId, record.key)
  }

  private func setAttachments(
    _ attachments: [Attachment], _ record: inout ItemRecord, _ options: UpdateOptions
  ) throws -> Bool {
    try ItemRules.validate(attachments)
    let old = try record.attachments.map { try StoredJSON.attachments($0) } ?? []
    guard attachments != old else { return false }
    // Each change waits for its own files: an earlier one waits for those that were there before.
    let known = Set(old.map(\.blobRef))
    try self.record(
      .updateItem, of: record, side: .attachments, explicitVersion: options.version,
      conflict: options.conflict,
      references: attachments.filter { !known.contains($0.blobRef) }
        .map { MutationReference(role: .blob, id: $0.blobRef) })
    record.attachments = attachments.isEmpty ? nil : StoredJSON.text(of: attachments)
    // The grace period of what it loses begins now.
    let kept = Set(attachments.map(\.blobRef))
    for hash in Set(old.map(\.blobRef)).subtracting(kept) { try touchBlob(hash) }
    try db.cachedStatement(
      sql: "UPDATE item SET attachments = ?, attachment_count = ? WHERE key = ?"
    ).execute(arguments: [record.attachments, attachments.count, record.key])
    return true
  }

  private func set(_ column: String, _ value: any DatabaseValueConvertible, _ key: Int64) throws {
    try db.cachedStatement(sql: "UPDATE item SET \(column) = ? WHERE key = ?")
      .execute(arguments: [value, key])
  }

  private func conflict(
    _ record: ItemRecord, current: [String: JSONValue], patch: [String: JSONValue],
    _ options: UpdateOptions
  ) throws -> ConflictError {
    let (base, ancestor): (Int, [String: JSONValue]?)
    if let revision = options.revision, revision != record.revision {
      base = revision
      ancestor = try snapshot(of: record.key, revision: revision)
    } else {
      base = options.version ?? record.version
      ancestor = try snapshot(of: record.key, version: base)
    }
    let fields = ConflictRules.conflictingFields(
      patch: patch, current: current, ancestor: ancestor)
    return ConflictError(
      current: PropertiesSnapshot(version: record.version, properties: current),
      ancestor: ancestor.map { PropertiesSnapshot(version: base, properties: $0) },
      conflictingFields: fields, clientPatch: patch,
      mergePolicy: try resolvedType(record.type)?.mergePolicy ?? MergePolicy())
  }
}

extension UpdateOptions {
  /// Whether a change was made on another state of the item than the present one.
  func isStale(for record: ItemRecord) -> Bool {
    if let revision, revision != record.revision { return true }
    guard let version else { return false }
    return version != record.version
  }
}
