import GRDB

/// A contradiction between a file of a mirror and its note, about which a person decides.
///
/// It is a row of `parked_conflict` as that of a ``ParkedText``: this side is the file, the other
/// one what the note shows. The file is written by its mirror, which asks what was decided.
package struct FileConflict: Hashable, Sendable {
  /// What a row has in the place of a request, before the file's path.
  static let mark = "file:"

  /// The file's absolute path.
  package var path: String
  /// The note's id.
  package var itemId: String
  /// The contradicting properties as both had them last.
  package var base: [String: JSONValue]
  /// The same as the file has them.
  package var file: [String: JSONValue]

  /// A file and its note.
  package init(
    path: String, itemId: String, base: [String: JSONValue], file: [String: JSONValue]
  ) {
    (self.path, self.itemId, self.base, self.file) = (path, itemId, base, file)
  }

  /// What became of one.
  package enum Standing: Hashable, Sendable {
    /// It waits for a person.
    case waits
    /// The note has what a person chose.
    case settled
    /// The store does not have it, as after a backup was restored.
    case unknown
  }

  /// The path in the request of a row; nil in that of another conflict.
  static func path(inRequest request: String) -> String? {
    request.hasPrefix(mark) ? String(request.dropFirst(mark.count)) : nil
  }
}

extension LocalStore {
  /// Lets a contradiction wait for a person; one that waits already gets the sides of now.
  ///
  /// - Parameters:
  ///   - conflict: The sides.
  ///   - id: The id of the conflict of this file that was parked before; nil for none.
  /// - Returns: The conflict's id.
  /// - Throws: `NotFoundError` or `StorageError`; nothing is written then.
  package func park(_ conflict: FileConflict, as id: String?) async throws -> String {
    try await write(as: .server) { try $0.park(conflict, as: id) }
  }

  /// What became of the conflict of a file.
  ///
  /// - Parameter id: The conflict's id.
  /// - Returns: Where it is.
  /// - Throws: `StorageError`.
  package func standing(ofFileConflict id: String) async throws -> FileConflict.Standing {
    try await read { db in
      let waits = try Int.fetchOne(
        db, sql: "SELECT 1 FROM parked_conflict WHERE mutation_id = ?", arguments: [id])
      if waits != nil { return .waits }
      return try SyncState(db: db).value(FileConflict.decision(id)) == nil ? .unknown : .settled
    }
  }

  /// Forgets the conflict of a file, which contradicts its note no more.
  ///
  /// - Parameter id: The conflict's id.
  /// - Throws: `StorageError`; nothing is written then.
  package func endFileConflict(id: String) async throws {
    try await write(as: .server) { writer in
      try writer.syncState.set(FileConflict.decision(id), to: nil)
      guard let parked = try writer.parkedText(of: id) else { return }
      try writer.unpark(id)
      try writer.settle(parked.item)
    }
  }

  /// Lets the conflict of a file wait again whose decision was undone, unless the mirror has
  /// written the file since.
  ///
  /// - Parameter sides: Both sides, as they were read before the decision.
  /// - Throws: `StorageError`; nothing is written then.
  package func waitAgain(_ sides: ConflictSides) async throws {
    guard let path = sides.file else { return }
    try await write(as: .server) { writer in
      let decision = FileConflict.decision(sides.conflict.id)
      guard try writer.syncState.value(decision) != nil,
        let record = try writer.record(id: sides.item.id)
      else { return }
      try writer.syncState.set(decision, to: nil)
      try writer.insert(sides.conflict.context, path, as: sides.conflict.id, in: record.key)
    }
  }
}

extension FileConflict {
  /// The name of the row of `sync_state` that says that a conflict is decided.
  fileprivate static func decision(_ id: String) -> String { "decided:" + id }
}

extension StoreWriter {
  fileprivate func park(_ conflict: FileConflict, as id: String?) throws -> String {
    let record = try existingRecord(id: conflict.itemId)
    let current = PropertiesSnapshot(
      version: record.serverVersion ?? 0, properties: try storedProperties(of: record))
    let error = ConflictError(
      current: current,
      ancestor: PropertiesSnapshot(version: current.version, properties: conflict.base),
      conflictingFields: conflict.file.keys.sorted(), clientPatch: conflict.file,
      mergePolicy: try resolvedType(record.type)?.mergePolicy ?? MergePolicy())
    let context = ConflictContext(
      error, item: try Item(record: record, text: text(of: record.key)), tags: record.tags)
    let request = FileConflict.mark + conflict.path
    let known = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT mutation_id, context, request FROM parked_conflict
          WHERE item = ?1 AND (mutation_id = ?2 OR request = ?3) ORDER BY key LIMIT 1
          """), arguments: [record.key, id, request])
    guard let known else {
      let id = environment.ids.nextId()
      try insert(context, conflict.path, as: id, in: record.key)
      return id
    }
    let (knownId, knownRequest): (String, String) = (known[0], known[2])
    // A transaction without changes waits for no disk, and a mirror looks every other second.
    let former = try StoredJSON.value(ConflictContext.self, known[1])
    if former != context || knownRequest != request {
      try db.cachedStatement(
        sql: "UPDATE parked_conflict SET context = ?, request = ? WHERE mutation_id = ?"
      ).execute(arguments: [StoredJSON.text(of: context), request, knownId])
    }
    return knownId
  }

  fileprivate func insert(
    _ context: ConflictContext, _ path: String, as id: String, in item: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO parked_conflict(mutation_id, item, request, context, parked_at)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      id, item, FileConflict.mark + path, StoredJSON.text(of: context), now,
    ])
    try settle(item)
  }

  /// Notes that the conflict of a file is decided, and keeps the file's text in the history, since
  /// its mirror may write over it.
  ///
  /// - Parameters:
  ///   - id: A conflict; nothing happens where it is of no file.
  ///   - context: Its sides.
  ///   - record: The note.
  /// - Throws: `ValidationError` or `DatabaseError`; the transaction is then undone.
  func keepFile(
    of id: String, _ context: ConflictContext, in record: inout ItemRecord
  ) throws {
    let request = try String.fetchOne(
      db.cachedStatement(sql: "SELECT request FROM parked_conflict WHERE mutation_id = ?"),
      arguments: [id])
    guard let request, FileConflict.path(inRequest: request) != nil else { return }
    try syncState.set(FileConflict.decision(id), to: "1")
    // In a document others would see their words go and come.
    guard try boundReplica(of: record.key) == nil else { return }
    let shown = try storedProperties(of: record)
    // An alias of a heading that only the file has would stay.
    let file = context.clientPatch.merging(["aliases": shown["aliases"] ?? .null]) { own, _ in own }
    var note = file
    for name in file.keys { note[name] = shown[name] ?? .null }
    for patch in [file, note] {
      try acting(as: .person) {
        _ = try update(&record, patch: patch, UpdateOptions(snapshot: .always))
      }
    }
  }

  /// Removes the conflicts with a server; those of files stay.
  ///
  /// - Returns: The items that are left with one.
  func keepFileConflictsAlone() throws -> [Int64] {
    try db.execute(
      sql: "DELETE FROM parked_conflict WHERE substr(request, 1, ?) <> ?",
      arguments: [FileConflict.mark.count, FileConflict.mark])
    return try Int64.fetchAll(db, sql: "SELECT item FROM parked_conflict")
  }
}
