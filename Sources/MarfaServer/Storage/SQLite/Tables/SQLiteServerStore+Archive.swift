import GRDB
import MarfaModel

extension SQLiteServerStore {
  /// Gives every record of one moment to a function: settings and profile, types with parents
  /// first, edge types, items by key, edges, blobs.
  public func export(_ body: @escaping @Sendable (ArchiveRecord) throws -> Void) async throws {
    let cache = environment.cache
    try await read { db in
      try ArchiveWriter(db: db, catalogue: cache.load(db)).write(body)
    }
  }

  /// Takes records in, in the order of an export, in one transaction, with their events.
  public func restore(
    _ next: @escaping @Sendable () throws -> ArchiveRecord?
  ) async throws -> RestoreCounts {
    // Records that were taken cannot be taken again.
    try await commits.perform(.forbidden) { transaction in
      var reader = ArchiveReader(transaction: transaction)
      while let record = try next() { try reader.take(record) }
      return reader.counts
    }
  }
}

/// Gives out every record of one snapshot.
private struct ArchiveWriter {
  let db: Database
  let catalogue: StoreCatalogue

  func write(_ body: (ArchiveRecord) throws -> Void) throws {
    try body(.settings(catalogue.settings))
    try body(.profile(db.profile()))
    for text in try db.values("SELECT schema FROM item_type ORDER BY key", as: String.self) {
      try body(.type(StoredJSON.value(text)))
    }
    for text in try db.values("SELECT schema FROM edge_type ORDER BY key", as: String.self) {
      try body(.edgeType(StoredJSON.value(text)))
    }
    let items = try Row.fetchCursor(
      db, sql: "SELECT \(ItemRow.columns) FROM item ORDER BY item.key")
    while let row = try items.next() { try body(.item(archived(ItemRow(row)))) }
    let edges = try Row.fetchCursor(
      db, sql: "SELECT \(EdgeRow.columns) FROM \(EdgeRow.tables) ORDER BY edge.key")
    while let row = try edges.next() { try body(.edge(EdgeRow(row).edge())) }
    for blob in try db.blobs("1 ORDER BY hash", []) { try body(.blob(blob)) }
  }

  private func archived(_ row: ItemRow) throws -> ArchivedItem {
    var extensions: [String: JSONValue] = [:]
    for row in try db.rows("SELECT namespace, data FROM extension WHERE item = ?", [row.key]) {
      extensions[row[0]] = .object(try StoredJSON.object(row[1]))
    }
    let versions = try db.rows(
      """
      SELECT id, version, properties, created_at, device FROM version WHERE item = ?
      ORDER BY version DESC, key DESC
      """, [row.key]
    ).map { version in
      ItemVersion(
        id: version[0], itemID: row.id, version: version[1],
        properties: try StoredJSON.object(version[2]),
        createdAt: Timestamp(milliseconds: version[3]).iso8601, device: version[4])
    }
    return ArchivedItem(
      item: try row.item(),
      metadata: Metadata(itemID: row.id, tags: row.tags, extensions: extensions),
      versions: versions,
      trashedAt: row.trashedAt.map { Timestamp(milliseconds: $0).iso8601 })
  }
}

/// Takes records in within one transaction.
private struct ArchiveReader {
  let transaction: StoreTransaction
  var counts = RestoreCounts()

  private var db: Database { transaction.db }

  init(transaction: StoreTransaction) { self.transaction = transaction }

  mutating func take(_ record: ArchiveRecord) throws {
    let isNew: Bool
    do {
      isNew = try add(record)
    } catch let error as any MarfaError {
      throw ValidationError(
        code: ErrorCode.invalidRequest, message: "A record cannot be restored: \(error.message)",
        details: ["code": .string(error.code)])
    }
    if isNew { counts.restored += 1 } else { counts.skipped += 1 }
  }

  private func add(_ record: ArchiveRecord) throws -> Bool {
    switch record {
    case .settings(let settings): try setSpaceValue("settings", settings, isCatalogue: true)
    case .profile(let profile): try setSpaceValue("profile", profile, isCatalogue: false)
    case .type(let type): try add(type)
    case .edgeType(let type): try add(type)
    case .item(let item): try add(item)
    case .edge(let edge): try add(edge)
    case .blob(let blob): try add(blob)
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

  private func add(_ archived: ArchivedItem) throws -> Bool {
    let item = archived.item
    guard try db.itemRow(id: item.id) == nil else { return false }
    try ItemRules.validateID(item.id)
    try ItemRules.validate(item.attachments)
    try Lifecycle.validate(item.state, ofType: item.type)
    for (field, time) in [
      ("timestamp", item.timestamp), ("created_at", item.createdAt),
      ("updated_at", item.updatedAt),
    ] {
      try ItemRules.validateTimestamp(time, field: field)
    }
    if item.state != .trashed, let sourceID = item.sourceID {
      let taken = try db.value(
        "SELECT id FROM item WHERE source = ? AND source_id = ? AND state <> 2",
        [item.source, sourceID], as: String.self)
      guard taken == nil else { return false }
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
      try ItemRules.validateTimestamp(version.createdAt, field: "created_at")
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

  private func add(_ edge: Edge) throws -> Bool {
    let input = CreateEdgeInput(
      id: edge.id, sourceID: edge.sourceID, targetID: edge.targetID, edgeType: edge.edgeType,
      properties: edge.properties)
    let isThere = try db.value(
      """
      SELECT 1 FROM \(EdgeRow.tables)
      WHERE edge.id = ? OR source.id = ? AND edge.type = ? AND target.id = ?
      """, [edge.id, edge.sourceID, edge.edgeType, edge.targetID], as: Int.self)
    guard isThere == nil else { return false }
    try ItemRules.validateID(edge.id)
    try transaction.catalogue().edgeRules.validate(
      input, in: StoredEdges(db: db, candidate: input))
    guard let source = try db.itemRow(id: edge.sourceID),
      let target = try db.itemRow(id: edge.targetID)
    else { throw StoreErrors.itemNotFound(edge.sourceID) }
    _ = try transaction.insertEdge(
      input, source: source, target: target,
      createdAt: StoreTransaction.milliseconds(edge.createdAt),
      updatedAt: StoreTransaction.milliseconds(edge.updatedAt))
    return true
  }

  private func add(_ blob: StoredBlob) throws -> Bool {
    let isThere = try db.blobs("hash = ?", [blob.hash]).first != nil
    if !isThere { _ = try transaction.put(blob) }
    return !isThere
  }
}
