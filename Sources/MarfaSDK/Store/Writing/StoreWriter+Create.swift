import GRDB

extension StoreWriter {
  /// Creates an item, or changes the one with the same origin, or with the same source and source
  /// id.
  func create(_ new: NewItem) throws -> CreateOutcome {
    let input = new.input
    if try leavesToServer(type: input.type) {
      try ItemRules.validate(input)
    } else {
      try registryFor(input.type).validate(input)
    }
    try validateText(new)
    if let existing = try known(new) {
      return try upsert(existing, new)
    }
    if let id = input.id, let existing = try record(id: id) {
      return try repeatCreation(of: existing, input)
    }
    return try insert(new, resolvedType(input.type))
  }

  private func insert(
    _ given: NewItem, _ type: TypeRegistry.ResolvedType?
  ) throws -> CreateOutcome {
    var new = given
    let named = given.input.attachments ?? []
    if !given.files.isEmpty { new.input.attachments = named + given.files.map(\.attachment) }
    let input = new.input
    let id = input.id ?? environment.ids.nextId()
    let properties = input.properties.filter { !$0.value.isNull }
    let stored = try StoredProperties(properties, type: type)
    let tags = try TagRules.normalized(input.tags ?? [])
    var record = newRecord(
      id: id, new, ListedTypes.isListed(input.type, ancestors: type?.ancestors ?? []),
      schemaVersion: type?.schema.version ?? 1, stored, tags)
    try insert(&record, attachmentCount: input.attachments?.count ?? 0)
    let key = record.key
    try self.record(
      .createItem, of: record,
      references: named.map { MutationReference(role: .blob, id: $0.blobRef) })
    try addFiles(new.files, to: record)
    try insertText(stored.text, key: key)
    for tag in tags { try addTagRow(tag, to: key, counts: record.state != .trashed) }
    try textWasAdded(key)
    if properties["aliases"] != nil { try setAliases(properties, of: key) }
    counts.move(from: nil, to: CountedState(record))
    try connect(record, new)
    // Links mean what is near, so the notebook counts.
    let placed = new.notebook == nil ? record : try self.record(key: key) ?? record
    // A new item has no links yet that a text without any could take away.
    if !TextLink.links(in: stored.text.body).isEmpty {
      try linkText(stored.text.body, of: placed)
    }
    try adoptUnresolvedLinks(to: placed)
    return CreateOutcome(id: id, action: .created)
  }

  /// Puts a new item into its notebook, and adds its extensions and edges.
  private func connect(_ record: ItemRecord, _ new: NewItem) throws {
    if let notebook = new.notebook {
      // No rule of membership can be broken: a new item is in no notebook and has nothing in it.
      let edge = environment.ids.nextId()
      try insertEdgeRow(
        id: edge, source: existingRecord(id: notebook).key, target: record.key,
        type: Self.membership,
        properties: "{}", isFromText: false)
      try self.record(.createEdge, ofEdge: edge, from: notebook, to: record.id)
    }
    if new.origin != nil {
      try self.record(.setExtension, of: record, subject: ItemOrigin.namespace)
    }
    for (namespace, data) in new.extensions.sorted(by: { $0.key < $1.key }) {
      try setExtension(namespace, of: record, to: StoredJSON.text(data))
    }
    for (edgeType, targets) in (new.input.edges ?? [:]).sorted(by: { $0.key < $1.key }) {
      for target in targets {
        _ = try addEdge(
          CreateEdgeInput(sourceId: record.id, targetId: target, edgeType: edgeType))
      }
    }
  }

  /// The row that a new item gets, without a key.
  func newRecord(
    id: String, _ new: NewItem, _ isListed: Bool, schemaVersion: Int, _ stored: StoredProperties,
    _ tags: [String]
  ) -> ItemRecord {
    let input = new.input
    let created = new.createdAt?.milliseconds ?? now
    let updated = new.updatedAt?.milliseconds ?? max(created, now)
    let attachments = input.attachments ?? []
    return ItemRecord(
      key: 0, id: id, type: input.type, state: input.state ?? .active,
      tier: Lifecycle.tier(ofType: input.type, requested: input.tier), title: stored.title,
      tags: tags, isListed: isListed,
      isPinned: tags.contains(Self.pinnedTag), isFavourite: tags.contains(TagRules.favorite),
      notebook: nil, linkCount: 0, version: 1, revision: 1, schemaVersion: schemaVersion,
      createdAt: created, updatedAt: updated, editedAt: updated,
      timestamp: input.timestamp.flatMap { Timestamp(iso8601: $0) }?.milliseconds ?? created,
      source: input.source ?? environment.source, sourceId: input.sourceId,
      origin: new.origin, device: input.device ?? environment.device,
      latitude: input.captureLatitude,
      longitude: input.captureLongitude, tenantId: nil,
      attachments: attachments.isEmpty ? nil : StoredJSON.text(of: attachments),
      properties: stored.json)
  }

