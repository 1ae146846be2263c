import GRDB

/// What a transaction's person changed, in order, until it is written to the queue.
///
/// A value, so that what a refused savepoint had recorded is forgotten with a copy of before.
struct MutationRecorder {
  private(set) var intents: [MutationIntent] = []

  var isEmpty: Bool { intents.isEmpty }

  /// Adds a change; one that the last change of the same item covers adds nothing.
  mutating func record(_ intent: MutationIntent) {
    let last = intents.lastIndex { $0.isSameLane(as: intent) }
    let row = last.map { QueueRow(key: 0, id: "", intent: intents[$0]) }
    switch QueueRules.placement(of: intent, after: row) {
    case .append: intents.append(intent)
    case .join(let detail, let side):
      if let last { (intents[last].detail, intents[last].side) = (detail, side) }
    case .covered: break
    }
  }

  /// Gives all changes away.
  mutating func take() -> [MutationIntent] {
    defer { intents = [] }
    return intents
  }
}

extension MutationIntent {
  /// Whether two changes must keep their order: they are of one item, or of one edge or blob.
  fileprivate func isSameLane(as other: MutationIntent) -> Bool {
    if let item { return item == other.item }
    if let itemId { return itemId == other.itemId }
    return other.item == nil && other.itemId == nil && subject == other.subject
  }
}

extension MutationKind {
  /// Whether it moves an item to another state: to the trash, out of it, to the archive.
  fileprivate var movesItem: Bool {
    switch self {
    case .transitionItem, .deleteItem, .restoreItem: true
    default: false
    }
  }
}

// MARK: - Recording

extension StoreWriter {
  /// Whether changes of a kind are queued: a person makes them, in a store that has a server.
  func records(_ kind: MutationKind) throws -> Bool {
    try origin.records(kind) && isConnected
  }

  /// Queues a change of an item at the transaction's end.
  ///
  /// Must come before anything of the change is written, and after everything that may refuse it:
  /// the item's confirmed state is kept first.
  ///
  /// - Throws: `ForbiddenError` for what the credential may not do; the transaction is then undone.
  func record(
    _ kind: MutationKind, of record: ItemRecord, subject: String? = nil,
    detail: @autoclosure () -> [String] = [], side: SideFields = [],
    explicitVersion: Int? = nil, conflict: ConflictStrategy? = nil,
    references: [MutationReference] = []
  ) throws {
    guard try records(kind) else { return }
    if kind == .setExtension, let subject, ItemOrigin.isTold(by: subject),
      try !mayTell(by: subject)
    {
      return
    }
    try requireRight(to: kind, of: record, subject: subject)
    if record.serverVersion != nil { try copyShadow(ofKey: record.key) }
    let detail = detail()
    let knowsTrash = kind == .updateItem && record.state == .trashed && !detail.isEmpty
    recorder.record(
      MutationIntent(
        kind: kind, item: record.key, subject: subject, detail: detail,
        side: knowsTrash ? side.union(.knowsTrash) : side,
        conflict: conflict, explicitVersion: explicitVersion,
        references: references))
  }

  /// Queues a change of an edge at the transaction's end.
  func record(
    _ kind: MutationKind, ofEdge id: String, from source: String, to target: String,
    base: String? = nil
  ) throws {
    guard try records(kind) else { return }
    try requireRight(toEdge: id, from: source)
    recorder.record(
      MutationIntent(
        kind: kind, subject: id, base: base,
        references: [
          MutationReference(role: .source, id: source),
          MutationReference(role: .target, id: target),
        ]))
  }

  /// Writes the rows of what was recorded so far.
  func writeRecorded() throws {
    if recorder.isEmpty { return }
    let rows = QueueTable(db: db)
    var settled: [Int64] = []
    for intent in recorder.take() {
      if let item = try itemMovedBack(by: intent) {
        settled.append(item)
        continue
      }
      let last = try rows.last(of: intent)
      switch QueueRules.placement(of: intent, after: last) {
      case .covered: continue
      case .join(let detail, let side):
        if let last { try rows.set(detail: detail, side: side, of: last.key) }
      case .append:
        let version = try last == nil ? shadowVersion(of: intent.item) : nil
        try rows.insert(
          intent, id: environment.ids.nextId(), baseVersion: version, createdAt: now)
        try addFlags(.isUnsent, to: intent.item)
      }
    }
    for item in settled { try settle(item) }
  }

  /// Removes moves of an item to another state that were never sent, when a new one ends where the
  /// server has the item: sent one after the other they would overrule what others did meanwhile.
  ///
  /// - Returns: The item, if nothing of the moves is left to be sent; else nil.
  private func itemMovedBack(by intent: MutationIntent) throws -> Int64? {
    guard intent.kind.movesItem, let item = intent.item, let shadow = try shadow(of: item)
    else { return nil }
    let rows = QueueTable(db: db)
    let moves = try rows.rows(of: item).filter(\.intent.kind.movesItem)
    // One that was sent may have arrived, and one that waits for a person is decided there.
    let areUnsent = try moves.allSatisfy {
      try $0.attempt == 0 && !$0.isFrozen && parkedContext(of: $0.id) == nil
    }
    guard !moves.isEmpty, areUnsent, intent.detail == [shadow.state.rawValue] else { return nil }
    for move in moves { try rows.remove(move.key) }
    // What was written meanwhile went into the trash with the item, or was written in no trash of
    // anybody's.
    for row in try rows.rows(of: item) where row.intent.kind == .updateItem {
      try rows.setKnowsTrash(shadow.state == .trashed, of: row.key)
    }
    return item
  }

  func addFlags(_ flags: SyncFlags, to item: Int64?) throws {
    guard let item else { return }
    try db.cachedStatement(
      sql: "UPDATE item SET sync_flags = sync_flags | ?1 WHERE key = ?2 AND sync_flags & ?1 <> ?1"
    ).execute(arguments: [flags.rawValue, item])
  }
}
