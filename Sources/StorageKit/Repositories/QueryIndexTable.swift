import Foundation
import GRDB

/// The schema and statements of a query index: one head row a query, one row an id.
struct QueryIndexTable: Hashable, Sendable {
  private let name: String
  private let entityTable: String?

  private var head: String { "\(name)_head" }

  init(name: String, entityTable: String?) throws(StorageError) {
    for name in [name, entityTable].compactMap({ $0 }) where !SQLName.isPlain(name) {
      throw StorageError(.invalidName, while: "naming a query index", detail: name)
    }
    self.name = name
    self.entityTable = entityTable
  }

  func create(in db: Database) throws {
    let reference =
      entityTable.map { " REFERENCES \($0) (id) ON DELETE CASCADE ON UPDATE CASCADE" } ?? ""
    try db.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS \(head) (
          query TEXT PRIMARY KEY NOT NULL,
          revision INTEGER NOT NULL
        );
        CREATE TABLE IF NOT EXISTS \(name) (
          query TEXT NOT NULL REFERENCES \(head) (query) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          id TEXT NOT NULL\(reference),
          updatedAt REAL NOT NULL,
          PRIMARY KEY (query, position)
        );
        CREATE INDEX IF NOT EXISTS idx_\(name)_id ON \(name) (id);
        """)
  }

  func save(_ query: String, _ items: [QueryIndexStore.Item], in db: Database) throws -> Int {
    try db.execute(
      sql: """
        INSERT INTO \(head) (query, revision) VALUES (?, 1)
        ON CONFLICT (query) DO UPDATE SET revision = revision + 1
        """, arguments: [query])
    try db.execute(sql: "DELETE FROM \(name) WHERE query = ?", arguments: [query])
    let statement = try db.cachedStatement(
      sql: "INSERT INTO \(name) (query, position, id, updatedAt) VALUES (?, ?, ?, ?)")
    for (position, item) in items.enumerated() {
      try statement.execute(
        arguments: [query, position, item.id, item.updatedAt.timeIntervalSince1970])
    }
    return try revision(of: query, in: db)
  }

  func load(_ query: String, in db: Database) throws -> [QueryIndexStore.Item] {
    let sql = "SELECT id, updatedAt FROM \(name) WHERE query = ? ORDER BY position"
    return try Row.fetchAll(db, sql: sql, arguments: [query]).map { row in
      QueryIndexStore.Item(id: row[0], updatedAt: Date(timeIntervalSince1970: row[1]))
    }
  }

  func revision(of query: String, in db: Database) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT revision FROM \(head) WHERE query = ?", arguments: [query]) ?? 0
  }

  func clear(_ query: String, in db: Database) throws {
    try db.execute(sql: "DELETE FROM \(name) WHERE query = ?", arguments: [query])
    try db.execute(sql: "DELETE FROM \(head) WHERE query = ?", arguments: [query])
  }
}