  /// Writes the row of a new item, which has its key then.
  func insert(
    _ record: inout ItemRecord, attachmentCount: Int, serverUpdatedAt: Int64? = nil
  ) throws {
    let sorting = TextFold.fold(record.title)
    try db.cachedStatement(
      sql: """
        INSERT INTO item(id, type, state, tier, title, title_sort, initials, tags, is_listed,
          is_pinned, is_favourite, attachment_count, version, schema_version, created_at,
          updated_at, edited_at, timestamp, source, source_id, device, latitude, longitude, attachments,
          properties, origin, origin_id, tenant_id, server_version, server_updated_at, state_device)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
          ?, ?)
        """
    ).execute(arguments: [
      record.id, record.type, record.state.code, record.tier?.code, record.title, sorting,
      TitleInitials.bits(of: sorting), TagColumn.text(record.tags), record.isListed,
      record.isPinned, record.isFavourite, attachmentCount, record.version, record.schemaVersion,
      record.createdAt, record.updatedAt, record.editedAt, record.timestamp, record.source,
      record.sourceId, record.device, record.latitude, record.longitude, record.attachments,
      record.properties, record.origin?.name, record.origin?.path, record.tenantId,
      record.serverVersion, serverUpdatedAt, record.stateDevice,
    ])
    record.key = db.lastInsertedRowID
  }

  /// Writes the long text of a new item.
  func insertText(_ text: ItemText, key: Int64) throws {
    try db.statement(
      "INSERT INTO item_text(item, body, notes, other, fields) VALUES (?, ?, ?, ?, ?)",
      holding: text.body.utf8.count
    ).execute(arguments: [key, text.body, text.notes, text.other, text.fields.rawValue])
  }

  /// A creation that is asked for again with the same content is answered with the item.
  private func repeatCreation(
    of existing: ItemRecord, _ input: CreateItemInput
  ) throws -> CreateOutcome {
    let properties = try storedProperties(of: existing)
    guard existing.type == input.type,
      properties == input.properties.filter({ !$0.value.isNull })
    else {
      throw APIError(
        code: ErrorCode.conflict, message: "Another item has this id.", status: 409,
        details: ["id": .string(existing.id)])
    }
    return CreateOutcome(id: existing.id, action: .unchanged)
  }

  private func upsert(_ existing: ItemRecord, _ new: NewItem) throws -> CreateOutcome {
    let input = new.input
    var record = existing
    var options = UpdateOptions(
      tier: input.tier, timestamp: input.timestamp, edges: input.edges,
      attachments: input.attachments)
    options.revision = new.knownRevision
    var changed = try update(&record, patch: input.properties, options)
    if let tags = input.tags {
      let wanted = try wanted(tags, knowing: new.knownTags, of: record)
      changed = try setTags(wanted, of: &record) || changed
    }
    for file in new.files { changed = try addFile(file, to: existing.id) || changed }
    return CreateOutcome(id: existing.id, action: changed ? .updated : .unchanged)
  }

  /// The tags that an item is to have: others keep theirs that the description did not know.
  private func wanted(
    _ tags: [String], knowing known: [String]?, of record: ItemRecord
  ) throws -> [String] {
    let tags = try TagRules.normalized(tags)
    guard let known else { return tags }
    return TagDifference(from: Set(known), to: Set(tags)).applied(to: record.tags).sorted()
  }

  /// The item that a creation means: that of the same origin, or else of the same natural key.
  private func known(_ new: NewItem) throws -> ItemRecord? {
    if let origin = new.origin { return try record(origin: origin) }
    guard let sourceId = new.input.sourceId else { return nil }
    return try record(source: new.input.source ?? environment.source, sourceId: sourceId)
  }

  /// SQLite's text functions stop at a NUL, and names with one help nobody.
  private func validateText(_ new: NewItem) throws {
    let input = new.input
    let named = [
      ("source", input.source), ("source_id", input.sourceId), ("device", input.device),
      ("origin", new.origin?.name), ("origin", new.origin?.path),
    ]
    for (field, value) in named where value?.utf8.contains(0) == true {
      throw ValidationError(
        message: "\(field) contains a NUL character.", details: ["field": .string(field)])
    }
  }
}
