import GRDB

extension LocalStore {
  /// Reads the text of a note.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The text.
  /// - Throws: `NotFoundError` or `StorageError`.
  public func noteText(id: String) async throws -> NoteText {
    try await readBriefly { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT item.title, item.tags, item.state, item.version, item.updated_at,
            item.properties, \(ItemText.columns), item.revision
          FROM \(Item.storedTables) WHERE item.id = ?
          """)
      var row = try Row.fetchOne(statement, arguments: [id])
      if row == nil {
        row = try Row.fetchOne(statement, arguments: [ItemReader(db: db).presentId(of: id)])
      }
      guard let row else { throw ItemErrors.notFound(id) }
      let text = ItemText(row: row, at: 6)
      // A body with a NUL is kept with the other properties.
      let body =
        text.fields.contains(.body)
        ? text.body : try StoredJSON.object(row[5])["body"]?.stringValue
      return NoteText(
        id: id, title: row[0], body: body ?? "", version: row[3], revision: row[9],
        tags: TagColumn.tags(row[1]), state: ItemState(code: row[2]),
        updatedAt: Timestamp(milliseconds: row[4]))
    }
  }

  /// Saves the text of a note, with its search index and links, in one transaction.
  ///
  /// An unchanged text writes nothing. Links in the text become `references`
  /// edges. For autosaves versions are kept at most every ten minutes.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - title: The title property; nil leaves it as it is.
  ///   - body: The text.
  ///   - revision: The revision that the text was made on, as `noteText(id:)` and the last save
  ///     gave it: what was saved in between would be lost otherwise.
  ///   - snapshot: When the state before is kept as a version.
  /// - Returns: Title, revision and time as they are now.
  /// - Throws: `NotFoundError`, `ConflictError` with the present text when the note has another
  ///   revision, `ValidationError` or `StorageError`; nothing is
  ///   written then.
  @discardableResult
  nonisolated(nonsending) public func saveText(
    id: String, title: String? = nil, body: String, basedOn revision: Int,
    snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot
  ) async throws -> SavedText {
    try await saveText(
      id: id, title: title, body: body, basedOn: revision, snapshot: snapshot, as: .person)
  }

  /// Saves the text of a note and the tags that change with it, in one transaction.
  ///
  /// A text that overrules what the note has is sent as an edit of the text before the
  /// contradiction, of no known version: the server answers what it has, and the conflict is
  /// settled as any other.
  nonisolated(nonsending) package func saveText(
    id: String, title: String? = nil, body: String, basedOn revision: Int,
    snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot, tags: TagDifference,
    contradictingSince base: String? = nil
  ) async throws -> SavedText {
    try await saveText(
      id: id, title: title, body: body, basedOn: revision, snapshot: snapshot, as: .person,
      tags: tags, contradictingSince: base)
  }

  /// Saves the text of a note for somebody, who decides what is queued for the server.
  nonisolated(nonsending) package func saveText(
    id: String, title: String? = nil, body: String, basedOn revision: Int,
    snapshot: UpdateOptions.Snapshot = UpdateOptions.autosaveSnapshot, as origin: WriteOrigin,
    tags: TagDifference = .none, contradictingSince base: String? = nil
  ) async throws -> SavedText {
    try await writeBriefly(as: origin) { writer in
      var record = try writer.existingRecord(id: id)
      var options = UpdateOptions(snapshot: snapshot)
      options.revision = revision
      let changed = try writer.saveText(&record, title: title, body: body, options)
      if changed, let base { try writer.contradict(record, "body", since: base) }
      if !tags.isEmpty {
        try writer.setTags(tags.applied(to: record.tags).sorted(), of: &record)
      }
      return SavedText(
        title: record.title, version: record.version, revision: record.revision,
        updatedAt: Timestamp(milliseconds: record.updatedAt), didChange: changed)
    }
  }

  /// Gives a note another title and, when asked, rewrites the links to it in other notes.
  ///
  /// Everything is one transaction. Links by alias, id or path stay as they are.
  ///
  /// - Parameters:
  ///   - id: The item's id.
  ///   - newTitle: The title.
  ///   - links: What becomes of links to the old title.
  ///   - run: Whether it is done, or only said what would be done.
  /// - Returns: The notes that are, or would be, rewritten.
  /// - Throws: `NotFoundError`, `ValidationError` or `StorageError`; nothing is written then.
  @discardableResult
  public func rename(
    id: String, to newTitle: String, links: LinkRewriting = .rewrite,
    run: RenameRun = .perform
  ) async throws -> RenameResult {
    try await write { writer in
      try writer.rename(id: id, to: newTitle, links: links, run: run)
    }
  }
}

/// What becomes of links to a title that changes.
public enum LinkRewriting: Hashable, Sendable {
  /// They are rewritten.
  case rewrite
  /// They stay, and wait for another note of that title.
  case keep
}

/// Whether a change is made or only described.
public enum RenameRun: Hashable, Sendable {
  /// It is made.
  case perform
  /// It is described.
  case dry
}
