import GRDB

/// Why a server refused a change permanently.
package struct MutationRefusal: Hashable, Sendable {
  /// A word of the error catalogue.
  package var code: String
  /// The server's words.
  package var message: String
  /// The HTTP status; nil when no server was asked.
  package var status: Int?

  package init(code: String, message: String, status: Int?) {
    (self.code, self.message, self.status) = (code, message, status)
  }
}

/// What a server answered to a change that it made.
package enum MutationAnswer: Hashable, Sendable {
  /// The item as it is now.
  case item(ConfirmedItem)
  /// The edge as it is now.
  case edge(Edge)
  /// Nothing but success.
  case done
}

extension StoreWriter {
  /// Applies the answer to a change and removes its row, in this transaction.
  ///
  /// The next update of the item is made on the answer, if that is exactly what this one asked for;
  /// else it keeps what it was made on, and the server says what differs.
  func acknowledge(_ row: QueueRow, _ answer: MutationAnswer) throws {
    let table = QueueTable(db: db)
    switch answer {
    case .item(let confirmed): try acknowledge(row, confirmed)
    case .edge(let edge):
      if let id = row.intent.subject, id != edge.id { try rekeyEdge(from: id, to: edge.id) }
      try table.remove(row.key)
      if try table.isQueued(.deleteEdge, subject: edge.id) {
        try table.setBase(StoredJSON.text(of: edge), ofDeletion: edge.id)
      } else {
        _ = try adopt(edge)
      }
    case .done:
      try table.remove(row.key)
      try applyDone(row)
      if row.attempt > 1, row.intent.kind.isToldByEvents, let id = try itemId(of: row) {
        // It may be the first answer again, of before what others have done since.
        try askBetweenChanges(about: id)
      }
      try settle(row.intent.item)
    }
  }

  private func acknowledge(_ row: QueueRow, _ answer: ConfirmedItem) throws {
    var confirmed = answer
    if row.intent.kind == .createItem {
      let created = try created(by: row)
      confirmed.tags = confirmed.tags ?? created.tags
      confirmed.extensions = confirmed.extensions ?? created.extensions
    }
    if let id = try itemId(of: row), id != confirmed.item.id {
      try rekey(from: id, to: confirmed.item.id)
    }
    let item = try record(id: confirmed.item.id)?.key ?? row.intent.item
    if let item {
      let answer = PropertiesSnapshot(
        version: confirmed.item.version, properties: confirmed.item.properties)
      try passBase(of: row, to: answer, item: item)
      try goOn(after: row, from: answer, item: item)
    }
    try QueueTable(db: db).remove(row.key)
    // An answer whose event has passed says nothing new, and of the tags something old. A change of
    // tags moves no version, so its answer is always new.
    if let item, !row.intent.kind.isOfTags, try isKnown(confirmed.item),
      try shadow(of: item) != nil
    {
      return try showConfirmed(item)
    }
    _ = try adopt(confirmed, answering: row)
    try settle(item)
  }

  /// The properties that a frozen row asked for.
  func produced(by row: QueueRow) throws -> [String: JSONValue] {
    guard let request = row.request else { return [:] }
    return try StoredJSON.object(request)["properties"]?.objectValue ?? [:]
  }

  /// What the shadow takes from a change that the server made and said nothing about.
  private func applyDone(_ row: QueueRow) throws {
    if row.intent.kind == .purgeItem, let id = row.intent.itemId {
      try db.cachedStatement(
        sql: "DELETE FROM waiting_edge WHERE source_id = ?1 OR target_id = ?1"
      ).execute(arguments: [id])
    }
    guard let item = row.intent.item, var shadow = try shadow(of: item) else { return }
    switch row.intent.kind {
    case .addTags: shadow.tags = Set(shadow.tags).union(row.intent.detail).sorted()
    case .removeTag: shadow.tags.removeAll { row.intent.detail.contains($0) }
    case .transitionItem, .deleteItem, .restoreItem:
      shadow.state = row.intent.detail.first.flatMap(ItemState.init) ?? shadow.state
    case .setExtension:
      if let namespace = row.intent.subject, let request = row.request {
        shadow.extensions[namespace] = try StoredJSON.parse(request)
      }
    case .removeExtension:
      if let namespace = row.intent.subject { shadow.extensions.removeValue(forKey: namespace) }
    default: return
    }
    try write(shadow, of: item)
  }

  /// Which rows a refusal keeps for a person.
  enum RefusalKeeping {
    /// All.
    case everything
    /// Those with values that somebody wrote.
    case changes
  }

  /// Moves a change with its values to the refused ones, with everything that depended on it.
  func refuse(
    _ row: QueueRow, _ refusal: MutationRefusal, keeps keeping: RefusalKeeping = .everything
  ) throws {
    let table = QueueTable(db: db)
    let frozen = try freeze(row)
    if let frozen, keeping == .everything || row.intent.kind.hasValues,
      try !isCreationOfDeletedEdge(row)
    {
      try insertRefused(frozen, refusedMove(frozen, refusal) ?? refusal)
    }
    try keepBases(insteadOf: row)
    try table.remove(row.key)
    if row.intent.kind == .createItem, keeping == .everything { try refuseDependents(of: row) }
    try settle(row.intent.item ?? movedItem(by: frozen ?? row))
  }

