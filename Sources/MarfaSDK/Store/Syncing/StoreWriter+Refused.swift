import GRDB

/// What a person does about a change that the server refused.
extension StoreWriter {
  /// The code of a change that was refused because one that it needs was.
  static let dependencyFailed = "dependency_failed"

  // MARK: - Again

  /// Queues a refused change again, and what was refused only because of it.
  func retryRefused(id: String) throws {
    guard let entry = try RefusedTable(db: db).entry(id: id) else { return }
    for creation in try refusedCreations(neededBy: entry) { try retry(creation) }
    // It may have gone along.
    guard let entry = try RefusedTable(db: db).entry(id: id) else { return }
    try retry(entry)
  }

  /// The refused creations of the items that a refused change is about.
  private func refusedCreations(
    neededBy entry: RefusedTable.Entry
  ) throws -> [RefusedTable.Entry] {
    guard entry.intent.kind != .createItem else { return [] }
    return try [entry.change.itemId, entry.change.targetId].compactMap(\.self)
      .compactMap { try RefusedTable(db: db).creation(ofItem: $0) }
  }

  private func retry(_ entry: RefusedTable.Entry) throws {
    let intent = entry.intent
    switch intent.kind {
    case .createItem:
      let waiting = try intent.item.map { try QueueTable(db: db).rows(of: $0) } ?? []
      // A change that was made since asks for the creation when it is sent.
      if waiting.contains(where: { !$0.isFrozen }) { return }
      // What needs the item comes after it.
      try refuseReferring(to: entry.change.itemId)
      try RefusedTable(db: db).remove(entry.key)
      try queueAgain(entry)
      try intent.item.map { try queueExtensions(of: $0) }
      try settle(intent.item)
    case .purgeItem:
      try RefusedTable(db: db).remove(entry.key)
      guard let record = try intent.itemId.flatMap({ try self.record(id: $0) }) else { return }
      try acting(as: .person) { try purge(record) }
    case .deleteEdge:
      try RefusedTable(db: db).remove(entry.key)
      guard let id = intent.subject, try hasEdge(id) else { return }
      try acting(as: .person) { try deleteEdge(id: id) }
    case .createEdge: try retryEdge(entry)
    default:
      try RefusedTable(db: db).remove(entry.key)
      try queueAgain(entry)
      try settle(intent.item)
    }
    if intent.kind == .createItem { try retryDependents(of: entry.change, item: intent.item) }
  }

  /// Queues what was refused only because an item's creation was.
  func retryDependents(of creation: RefusedChange, item: Int64?) throws {
    guard let id = creation.itemId else { return }
    for entry in try RefusedTable(db: db).dependents(ofItem: item, id: id) { try retry(entry) }
  }

  /// An edge is made again, if its ends are here and no other one is like it; without its ends it
  /// stays refused.
  private func retryEdge(_ entry: RefusedTable.Entry) throws {
    guard let subject = entry.intent.subject, let source = entry.change.itemId,
      let target = entry.change.targetId, try record(id: source) != nil,
      try record(id: target) != nil
    else { return }
    if entry.change.code == Self.movedElsewhere { return try moveAgain(target, into: source) }
    try RefusedTable(db: db).remove(entry.key)
    if entry.change.isMove { try settle(record(id: target)?.key) }
    if try hasEdge(subject) { return try queueAgain(entry) }
    let body = entry.change.body.objectValue ?? [:]
    let type = body["edge_type"]?.stringValue ?? ""
    // Another edge says the same by now.
    if try StoredEdges(db: db).edge(from: source, to: target, ofType: type) != nil { return }
    try acting(as: .person) {
      _ = try addEdge(
        CreateEdgeInput(
          id: subject, sourceId: source, targetId: target, edgeType: type,
          properties: body["properties"]?.objectValue ?? [:]))
    }
  }

