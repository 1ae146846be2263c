import MarfaModel

/// Takes records in within one transaction.
struct ArchiveReader {
  private let writer: RecordWriter
  private(set) var counts = RestoreCounts()
  /// Items that were passed over because another has their natural key, and that other: edges of
  /// the archive mean it.
  private var standIns: [String: String] = [:]

  private var rows: any RecordTransaction { writer.rows }

  init(rows: any RecordTransaction) {
    writer = RecordWriter(rows: rows, context: .server)
  }

  mutating func take(_ record: ArchiveRecord) throws {
    let isNew: Bool
    do {
      isNew = try add(record)
    } catch let error as any MarfaError {
      var details = error.details ?? [:]
      details["code"] = .string(error.code)
      throw ValidationError(
        code: ErrorCode.invalidRequest, message: error.message, details: details)
    }
    if isNew { counts.restored += 1 } else { counts.skipped += 1 }
  }

  private mutating func add(_ record: ArchiveRecord) throws -> Bool {
    switch record {
    case .settings(let settings):
      try ArchiveRules.check(settings)
      return try setSpaceValue(.settings, settings)
    case .profile(var profile):
      try ArchiveRules.check(profile)
      // An older archive has it without one, and an archive may be restored on two servers.
      if profile.createdAt != nil { profile.id = profile.id ?? rows.ids.nextId() }
      let isNew = try setSpaceValue(.profile, profile)
      if isNew { try writer.holdAvatar(of: profile, over: nil) }
      return isNew
    case .type(let type): return try add(type)
    case .edgeType(let type): return try add(type)
    case .item(let item): return try add(item)
    case .edge(let edge): return try add(edge)
    case .blob(let blob): return try add(blob)
    }
  }

  private func setSpaceValue(_ name: SpaceValue, _ value: some Encodable) throws -> Bool {
    guard try rows.spaceValue(name) == nil else { return false }
    try rows.setSpaceValue(name, StoredJSON.text(encoding: value))
    return true
  }

  private func add(_ type: ItemType) throws -> Bool {
    let types = try rows.catalogue().types
    guard types[type.id] == nil else { return false }
    try types.validateRegistration(of: type)
    try rows.put(type)
    return true
  }

  private func add(_ type: EdgeType) throws -> Bool {
    let rules = try rows.catalogue().edgeRules
    guard rules.edgeTypes[type.id] == nil else { return false }
    try rules.validateRegistration(of: type)
    try rows.put(type)
    return true
  }

  private mutating func add(_ archived: ArchivedItem) throws -> Bool {
    try ArchiveRules.check(archived)
    var item = archived.item
    item.createdAt = notAhead(item.createdAt)
    item.updatedAt = notAhead(item.updatedAt)
    guard try rows.item(id: item.id) == nil else { return false }
    if item.state != .trashed, let sourceId = item.sourceId {
      if let taken = try rows.item(source: item.source, sourceId: sourceId) {
        standIns[item.id] = taken.id
        return false
      }
    }
    let row = try writer.insert(
      item, tags: TagRules.normalized(archived.metadata.tags),
      trashedAt: archived.trashedAt.flatMap { Timestamp(iso8601: $0)?.milliseconds })
    for (namespace, data) in archived.metadata.extensions {
      _ = try rows.setExtension(
        namespace, of: row.key, to: StoredJSON.text(data.objectValue ?? [:]))
    }
    for version in archived.versions.reversed() {
      try rows.insert(
        VersionRow(
          id: version.id, version: version.version,
          properties: StoredJSON.text(version.properties),
          createdAt: try StoredJSON.milliseconds(version.createdAt), device: version.device),
        of: row.key)
    }
    try writer.emit(.itemCreated, row)
    if !row.tags.isEmpty { try writer.emitMetadata(row) }
    return true
  }

  /// A time that is not far ahead of the clock.
  ///
  /// The store's moments never go back, and one of the future would be that of every later change.
  /// Less than a day is two clocks that disagree.
  private func notAhead(_ time: String) -> String {
    guard let moment = Timestamp(iso8601: time), moment > rows.now.adding(days: 1)
    else { return time }
    return rows.now.iso8601
  }

  private func add(_ edge: Edge) throws -> Bool {
    try ArchiveRules.check(edge)
    let input = CreateEdgeInput(
      id: edge.id, sourceId: standIns[edge.sourceId] ?? edge.sourceId,
      targetId: standIns[edge.targetId] ?? edge.targetId, edgeType: edge.edgeType,
      properties: edge.properties)
    let twin = try rows.edge(
      from: input.sourceId, to: input.targetId, ofType: input.edgeType)
    guard try twin == nil && rows.edge(id: edge.id) == nil else { return false }
    try rows.catalogue().edgeRules.validate(input, in: StoredEdges(rows: rows))
    guard let source = try rows.item(id: input.sourceId),
      let target = try rows.item(id: input.targetId)
    else { throw StoreErrors.itemNotFound(input.sourceId) }
    _ = try writer.insert(
      EdgeDraft(input, source: source, target: target, writer.context.limits),
      createdAt: StoredJSON.milliseconds(edge.createdAt),
      updatedAt: StoredJSON.milliseconds(edge.updatedAt))
    return true
  }

  private func add(_ blob: StoredBlob) throws -> Bool {
    try ArchiveRules.check(blob)
    guard ItemRules.isBlobReference(blob.hash) else {
      throw StoreErrors.invalid("hash", "A hash is sha256: and 64 hexadecimal digits.")
    }
    guard try rows.blobs(hashes: [blob.hash]).isEmpty else { return false }
    try rows.put(blob)
    return true
  }
}
