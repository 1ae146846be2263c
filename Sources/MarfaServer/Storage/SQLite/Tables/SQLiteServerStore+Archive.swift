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
