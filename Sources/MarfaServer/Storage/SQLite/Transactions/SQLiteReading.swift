import Foundation
import GRDB
import MarfaModel

/// Rows as SQLite has them: what a snapshot and a write transaction read alike.
protocol SQLiteReading: RecordRows {
  /// The connection, in a transaction.
  var db: Database { get }
}

/// The rows of one snapshot.
struct SQLiteSnapshot: SQLiteReading {
  let db: Database
  let cache: CatalogueCache
  let now: Timestamp

  func catalogue() throws -> StoreCatalogue { try cache.load(db) }
}

// MARK: - Catalogue

extension SQLiteReading {
  func usedTypes() throws -> Set<String> {
    Set(try db.values("SELECT DISTINCT type FROM type_count", as: String.self))
  }

  func registeredTypes() throws -> [ItemType] {
    try db.values("SELECT schema FROM item_type ORDER BY key", as: String.self)
      .map { try StoredJSON.value($0) }
  }

  func registeredEdgeTypes() throws -> [EdgeType] {
    try db.values("SELECT schema FROM edge_type ORDER BY key", as: String.self)
      .map { try StoredJSON.value($0) }
  }

  func spaceValue(_ name: SpaceValue) throws -> String? { try db.spaceValue(name.rawValue) }
}

// MARK: - Extensions and versions

extension SQLiteReading {
  func extensions(of keys: [Int64]) throws -> [ExtensionRow] {
    try db.rows(ofKeys: keys) { list in
      """
      SELECT item, namespace, data FROM extension WHERE item IN (\(list))
      ORDER BY item, namespace
      """
    }.map { ExtensionRow(item: $0[0], namespace: $0[1], data: $0[2]) }
  }

  func extensions(ofKeys range: ClosedRange<Int64>) throws -> [ExtensionRow] {
    try db.rows(
      """
      SELECT item, namespace, data FROM extension WHERE item BETWEEN ? AND ?
      ORDER BY item, namespace
      """, [range.lowerBound, range.upperBound]
    ).map { ExtensionRow(item: $0[0], namespace: $0[1], data: $0[2]) }
  }

  func `extension`(_ namespace: String, of key: Int64) throws -> String? {
    try db.value(
      "SELECT data FROM extension WHERE item = ? AND namespace = ?", [key, namespace])
  }

  func versions(
    of key: Int64, before place: ListPlace?, limit: RowLimit
  ) throws -> RowPage<VersionRow> {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(VersionRow.columns) FROM version
          WHERE item = ? AND (version, key) < (?, ?) ORDER BY version DESC, key DESC
          """), arguments: [key, place?.value ?? .max, place?.key ?? .max])
    return try RowPage(limit, size: \.properties.utf8.count) {
      try rows.next().map(VersionRow.init)
    }
  }

  func version(_ number: Int, of key: Int64) throws -> VersionRow? {
    try db.row(
      """
      SELECT \(VersionRow.columns) FROM version
      WHERE item = ? AND version = ? ORDER BY key DESC
      """, [key, number]
    ).map(VersionRow.init)
  }

  func version(key: Int64) throws -> VersionRow? {
    try db.row("SELECT \(VersionRow.columns) FROM version WHERE key = ?", [key])
      .map(VersionRow.init)
  }

  func versionTimes(of key: Int64) throws -> [VersionRow] {
    // Each change of an item reads them, and a cursor copies no row.
    let cursor = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT key, version, created_at, size, is_difference FROM version WHERE item = ?
          ORDER BY created_at, version
          """), arguments: [key])
    var versions: [VersionRow] = []
    while let row = try cursor.next() {
      versions.append(
        VersionRow(
          key: row[0], id: "", version: row[1], properties: "", isDifference: row[4],
          createdAt: row[2], size: row[3]))
    }
    return versions
  }

  func wholeVersions(in keys: ClosedRange<Int64>, limit: Int) throws -> [WholeVersion] {
    try db.rows(
      """
      SELECT key, item FROM version WHERE key BETWEEN ? AND ? AND is_difference = 0
      ORDER BY key LIMIT ?
      """, [keys.lowerBound, keys.upperBound, limit]
    ).map { WholeVersion(key: $0[0], item: $0[1]) }
  }
}

