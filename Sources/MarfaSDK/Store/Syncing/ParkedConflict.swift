import GRDB

/// A conflict that waits for a person.
public struct ParkedConflict: Hashable, Sendable, Identifiable {
  /// The id of the change that met it; one of its own for a text that a document overruled.
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

  /// Settles a parked conflict as somebody decided, in one transaction.
  ///
  /// - Parameters:
  ///   - id: The conflict's id; one that is settled already is passed over.
  ///   - properties: What the item is to have; fields in conflict that are not named keep the
  ///     server's values.
  ///   - state: Where the item is to be in its life; nil leaves it where it is.
  ///   - copy: A note that is made of what was not chosen; nil for none.
  ///   - read: What the person saw while choosing; nil settles whatever is there.
  /// - Returns: Whether this settled it.
  /// - Throws: `ConflictError` when a side has changed since it was read, what refuses the copy, or
  ///   `StorageError`; nothing is changed then.
  @discardableResult
  package func resolveConflict(
    id: String, choosing properties: [String: JSONValue], state: ItemState? = nil,
    copy: NewItem? = nil, read: ConflictSides.Reading? = nil
  ) async throws -> Bool {
    try await write(as: .server) {
      try $0.resolveConflict(id: id, choosing: properties, state: state, copy: copy, read: read)
    }
  }
}

extension StoreWriter {
  /// See ``LocalStore/resolveConflict(id:choosing:state:copy:read:)``.
  func resolveConflict(
    id: String, choosing properties: [String: JSONValue], state: ItemState? = nil,
    copy: NewItem? = nil, read: ConflictSides.Reading? = nil
  ) throws -> Bool {
    if let parked = try parkedText(of: id) {
      return try settle(id, parked, choosing: properties, state, copy, read: read)
    }
    guard let row = try QueueTable(db: db).row(id: id), let context = try parkedContext(of: id)
    else { return false }
    if let read, try read != ConflictSides.Reading(context, row, self) { throw context.error }
    if let copy { try keep(copy) }
    try settleParked(row, context, choosing: properties)
    // That this side has moved it to the trash was shown with the conflict.
    try row.intent.item.map { try forgetBases(ofDeletions: $0) }
    if let state { try move(itemOf: row, to: state) }
    return true
  }

  /// Makes a note of what was not chosen, with the edges that the credential may write.
  fileprivate func keep(_ copy: NewItem) throws {
    var copy = copy
    copy.input = try permitted(copy.input)
    try acting(as: .person) { _ = try create(copy) }
  }

  /// Settles a conflict with a document; see
  /// ``LocalStore/resolveConflict(id:choosing:state:copy:read:)``.
  fileprivate func settle(
    _ id: String, _ parked: (item: Int64, context: ConflictContext),
    choosing properties: [String: JSONValue], _ state: ItemState?, _ copy: NewItem?,
    read: ConflictSides.Reading?
  ) throws -> Bool {
    let record = try record(key: parked.item)
    if let read, let record, read != ConflictSides.Reading(ofDocument: record.revision) {
      throw parked.context.error
    }
    if let copy { try keep(copy) }
    try settle(id, parked, choosing: properties)
    if let state, var record = try self.record(key: parked.item) {
      try acting(as: .person) { _ = try transition(&record, to: state) }
    }
    return true
  }

  /// Lets a parked change be sent as somebody decided.
  fileprivate func settleParked(
    _ row: QueueRow, _ context: ConflictContext, choosing properties: [String: JSONValue]
  ) throws {
    guard row.intent.kind == .updateItem else { return try releaseDeletion(row) }
    try unpark(row.id)
    // What only this side changed goes with the decision.
    var chosen: [String: JSONValue] = [:]
    if case .resolved(let own) = ConflictRules.resolve(context, siblingId: { "" }) {
      chosen = own.patch
    }
    chosen.merge(properties) { _, new in new }
    try apply(ConflictRules.resolve(context, choosing: chosen), of: context, to: row)
    // A trash of later is another question.
    guard try row.intent.item.flatMap({ try record(key: $0)?.state }) == .trashed else { return }
    try QueueTable(db: db).setKnowsTrash(true, of: row.key)
  }

  /// Moves the item of a settled change to another state, as its person's change.
  fileprivate func move(itemOf row: QueueRow, to state: ItemState) throws {
    guard let key = row.intent.item, var record = try record(key: key) else { return }
    try acting(as: .person) { _ = try transition(&record, to: state) }
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
