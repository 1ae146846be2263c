import GRDB
import MarfaModel

/// Takes records in within one transaction.
struct ArchiveReader {
  let transaction: StoreTransaction
  private(set) var counts = RestoreCounts()
  /// Items that were passed over because another has their natural key, and that other: edges of
  /// the archive mean it.
  private var standIns: [String: String] = [:]

  private var db: Database { transaction.db }

  init(transaction: StoreTransaction) { self.transaction = transaction }

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
      return try setSpaceValue("settings", settings, isCatalogue: true)
    case .profile(var profile):
      try ArchiveRules.check(profile)
      // An older archive has it without one, and an archive may be restored on two servers.
      if profile.createdAt != nil { profile.id = profile.id ?? transaction.ids.nextID() }
      return try setSpaceValue("profile", profile, isCatalogue: false)
    case .type(let type): return try add(type)
    case .edgeType(let type): return try add(type)
    case .item(let item): return try add(item)
    case .edge(let edge): return try add(edge)
    case .blob(let blob): return try add(blob)
    }
  }

  private func setSpaceValue(
    _ name: String, _ value: some Encodable, isCatalogue: Bool
  ) throws -> Bool {
    guard try db.spaceValue(name) == nil else { return false }
    try db.setSpaceValue(name, StoredJSON.text(encoding: value))
    if isCatalogue { try transaction.catalogueChanged() }
    return true
  }

  private func add(_ type: ItemType) throws -> Bool {
    let types = try transaction.catalogue().types
    guard types[type.id] == nil else { return false }
    try types.validateRegistration(of: type)
    try db.run(
      "INSERT INTO item_type(id, schema) VALUES (?, ?)",
      [type.id, try StoredJSON.text(encoding: type)])
    try transaction.catalogueChanged()
    return true
  }

  private func add(_ type: EdgeType) throws -> Bool {
    let rules = try transaction.catalogue().edgeRules
    guard rules.edgeTypes[type.id] == nil else { return false }
    try rules.validateRegistration(of: type)
    try db.run(
      "INSERT INTO edge_type(id, schema) VALUES (?, ?)",
      [type.id, try StoredJSON.text(encoding: type)])
    try transaction.catalogueChanged()
    return true
  }

  private mutating func add(_ archived: ArchivedItem) throws -> Bool {
    try ArchiveRules.check(archived)
    var item = archived.item
    item.createdAt = notAhead(item.createdAt)
    item.updatedAt = notAhead(item.updatedAt)
    guard try db.itemRow(id: item.id) == nil else { return false }
    if item.state != .trashed, let sourceID = item.sourceID {
      let taken = try db.value(
        "SELECT id FROM item WHERE source = ? AND source_id = ? AND state <> 2",
        [item.source, sourceID], as: String.self)
      if let taken {
        standIns[item.id] = taken
        return false
      }
    }
    let row = try transaction.insert(
      item, tags: TagRules.normalized(archived.metadata.tags),
      trashedAt: archived.trashedAt.flatMap { Timestamp(iso8601: $0)?.milliseconds })
    for (namespace, data) in archived.metadata.extensions {
      try db.run(
        "INSERT INTO extension(item, namespace, data) VALUES (?, ?, ?)",
        [row.key, namespace, StoredJSON.text(data.objectValue ?? [:])])
    }
    for version in archived.versions.reversed() {
      try db.run(
        """
        INSERT INTO version(id, item, version, properties, created_at, device)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          version.id, row.key, version.version, StoredJSON.text(version.properties),
          StoreTransaction.milliseconds(version.createdAt), version.device,
        ])
    }
    try transaction.emit(.itemCreated, row)
    if !row.tags.isEmpty { try transaction.emitMetadata(row) }
    return true
  }

  /// A time that is not far ahead of the clock.
  ///
  /// The store's moments never go back, and one of the future would be that of every later change.
  /// Less than a day is two clocks that disagree.
  private func notAhead(_ time: String) -> String {
    guard let moment = Timestamp(iso8601: time), moment > transaction.timestamp.adding(days: 1)
    else { return time }
    return transaction.timestamp.iso8601
  }

  private func add(_ edge: Edge) throws -> Bool {
    try ArchiveRules.check(edge)
    let input = CreateEdgeInput(
      id: edge.id, sourceID: standIns[edge.sourceID] ?? edge.sourceID,
      targetID: standIns[edge.targetID] ?? edge.targetID, edgeType: edge.edgeType,
      properties: edge.properties)
    let isThere = try db.value(
      """
      SELECT 1 FROM \(EdgeRow.tables)
      WHERE edge.id = ? OR source.id = ? AND edge.type = ? AND target.id = ?
      """, [input.id, input.sourceID, input.edgeType, input.targetID], as: Int.self)
    guard isThere == nil else { return false }
    try transaction.catalogue().edgeRules.validate(
      input, in: StoredEdges(db: db, candidate: input))
    guard let source = try db.itemRow(id: input.sourceID),
      let target = try db.itemRow(id: input.targetID)
    else { throw StoreErrors.itemNotFound(input.sourceID) }
    _ = try transaction.insertEdge(
      input, source: source, target: target,
      createdAt: StoreTransaction.milliseconds(edge.createdAt),
      updatedAt: StoreTransaction.milliseconds(edge.updatedAt))
    return true
  }

  private func add(_ blob: StoredBlob) throws -> Bool {
    try ArchiveRules.check(blob)
    let isThere = try db.blobs("hash = ?", [blob.hash]).first != nil
    if !isThere { _ = try transaction.put(blob) }
    return !isThere
  }
}