extension VersionRow {
  fileprivate static let columns =
    "key, id, version, properties, created_at, device, is_difference, size"

  fileprivate init(_ row: Row) {
    self.init(
      key: row[0], id: row[1], version: row[2], properties: row[3], isDifference: row[6],
      createdAt: row[4], device: row[5], size: row[7])
  }
}

// MARK: - Keys, webhooks, blobs, answers

extension SQLiteReading {
  func apiKey(id: String) throws -> StoredKey? { try db.keys("id = ?", [id]).first }

  func hasAPIKey(source: String) throws -> Bool {
    try db.value("SELECT 1 FROM api_key WHERE source = ? LIMIT 1", [source], as: Int.self) != nil
  }

  func lastingAPIKeys(role: String, limit: Int) throws -> [String] {
    try db.values(
      "SELECT id FROM api_key WHERE role = ? AND expires_at IS NULL ORDER BY key LIMIT ?",
      [role, limit])
  }

  func webhooks() throws -> [Webhook] { try db.webhooks("1 ORDER BY key") }

  func webhook(id: String) throws -> Webhook? { try db.webhooks("id = ?", [id]).first }

  func blobs(after hash: String, limit: Int) throws -> [StoredBlob] {
    try db.blobs("hash > ? ORDER BY hash LIMIT ?", [hash, limit])
  }

  func blobs(hashes: [String]) throws -> [StoredBlob] {
    try hashes.flatMap { try db.blobs("hash = ?", [$0]) }
  }

  func idempotency(_ key: String, of credentialId: String) throws -> IdempotencyRow? {
    try db.row(
      """
      SELECT fingerprint, status, body, text_item, text_version, text_start, text_count, rights
      FROM idempotency WHERE credential = ? AND name = ?
      """, [credentialId, key]
    ).map { row in
      guard let outcome = IdempotencyRow.Outcome(rawValue: row[1]) else {
        throw StoreFailure(.broken, "a first answer has the status \(row[1] as Int)")
      }
      return IdempotencyRow(
        credentialId: credentialId, key: IdempotencyKey(key: key, fingerprint: row[0]),
        outcome: outcome, body: [UInt8](row[2] as Data),
        text: (row[3] as String?).map {
          HeldText(itemId: $0, version: row[4], start: row[5], count: row[6])
        }, rights: row[7])
    }
  }
}

extension Database {
  /// The rows of a statement for a list of keys of any length, some hundred keys at a time.
  ///
  /// The statement is written for a list of question marks.
  func rows(ofKeys keys: [Int64], _ sql: (String) -> String) throws -> [Row] {
    var found: [Row] = []
    for start in stride(from: 0, to: keys.count, by: 200) {
      let part = keys[start..<min(start + 200, keys.count)]
      let arguments = StatementArguments(part)
      // One statement for every number of keys: SQLite keeps each that it has prepared.
      let size = part.count == 1 ? 1 : 200
      let padding = StatementArguments(repeatElement(Int64.min, count: size - part.count))
      found += try rows(sql(placeholders(size)), arguments + padding)
    }
    return found
  }
}

extension RowPage {
  /// Reads a page until its limit.
  ///
  /// - Parameters:
  ///   - limit: Where it ends.
  ///   - size: How many bytes a row counts for.
  ///   - next: Gives the next row; nil at the end.
  init(_ limit: RowLimit, size: (Row) -> Int, next: () throws -> Row?) rethrows {
    var rows: [Row] = []
    var bytes = 0
    var hasMore = false
    while let row = try next() {
      guard rows.count < limit.count, rows.isEmpty || bytes < limit.bytes else {
        hasMore = true
        break
      }
      bytes += size(row)
      rows.append(row)
    }
    self.init(rows: rows, hasMore: hasMore)
  }
}
