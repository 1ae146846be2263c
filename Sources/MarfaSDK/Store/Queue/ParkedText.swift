import GRDB

/// A conflict between a person's text and the document of their note.
///
/// It is a row of `parked_conflict` that no change of the queue belongs to: nothing waits for the
/// decision, and what the server says of the item does not end it. The other side is what the note
/// shows, which goes on with its document.
enum ParkedText {
  /// What such a row has in the place of a request; that of a file is a ``FileConflict``'s.
  static let mark = "document"

  /// Whether a row is of a text, and of no change of the queue; a request is JSON.
  static let isText = "substr(parked_conflict.request, 1, 1) <> '{'"

  /// The row's sides as they are now.
  ///
  /// - Parameters:
  ///   - context: The sides as they were stored.
  ///   - item: The item as it is seen.
  /// - Returns: The sides, of which the other one is what the item shows.
  static func following(_ context: ConflictContext, _ item: Item) -> ConflictContext {
    var context = context
    for name in context.conflictingFields {
      context.current.properties[name] = item.properties[name]
    }
    return context
  }
}

extension StoreWriter {
  /// Lets a text wait for a person that contradicts the document of its note; where nobody is asked
  /// it becomes a note of its own.
  ///
  /// - Parameters:
  ///   - text: The text; nothing happens where nothing contradicts.
  ///   - field: The name of the text.
  ///   - key: The item, which shows the document's text already.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func park(_ text: CarriedText, of field: String, in key: Int64) throws {
    guard let parked = text.parked, let record = try record(key: key) else { return }
    let current = PropertiesSnapshot(
      version: record.serverVersion ?? 0, properties: try storedProperties(of: record))
    let ancestor = PropertiesSnapshot(
      version: current.version, properties: [field: .string(parked.base)])
    let error = ConflictError(
      current: current, ancestor: ancestor, conflictingFields: [field],
      clientPatch: [field: .string(parked.mine)],
      mergePolicy: MergePolicy(fields: [field: .keepBothCopies]))
    let context = ConflictContext(
      error, item: try Item(record: record, text: self.text(of: key)), tags: record.tags)
    guard try syncState.value(SyncState.asks) != nil else { return try keepCopy(of: context) }
    try db.cachedStatement(
      sql: """
        INSERT INTO parked_conflict(mutation_id, item, request, context, parked_at)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      environment.ids.nextId(), key, ParkedText.mark, StoredJSON.text(of: context), now,
    ])
    try settle(key)
  }

  private func keepCopy(of context: ConflictContext) throws {
    let ids = environment.ids
    let decision = ConflictRules.resolve(context, siblingId: { ids.nextId() })
    guard case .resolved(let resolution) = decision, let sibling = resolution.sibling
    else { return }
    try acting(as: .person) { _ = try create(NewItem(permitted(sibling))) }
  }

  /// The text that waits for a person under an id; nil for other conflicts.
  func parkedText(of id: String) throws -> (item: Int64, context: ConflictContext)? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT item, context FROM parked_conflict WHERE mutation_id = ? AND \(ParkedText.isText)
          """), arguments: [id])
    return try row.map { ($0[0], try StoredJSON.value(ConflictContext.self, $0[1])) }
  }

  /// Makes what somebody decided about a parked text an edit of the note, and of its document if it
  /// has one.
  ///
  /// - Parameters:
  ///   - id: The conflict.
  ///   - parked: The item and the sides as they were stored.
  ///   - properties: What was chosen; the text stays as the document has it when it is not named.
  /// - Throws: `ValidationError` or `DatabaseError`; the transaction is then undone.
  func settle(
    _ id: String, _ parked: (item: Int64, context: ConflictContext),
    choosing properties: [String: JSONValue]
  ) throws {
    if var record = try record(key: parked.item) {
      try keepFile(of: id, parked.context, in: &record)
      let present = try storedProperties(of: record)
      var chosen = properties
      for name in parked.context.conflictingFields {
        guard let text = properties[name]?.stringValue else { continue }
        let former = parked.context.current.properties[name]?.stringValue ?? ""
        chosen[name] = .string(
          CarriedText.decided(text, since: former, over: present[name]?.stringValue ?? ""))
      }
      try acting(as: .person) {
        _ = try update(&record, patch: chosen, UpdateOptions(snapshot: .always))
      }
    }
    try unpark(id)
    try settle(parked.item)
  }

  /// Queues the texts of an item that wait for a person, so that they are refused with it.
  func queueParkedTexts(of record: ItemRecord) throws {
    let rows = try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT context FROM parked_conflict WHERE item = ? AND request = ? ORDER BY key"),
      arguments: [record.key, ParkedText.mark])
    for text in rows {
      let context = try StoredJSON.value(ConflictContext.self, text)
      let body: JSONValue = .object(["properties": .object(context.clientPatch)])
      try QueueTable(db: db).insert(
        MutationIntent(
          kind: .updateItem, item: record.key, detail: context.conflictingFields,
          base: context.ancestor.map { StoredJSON.text(.object($0.properties)) }),
        id: environment.ids.nextId(), baseVersion: record.serverVersion, createdAt: now,
        request: StoredJSON.text(body))
    }
  }
}
