import Foundation
import GRDB

/// Remembers the ids that a query returned, in the query's order.
///
/// ```swift
/// let index = try QueryIndexStore(db: ctx.db)
/// try await index.migrate()
/// try await index.save(query: "recent", ids: [QueryIndexStore.Item(id: "u1", updatedAt: now)])
/// let ids = try await index.load(query: "recent").map(\.id)
/// ```
///
/// A save replaces the whole result in one transaction and raises its revision.
public actor QueryIndexStore {
  /// One id of a result.
  public struct Item: Codable, Hashable, Sendable {
    /// The entity's identifier.
    public let id: String
    /// When the entity was changed last.
    public let updatedAt: Date

    /// Joins an id and the moment of its last change.
    public init(id: String, updatedAt: Date) {
      self.id = id
      self.updatedAt = updatedAt
    }
  }

  private let db: DatabaseActor
  private let table: QueryIndexTable

  /// Uses a table, which `migrate()` makes.
  ///
  /// - Parameters:
  ///   - db: The database that holds the table.
  ///   - tableName: The table's name: letters, digits and underscores.
  ///   - entityTable: The table whose rows the ids name, by its column `id`; a row deleted there
  ///     leaves every result. Only ids of that table can be saved then.
  /// - Throws: ``StorageError`` with `.invalidName`.
  public init(
    db: DatabaseActor, tableName: String = "query_index", entityTable: String? = nil
  ) throws(StorageError) {
    self.db = db
    table = try QueryIndexTable(name: tableName, entityTable: entityTable)
  }

  /// Makes the table if it is missing.
  ///
  /// - Throws: ``StorageError``.
  public func migrate() async throws(StorageError) {
    try await StorageError.wrapping("creating the query index") { [db, table] in
      try await db.write { try table.create(in: $0) }
    }
  }

  /// Replaces the result of a query.
  ///
  /// - Parameters:
  ///   - query: The query's name, any text.
  ///   - ids: Its ids, in its order; may be empty.
  /// - Returns: The result's revision, one more than that of the result before.
  /// - Throws: ``StorageError``; the result before is kept then.
  @discardableResult
  public func save(query: String, ids: [Item]) async throws(StorageError) -> Int {
    try await StorageError.wrapping("saving a query index") { [db, table] in
      try await db.write { try table.save(query, ids, in: $0) }
    }
  }

  /// The ids of a query, in its order; empty when none were saved.
  ///
  /// - Parameter query: The query's name.
  /// - Returns: The items.
  /// - Throws: ``StorageError``.
  public func load(query: String) async throws(StorageError) -> [Item] {
    try await StorageError.wrapping("reading a query index") { [db, table] in
      try await db.read { try table.load(query, in: $0) }
    }
  }

  /// How often the result of a query was saved, 0 when it never was or has been cleared.
  ///
  /// - Parameter query: The query's name.
  /// - Returns: The revision.
  /// - Throws: ``StorageError``.
  public func revision(query: String) async throws(StorageError) -> Int {
    try await StorageError.wrapping("reading a query index") { [db, table] in
      try await db.read { try table.revision(of: query, in: $0) }
    }
  }

  /// Forgets the result of a query.
  ///
  /// - Parameter query: The query's name.
  /// - Throws: ``StorageError``.
  public func clear(query: String) async throws(StorageError) {
    try await StorageError.wrapping("clearing a query index") { [db, table] in
      try await db.write { try table.clear(query, in: $0) }
    }
  }
}
