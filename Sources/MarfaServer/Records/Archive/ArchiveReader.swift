import MarfaModel

/// Takes the next records of an archive in, as many as one transaction may.
struct ArchiveReader {
  private let writer: RecordWriter
  private let budget: SliceBudget
  /// Where the restore is.
  private(set) var place: RestorePlace
  /// What was written, in the entries of a slice.
  private var taken = 0

  private var rows: any RecordTransaction { writer.rows }

  init(rows: any RecordTransaction, at place: RestorePlace, _ limits: RecordLimits) {
    writer = RecordWriter(rows: rows, context: .server)
    budget = SliceBudget(limits)
    self.place = place
  }

  /// Takes records from the first on.
  ///
  /// - Throws: `ValidationError` with `invalid_request` and the line of one that cannot be taken.
  mutating func take(_ lines: [ArchiveSource.Line]) throws {
    for line in lines {
      guard !budget.isSpent(after: taken) else { return }
      do {
        guard try take(line.record) else { return }
      } catch let error as any MarfaError {
        throw ArchiveRules.refusal(error, ofLine: line.number)
      }
    }
  }

  /// Takes a record, or the next versions of its item.
  ///
  /// - Returns: Whether that is all of it.
  private mutating func take(_ record: ArchiveRecord) throws -> Bool {
    if place.versions == nil {
      let isNew = try add(record)
      taken += 1
      guard isNew else {
        place.records += 1
        place.counts.skipped += 1
        return true
      }
      place.versions = 0
    }
    if case .item(let item) = record, try !addVersions(of: item) { return false }
    place.records += 1
    place.versions = nil
    place.counts.restored += 1
    return true
  }

  /// Adds versions of an item that was added, oldest first.
  ///
  /// - Returns: Whether it has all of them.
  private mutating func addVersions(of item: ArchivedItem) throws -> Bool {
    // Somebody may have purged it since.
    guard let row = try rows.item(id: item.item.id) else { return true }
    for version in item.versions.reversed().dropFirst(place.versions ?? 0) {
      guard !budget.isSpent(after: taken) else { return false }
      try rows.insert(
        VersionRow(
          id: version.id, version: version.version,
          properties: StoredJSON.text(version.properties),
          createdAt: try StoredJSON.milliseconds(version.createdAt), device: version.device),
        of: row.key)
      place.versions = (place.versions ?? 0) + 1
      taken += 1
    }
    return true
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
        place.standIns[item.id] = taken.id
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
      id: edge.id, sourceId: place.standIns[edge.sourceId] ?? edge.sourceId,
      targetId: place.standIns[edge.targetId] ?? edge.targetId, edgeType: edge.edgeType,
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
    guard try rows.blobs(hashes: [blob.hash]).isEmpty else { return false }
    try rows.put(blob)
    return true
  }
}
