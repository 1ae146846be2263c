import GRDB

/// A conflict that waits for a person.
public struct ParkedConflict: Hashable, Sendable, Identifiable {
  /// The id of the change that met it.
  public var id: String
  /// The three sides.
  public var context: ConflictContext
  /// When it was met.
  public var parkedAt: Timestamp
}

extension LocalStore {
  /// The conflicts that wait for a person, oldest first.
  ///
  /// - Returns: The conflicts.
  /// - Throws: `StorageError`.
  package func parkedConflicts() async throws -> [ParkedConflict] {
    try await read { try ConflictFetch().fetch($0) }
  }

  /// Settles a parked conflict with the properties that somebody chose.
  ///
  /// - Parameters:
  ///   - id: The conflict's id; one that is settled already is passed over.
  ///   - properties: What the item is to have; fields in conflict that are not named keep the
  ///     server's values.
  /// - Throws: `StorageError`; nothing is changed then.
  package func resolveConflict(
    id: String, choosing properties: [String: JSONValue]
  ) async throws {
    try await write(as: .server) { writer in
      let db = writer.db
      let stored = try String.fetchOne(
        db, sql: "SELECT context FROM parked_conflict WHERE mutation_id = ?", arguments: [id])
      guard let stored, let row = try QueueTable(db: db).row(id: id) else { return }
      let context = try StoredJSON.value(ConflictContext.self, stored)
      try db.execute(sql: "DELETE FROM parked_conflict WHERE mutation_id = ?", arguments: [id])
      var chosen = context.clientPatch.filter { !context.conflictingFields.contains($0.key) }
      chosen.merge(properties) { _, new in new }
      try writer.apply(
        ConflictRules.resolve(context, choosing: chosen), of: context, to: row)
    }
  }
}
