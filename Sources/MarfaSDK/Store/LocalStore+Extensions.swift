import GRDB

extension LocalStore {
  /// The most bytes of JSON that one extension may hold.
  public static let maximumExtensionSize = 100 * 1024

  /// Reads all extensions of an item.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: Objects by namespace.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func extensions(of id: String) async throws -> [String: JSONValue] {
    try await read { try ItemReader(db: $0).metadata(id: id).extensions }
  }

  /// Replaces one extension of an item; nil removes it.
  ///
  /// - Parameters:
  ///   - namespace: The namespace: two or more dotted segments of `a-z0-9_-`.
  ///   - id: The item's id.
  ///   - data: The object, at most 100 KB as JSON; nil for none.
  /// - Returns: All extensions of the item as they are now.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  public func setExtension(
    _ namespace: String, of id: String, to data: [String: JSONValue]?
  ) async throws -> [String: JSONValue] {
    guard TypeName.isWellFormed(namespace) else {
      throw ValidationError(
        message: "\(namespace) is not a namespace.", details: ["field": "namespace"])
    }
    let text = data.map { StoredJSON.text(.object($0)) }
    if let text, text.utf8.count > Self.maximumExtensionSize {
      throw ValidationError(
        message: "An extension has at most \(Self.maximumExtensionSize) bytes.",
        details: ["size": .integer(Int64(text.utf8.count))])
    }
    return try await write { writer in
      var record = try writer.existingRecord(id: id)
      if try text.map({ try writer.setExtension(namespace, of: record, to: $0) })
        ?? writer.removeExtension(namespace, of: record)
      {
        try writer.touch(&record)
      }
      return try ItemReader(db: writer.db).extensions(of: record.key)
    }
  }
}

extension StoreWriter {
  /// Writes one extension of an item, given as JSON text.
  ///
  /// Answers true: the same text again counts as a change.
  @discardableResult
  func setExtension(_ namespace: String, of record: ItemRecord, to text: String) throws -> Bool {
    try self.record(.setExtension, of: record, subject: namespace)
    try writeExtension(namespace, of: record.key, to: text)
    return true
  }

  /// Writes one extension's row.
  func writeExtension(_ namespace: String, of key: Int64, to text: String) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO extension(item, namespace, data) VALUES (?, ?, ?)
        ON CONFLICT(item, namespace) DO UPDATE SET data = excluded.data
        """
    ).execute(arguments: [key, namespace, text])
  }

  /// Removes one extension of an item.
  ///
  /// Answers whether it was there.
  func removeExtension(_ namespace: String, of record: ItemRecord) throws -> Bool {
    let known = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM extension WHERE item = ? AND namespace = ?"),
      arguments: [record.key, namespace])
    guard known != nil else { return false }
    try self.record(.removeExtension, of: record, subject: namespace)
    try db.cachedStatement(sql: "DELETE FROM extension WHERE item = ? AND namespace = ?")
      .execute(arguments: [record.key, namespace])
    return true
  }
}