  private func hasEdge(_ id: String) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM edge WHERE id = ?"), arguments: [id]) != nil
  }

  /// Appends a row under a new id: the former one has its answer.
  ///
  /// It follows the item again, unless somebody had given values of their own.
  private func queueAgain(_ entry: RefusedTable.Entry) throws {
    var intent = entry.intent
    if intent.item != nil { intent.itemId = nil }
    if intent.kind == .createItem { (intent.detail, intent.side) = ([], []) }
    try QueueTable(db: db).insert(
      intent, id: environment.ids.nextId(), baseVersion: entry.baseVersion, createdAt: now,
      request: try isFollowing(entry) ? nil : StoredJSON.text(entry.change.body))
  }

  /// Whether what was asked is what the item shows.
  func isFollowing(_ entry: RefusedTable.Entry) throws -> Bool {
    switch entry.intent.kind {
    case .uploadBlob, .bulkItems, .bulkEdges, .pushDocument: return false
    case .updateItem:
      guard let key = entry.intent.item, let record = try record(key: key) else { return false }
      let asked = entry.change.body.objectValue?["properties"]?.objectValue ?? [:]
      let shown = try storedProperties(of: record)
      return asked.allSatisfy {
        !entry.intent.detail.contains($0.key) || shown[$0.key] ?? .null == $0.value
      }
    default: return entry.intent.item != nil || entry.intent.kind == .updateEdge
    }
  }

  // MARK: - No more

  /// Gives a refused change up; what the server has is shown.
  ///
  /// An item that the server never took is removed.
  func discardRefused(id: String) throws {
    let table = RefusedTable(db: db)
    guard let entry = try table.entry(id: id) else { return }
    try table.remove(entry.key)
    let intent = entry.intent
    switch intent.kind {
    case .createItem:
      guard let key = intent.item, let record = try record(key: key) else { return }
      if record.serverVersion != nil { return try showConfirmed(key) }
      for other in try table.dependents(ofItem: key, id: record.id) + table.entries(of: key) {
        try table.remove(other.key)
      }
      try discardItem(record)
    case .createEdge:
      if let id = intent.subject { try forgetEdge(id: id) }
      if entry.change.isMove, let id = entry.change.targetId { try settle(record(id: id)?.key) }
    case .updateEdge:
      guard let base = intent.base, let id = intent.subject,
        try !QueueTable(db: db).isQueued(.updateEdge, subject: id)
      else { return }
      try db.cachedStatement(sql: "UPDATE edge SET properties = ? WHERE id = ?")
        .execute(arguments: [base, id])
    default: try showConfirmedFiles(intent.item)
    }
  }

  /// Removes an item that was never sent, and moves one that may have arrived to the trash.
  ///
  /// - Returns: Whether it is gone.
  @discardableResult
  func discardUnwanted(_ record: ItemRecord) throws -> Bool {
    let rows = try QueueTable(db: db).rows(of: record.key)
    guard record.serverVersion == nil, rows.allSatisfy({ $0.attempt == 0 }) else {
      var record = record
      try transition(&record, to: .trashed)
      return false
    }
    try discardItem(record)
    return true
  }

  /// Removes an item that the server never had, with everything that waits of it.
  func discardItem(_ record: ItemRecord) throws {
    let table = QueueTable(db: db)
    for row in try table.rows(of: record.key) + table.rows(referringTo: record.id) {
      try table.remove(row.key)
    }
    try purge(record)
  }

  // MARK: - Edited

  /// A queued change with what was refused of its item: an edit sends it again.
  ///
  /// An edit takes the fields of a refused update that it changes itself; all of them when only the
  /// size was too much. Any change of an item whose creation was refused asks for the creation.
  ///
  /// - Returns: The row as it is now, and the id under which it was too large before, if it was.
  func joiningRefused(_ row: QueueRow) throws -> (row: QueueRow, tooLargeId: String?) {
    guard let item = row.intent.item, row.request == nil else { return (row, nil) }
    let entries = try RefusedTable(db: db).entries(of: item)
    var joined = row
    var tooLargeId: String?
    for entry in entries {
      switch (entry.intent.kind, joined.intent.kind) {
      case (.createItem, _):
        try RefusedTable(db: db).remove(entry.key)
        joined.intent.kind = .createItem
        (joined.intent.detail, joined.intent.side, joined.intent.subject) = ([], [], nil)
        (joined.baseVersion, joined.intent.base) = (nil, nil)
        try retryDependents(of: entry.change, item: item)
      case (.updateItem, .updateItem): try join(entry, &joined)
      default: continue
      }
      if entry.change.code == Self.tooLarge { tooLargeId = entry.change.id }
    }
    guard joined != row else { return (row, tooLargeId) }
    try db.cachedStatement(
      sql: """
        UPDATE mutation SET kind = ?, subject = ?, detail = ?, side = ?, base_version = ?, base = ?
        WHERE key = ?
        """
    ).execute(arguments: [
      joined.intent.kind.rawValue, joined.intent.subject, QueueTable.text(joined.intent.detail),
      joined.intent.side.rawValue, joined.baseVersion, joined.intent.base, joined.key,
    ])
    return (joined, tooLargeId)
  }

  /// Moves fields of a refused update into a queued one, with the values that they were made on.
  private func join(_ entry: RefusedTable.Entry, _ row: inout QueueRow) throws {
    let takesAll = entry.change.code == Self.tooLarge
    let own = Set(row.intent.detail)
    let taken = takesAll ? Set(entry.intent.detail) : own.intersection(entry.intent.detail)
    let side = takesAll ? entry.intent.side : row.intent.side.intersection(entry.intent.side)
    guard !taken.isEmpty || !side.isEmpty else { return }
    if !taken.isEmpty {
      let shadow = try row.intent.item.flatMap { try self.shadow(of: $0) }
      let isOnShadow = row.baseVersion == nil || row.baseVersion == shadow?.version
      let made = try row.intent.base.map { try StoredJSON.object($0) }
      let former = try entry.intent.base.map { try StoredJSON.object($0) }
      var base: [String: JSONValue] = [:]
      // What is in neither, the server knows of the version.
      for name in own {
        base[name] = made?[name] ?? (isOnShadow ? shadow?.properties[name] ?? .null : nil)
      }
      for name in taken { base[name] = former.map { $0[name] ?? .null } }
      row.intent.base = StoredJSON.text(.object(base))
      row.baseVersion = entry.baseVersion.map { min($0, row.baseVersion ?? $0) } ?? row.baseVersion
    }
    row.intent.detail = own.union(taken).sorted()
    row.intent.side.formUnion(side)
    try RefusedTable(db: db).narrow(
      entry.key, to: Set(entry.intent.detail).subtracting(taken).sorted(),
      entry.intent.side.subtracting(side))
  }
}