  /// Whether a row makes an edge that a person has deleted since: nobody wants it again.
  private func isCreationOfDeletedEdge(_ row: QueueRow) throws -> Bool {
    guard row.intent.kind == .createEdge, let id = row.intent.subject else { return false }
    return try QueueTable(db: db).isQueued(.deleteEdge, subject: id)
  }

  /// Why a change is refused that needs another one, which was.
  private static let needsRefused = MutationRefusal(
    code: dependencyFailed, message: "A change that it depends on was refused.", status: nil)

  private func refuseDependents(of row: QueueRow) throws {
    let table = QueueTable(db: db)
    for later in try row.intent.item.map({ try table.rows(of: $0) }) ?? [] {
      // The creation has the values of the moment in which it is sent again.
      if !later.isFrozen, later.intent.isPartOfCreation {
        try table.remove(later.key)
      } else {
        try refuse(later, Self.needsRefused)
      }
    }
    try refuseReferring(to: itemId(of: row))
  }

  /// Refuses what was never sent and refers to an item whose creation was refused.
  func refuseReferring(to id: String?) throws {
    guard let id else { return }
    for row in try QueueTable(db: db).rows(referringTo: id) where row.attempt == 0 {
      try refuse(row, Self.needsRefused)
    }
  }

  /// Whether a row refers to an item whose creation was refused; it is then refused as well.
  func refuseWithCreation(_ row: QueueRow) throws -> Bool {
    let table = RefusedTable(db: db)
    guard
      try row.attempt == 0
        && row.intent.references.contains(where: { try table.creation(ofItem: $0.id) != nil })
    else { return false }
    try refuse(row, Self.needsRefused)
    return true
  }

  private func insertRefused(_ row: QueueRow, _ refusal: MutationRefusal) throws {
    let ends = row.intent.references
    let source = ends.first { $0.role == .source }?.id
    let target = ends.first { $0.role == .target }?.id
    let base = try row.intent.base ?? confirmedBase(of: row)
    try db.cachedStatement(
      sql: """
        INSERT INTO refused(mutation_id, kind, item, item_id, subject, detail, side, conflict,
          explicit_version, source_id, target_id, base_version, base, request, attempt, status,
          code, message, refused_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      row.id, row.intent.kind.rawValue, row.intent.item ?? movedItem(by: row), row.intent.itemId,
      row.intent.subject, QueueTable.text(row.intent.detail), row.intent.side.rawValue,
      row.intent.conflict?.rawValue, row.intent.explicitVersion,
      source, target, row.baseVersion, base, row.request ?? "null", row.attempt,
      refusal.status,
      refusal.code, refusal.message, now,
    ])
  }

  /// What the server has of the fields of an update, which is kept while the update is refused.
  private func confirmedBase(of row: QueueRow) throws -> String? {
    guard row.intent.kind == .updateItem, let item = row.intent.item,
      let shadow = try shadow(of: item),
      row.baseVersion == nil || row.baseVersion == shadow.version
    else { return nil }
    let names = Set(row.intent.detail)
    var base: [String: JSONValue] = [:]
    for name in names { base[name] = shadow.properties[name] ?? .null }
    return StoredJSON.text(.object(base))
  }

  /// Lets a change wait for another attempt.
  func postpone(_ row: QueueRow, error: String, until time: Int64) throws {
    try db.cachedStatement(
      sql: "UPDATE mutation SET state = 0, last_error = ?, next_attempt_at = ? WHERE key = ?"
    ).execute(arguments: [error, time, row.key])
  }
}

extension PropertiesSnapshot {
  /// Whether it has what was asked for; what was to be taken away was asked for as null.
  func holds(_ asked: [String: JSONValue]) -> Bool {
    asked.allSatisfy { name, value in value == properties[name] ?? .null }
  }
}

extension MutationIntent {
  /// Whether a creation that is bound now says the same.
  var isPartOfCreation: Bool {
    switch kind {
    case .updateItem: !side.contains(.sourceId)
    case .transitionItem, .deleteItem, .restoreItem, .addTags, .removeTag, .setMetadata,
      .patchMetadata:
      true
    default: false
    }
  }
}

extension MutationKind {
  /// Whether a change of the kind has values that somebody wrote.
  var hasValues: Bool {
    switch self {
    case .createItem, .updateItem, .addTags, .setMetadata, .patchMetadata, .setExtension,
      .createEdge, .updateEdge:
      true
    default: false
    }
  }
}

extension MutationKind {
  /// Whether every server reports the change in its stream, and others may undo it.
  fileprivate var isToldByEvents: Bool {
    switch self {
    case .transitionItem, .deleteItem, .restoreItem, .setMetadata, .patchMetadata, .addTags,
      .removeTag:
      true
    default: false
    }
  }

  /// Whether only tags are changed.
  fileprivate var isOfTags: Bool { self == .addTags || self == .removeTag }
}
