import GRDB

extension StoreWriter {
  /// Settles the conflict that a queued update met, as its row or the client says.
  ///
  /// The copy, what is sent in place of the update, and what is seen are written together. Later
  /// changes of a field in conflict are part of the same decision: the copy has their value.
  func settle(
    _ error: ConflictError, of row: QueueRow, _ policy: SyncPolicy
  ) throws -> [SyncEvent] {
    guard let key = row.intent.item, let record = try record(key: key) else {
      try QueueTable(db: db).remove(row.key)
      return []
    }
    let context = try self.context(of: error, row, record)
    // Merged within the transaction, since it must be of the texts that it writes over; only an
    // answer of the server leads here, never a key.
    let merge: ConflictRules.TextMerge? =
      policy.mergesDisjointTexts
      ? { ThreeWayMerge(base: $0, mine: $1, theirs: $2).merged } : nil
    let ids = environment.ids
    let decision = ConflictRules.resolve(
      context, strategy: .auto, siblingId: { ids.nextId() }, textMerge: merge)
    let isForPerson =
      (row.intent.conflict ?? policy.conflict) == .manual && !context.conflictingFields.isEmpty
    guard case .resolved(let resolution) = decision, !isForPerson || resolution.isMerged else {
      try park(context, row)
      return []
    }
    try apply(resolution, of: context, to: row)
    return resolution.payload.map { [.conflictAutoMerged(payload: $0)] } ?? []
  }

  /// The three sides; the ancestor is what the row was really made on.
  func context(
    of error: ConflictError, _ row: QueueRow, _ record: ItemRecord
  ) throws -> ConflictContext {
    var error = error
    error.clientPatch = try request(of: row)["properties"]?.objectValue ?? [:]
    error.ancestor = try ancestor(of: row, given: error.ancestor)
    error.conflictingFields = ConflictRules.conflictingFields(
      patch: error.clientPatch, current: error.current.properties,
      ancestor: error.ancestor?.properties)
    // What was typed after this row was sent belongs to the same decision.
    let visible = try storedProperties(of: record)
    let later = Set(try laterUpdates(of: row).flatMap(\.intent.detail))
    for name in error.conflictingFields where later.contains(name) {
      error.clientPatch[name] = visible[name] ?? .null
    }
    let theirs = error.current.properties
    let ancestor = error.ancestor?.properties ?? [:]
    for name in error.conflictingFields where !later.contains(name) {
      // What was only added and is there is no difference: a copy of this store may have sent it.
      guard let added = error.clientPatch[name]?.stringValue, let text = theirs[name]?.stringValue,
        TextAddition(from: ancestor[name]?.stringValue ?? "", to: added)?.isIn(text) == true
      else { continue }
      error.clientPatch.removeValue(forKey: name)
    }
    let mine = error.clientPatch
    error.conflictingFields.removeAll {
      !mine.keys.contains($0) || mine[$0] ?? .null == theirs[$0] ?? .null
    }
    let item = try Item(record: record, text: text(of: record.key))
    return ConflictContext(error, item: item, tags: record.tags)
  }

  /// The given ancestor with the values that the row keeps of what it was made on.
  private func ancestor(
    of row: QueueRow, given: PropertiesSnapshot?
  ) throws -> PropertiesSnapshot? {
    guard let base = row.intent.base else { return given }
    let values = try StoredJSON.object(base)
    var ancestor = given?.properties ?? [:]
    for name in row.intent.detail {
      guard let value = values[name] else { continue }
      if value.isNull {
        ancestor.removeValue(forKey: name)
      } else {
        ancestor[name] = value
      }
    }
    return PropertiesSnapshot(version: row.baseVersion ?? 0, properties: ancestor)
  }

  private func request(of row: QueueRow) throws -> [String: JSONValue] {
    try row.request.map { try StoredJSON.object($0) } ?? [:]
  }

  /// The updates of the same item that came after a row and were never sent.
  func laterUpdates(of row: QueueRow) throws -> [QueueRow] {
    guard let item = row.intent.item else { return [] }
    return try QueueTable(db: db).rows(of: item).filter {
      $0.key > row.key && $0.intent.kind == .updateItem && $0.attempt == 0
    }
  }

  /// Keeps a conflict for a person; the row stays and blocks its item alone.
  func park(_ context: ConflictContext, _ row: QueueRow) throws {
    // It waits for a person now, not for another attempt after an earlier failure.
    try db.cachedStatement(
      sql: "UPDATE mutation SET state = 0, last_error = NULL, next_attempt_at = NULL WHERE id = ?"
    ).execute(arguments: [row.id])
    try db.cachedStatement(
      sql: """
        INSERT INTO parked_conflict(mutation_id, item, request, context, parked_at)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT(mutation_id) DO UPDATE SET context = excluded.context
        """
    ).execute(arguments: [
      row.id, row.intent.item, row.request ?? "{}", StoredJSON.text(of: context), now,
    ])
    try settle(row.intent.item)
  }

