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

  /// Both sides of a parked conflict as they are now.
  ///
  /// - Parameter id: The conflict's id.
  /// - Returns: The sides; nil for a conflict that is settled.
  /// - Throws: `StorageError`.
  package func conflictSides(id: String) async throws -> ConflictSides? {
    try await read { try ConflictSidesFetch(id: id).fetch($0) }
  }

  /// Settles a parked conflict with the properties that somebody chose.
  ///
  /// - Parameters:
  ///   - id: The conflict's id; one that is settled already is passed over.
  ///   - properties: What the item is to have; fields in conflict that are not named keep the
  ///     server's values.
  ///   - read: What the person saw while choosing; nil settles whatever is there.
  /// - Throws: `ConflictError` when a side has changed since it was read, or `StorageError`; nothing
  ///   is changed then.
  package func resolveConflict(
    id: String, choosing properties: [String: JSONValue], read: ConflictSides.Reading? = nil
  ) async throws {
    try await write(as: .server) { writer in
      guard let row = try QueueTable(db: writer.db).row(id: id),
        let context = try writer.parkedContext(of: id)
      else { return }
      if let read, try read != ConflictSides.Reading(context, row, writer) { throw context.error }
      guard row.intent.kind == .updateItem else { return try writer.releaseDeletion(row) }
      try writer.unpark(id)
      // What only this side changed goes with the decision.
      var chosen: [String: JSONValue] = [:]
      if case .resolved(let own) = ConflictRules.resolve(context, siblingId: { "" }) {
        chosen = own.patch
      }
      chosen.merge(properties) { _, new in new }
      try writer.apply(
        ConflictRules.resolve(context, choosing: chosen), of: context, to: row)
    }
  }
}

extension StoreWriter {
  /// The three sides of a conflict that waits for a person; nil when it does not.
  func parkedContext(of id: String) throws -> ConflictContext? {
    let statement = try db.cachedStatement(
      sql: "SELECT context FROM parked_conflict WHERE mutation_id = ?")
    return try String.fetchOne(statement, arguments: [id])
      .map { try StoredJSON.value(ConflictContext.self, $0) }
  }

  /// A conflict waits for nobody any more.
  func unpark(_ id: String) throws {
    try db.cachedStatement(sql: "DELETE FROM parked_conflict WHERE mutation_id = ?")
      .execute(arguments: [id])
  }
}