  /// Writes what settles a conflict: the copy, the update that takes the row's place, and what is
  /// seen.
  func apply(
    _ resolution: ConflictResolution, of context: ConflictContext, to row: QueueRow
  ) throws {
    guard let key = row.intent.item else { return }
    // A bound text is not sent with the item: `show` makes an edit of its document.
    var sent = resolution
    try boundReplica(of: key).map { sent.patch[$0.field] = nil }
    if let sibling = resolution.sibling {
      try acting(as: .person) { _ = try create(NewItem(permitted(sibling))) }
    }
    try keepOverruled(by: resolution, context, key: key)
    try dropConflicting(Set(context.conflictingFields), of: row)
    // An earlier attempt has arrived, and its answer has not: what was typed since is made on it.
    let hasArrived = try sent.patch.isEmpty && context.current.holds(produced(by: row))
    if hasArrived {
      try passBase(of: row, to: context.current, item: key)
    } else if let version = row.baseVersion {
      try keepBases(after: row, asking: sent.patch, version: version, context.current)
    }
    try replace(row, with: sent)
    try adoptCurrent(of: context, key: key, answering: hasArrived ? row : nil)
    try show(resolution.patch, of: context, key: key)
    try settle(key)
  }

  /// Keeps a version of what is seen where the decision overrules some of it; merged texts have
  /// both.
  private func keepOverruled(
    by resolution: ConflictResolution, _ context: ConflictContext, key: Int64
  ) throws {
    guard !resolution.isMerged, let record = try record(key: key) else { return }
    let visible = try storedProperties(of: record)
    let isOverruled = Set(context.conflictingFields).union(resolution.patch.keys).contains { name in
      let decided = resolution.patch[name] ?? context.current.properties[name] ?? .null
      return visible[name] ?? .null != decided
    }
    if isOverruled { try keepVersion(of: record, properties: visible, .always) }
  }

  /// Later changes of a settled field are settled with it.
  private func dropConflicting(_ fields: Set<String>, of row: QueueRow) throws {
    let table = QueueTable(db: db)
    for later in try laterUpdates(of: row) {
      let detail = later.intent.detail.filter { !fields.contains($0) }
      guard detail != later.intent.detail else { continue }
      if detail.isEmpty, later.intent.side.areEmpty {
        try table.remove(later.key)
      } else {
        try table.set(detail: detail, side: later.intent.side, of: later.key)
      }
    }
  }

  /// The row asks for what was decided, under a new id: the first one has its answer.
  private func replace(_ row: QueueRow, with resolution: ConflictResolution) throws {
    var body = try request(of: row)
    body["properties"] = nil
    body["version"] = nil
    if !resolution.patch.isEmpty {
      body["properties"] = .object(resolution.patch)
      body["version"] = .integer(Int64(resolution.version))
    }
    if resolution.patch.isEmpty { body["device"] = nil }
    guard !body.isEmpty else { return try QueueTable(db: db).remove(row.key) }
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET id = ?, detail = ?, request = ?, base_version = ?, base = NULL,
          state = 0, attempt = 0, next_attempt_at = NULL WHERE key = ?
        """
    ).execute(arguments: [
      environment.ids.nextId(), QueueTable.text(resolution.patch.keys.sorted()),
      StoredJSON.text(.object(body)), resolution.version, row.key,
    ])
  }

  /// The server's values are what is confirmed now.
  private func adoptCurrent(
    of context: ConflictContext, key: Int64, answering row: QueueRow?
  ) throws {
    guard let record = try record(key: key) else { return }
    var item = try Item(record: record, text: text(of: key))
    if let shadow = try shadow(of: key) { item.apply(shadow) }
    if let version = record.serverVersion, version > context.current.version {
      // The stream has reported a newer state: what is not asked for any more is as it is there.
      return try showConfirmed(key)
    }
    item.properties = context.current.properties
    (item.version, item.stateDevice) = (context.current.version, record.stateDevice)
    _ = try adopt(ConfirmedItem(item), answering: row)
  }

  /// What was decided is what is seen, but for what changed here since.
  private func show(
    _ patch: [String: JSONValue], of context: ConflictContext, key: Int64
  ) throws {
    let later = Set(
      try QueueTable(db: db).rows(of: key)
        .filter { $0.intent.kind == .updateItem && !$0.isFrozen }.flatMap(\.intent.detail))
    guard var record = try record(key: key) else { return }
    let visible = try storedProperties(of: record)
    let decided = PropertiesPatch.apply(
      patch.filter { !later.contains($0.key) }, to: visible)
    if decided != visible {
      try writeProperties(decided, to: &record, type: resolvedType(record.type))
    }
  }
}

extension ConflictResolution {
  /// Whether every field in conflict is a text whose changes were put together, so that there is
  /// nothing to ask.
  fileprivate var isMerged: Bool { sibling == nil && payload?.strategy == .keepBothCopies }
}
