import GRDB

extension StoreWriter {
  /// Keeps what the updates of an item were made on, which the shadow is about to leave.
  ///
  /// A later update waits for the first one and takes its version then; one of a field that the
  /// server has changed now was made on the value of before, and must say so.
  ///
  /// - Parameters:
  ///   - rows: What waits of the item, oldest first.
  ///   - shadow: The confirmed state of before.
  ///   - said: The new one.
  ///   - version: Its version.
  ///   - acknowledged: The change whose answer this is, on which the rows were made; nil for none.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func keepBases(
    of rows: [QueueRow], before shadow: Shadow?, after said: VisibleItem, version: Int,
    answering acknowledged: QueueRow? = nil
  ) throws {
    guard let shadow, shadow.version != version else { return }
    var produced = try acknowledged.map { try self.produced(by: $0) } ?? [:]
    var isFirst = true
    for row in rows where row.intent.kind == .updateItem {
      if isFirst {
        // One that was made on an older state has that: the server knows its values.
        if row.intent.base == nil, row.baseVersion == nil || row.baseVersion == shadow.version {
          let names = Set(row.intent.detail)
          try keep(
            shadow.properties.filter { names.contains($0.key) }, shadow.version, of: row)
        }
      } else if !row.isFrozen, row.intent.base == nil, row.baseVersion == nil {
        try keepBase(of: row, produced, shadow, said)
      }
      isFirst = false
      try produced.merge(self.produced(by: row)) { _, newer in newer }
    }
  }

  /// Whether a confirmed state holds what somebody else changed: something else than was sent from
  /// here.
  ///
  /// - Parameters:
  ///   - said: The new state.
  ///   - shadow: The state of before.
  ///   - rows: What may have been sent of the item, oldest first.
  /// - Returns: Whether somebody else changed it.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func isOthers(
    _ said: VisibleItem, after shadow: Shadow, sent rows: [QueueRow]
  ) throws -> Bool {
    var own = shadow.properties
    for row in rows where row.intent.kind == .updateItem {
      try own.merge(produced(by: row)) { _, newer in newer }
    }
    return said.properties != own.filter { !$0.value.isNull }
  }

  /// What the attachments that are seen may have been made on: those that the server had, and those
  /// that were asked for and may have arrived.
  ///
  /// - Parameters:
  ///   - shadow: The confirmed state of before; nil where none is kept.
  ///   - rows: What waits of the item, and may have been sent.
  ///   - acknowledged: The change whose answer this is; nil for none.
  /// - Returns: Lists of attachments, in no order.
  /// - Throws: An error of a row that cannot be read.
  func attachmentBases(
    _ shadow: Shadow?, _ rows: [QueueRow], answering acknowledged: QueueRow?
  ) throws -> [[Attachment]] {
    let sent = [acknowledged].compactMap(\.self) + rows
    let asked = try sent.compactMap { row -> [Attachment]? in
      guard let request = row.request else { return nil }
      let members = try StoredJSON.object(request)
      if row.intent.kind == .createItem, members["attachments"] == nil { return [] }
      return try members["attachments"]?.arrayValue?.map { try Attachment(json: $0) }
    }
    return [shadow?.attachments].compactMap(\.self) + asked
  }

  /// Keeps what a later update was made on, if the server has changed one of its fields.
  private func keepBase(
    of row: QueueRow, _ produced: [String: JSONValue], _ shadow: Shadow, _ said: VisibleItem
  ) throws {
    let isMoved = row.intent.detail.contains { name in
      produced[name] == Optional<JSONValue>.none
        && shadow.properties[name] != said.properties[name]
    }
    guard isMoved else { return }
    var base: [String: JSONValue] = [:]
    for name in row.intent.detail {
      base[name] = produced[name] ?? shadow.properties[name] ?? .null
    }
    try keep(base, shadow.version, of: row)
  }

  /// Notes what the later updates of the item are made on: what the server has of the one before
  /// them.
  ///
  /// - Parameters:
  ///   - row: The change that the server has made.
  ///   - confirmed: What the server has then.
  ///   - item: The item.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func passBase(of row: QueueRow, to confirmed: PropertiesSnapshot, item: Int64) throws {
    guard row.intent.kind == .updateItem || row.intent.kind == .createItem else { return }
    let produced = try self.produced(by: row)
    let isExact =
      confirmed.version == Self.version(after: row, produced) && confirmed.holds(produced)
    try passBase(of: row, produced, to: confirmed, isExact: isExact, item: item)
    try keepBases(
      after: row, version: isExact ? confirmed.version : row.baseVersion ?? 0, confirmed)
  }

  /// The version that a server has after a change, if nobody else changed the item.
  ///
  /// Only properties raise it: one more after a change of the tier alone is somebody else's, which
  /// the next update was not made on.
  private static func version(after row: QueueRow, _ produced: [String: JSONValue]) -> Int {
    guard let base = row.baseVersion else { return 1 }
    return row.intent.kind == .updateItem && produced.isEmpty ? base : base + 1
  }

  private func passBase(
    of row: QueueRow, _ produced: [String: JSONValue], to confirmed: PropertiesSnapshot,
    isExact: Bool, item: Int64
  ) throws {
    let rows = try QueueTable(db: db).rows(of: item)
    // One that knows its version was refused before, and is made on that.
    guard let next = rows.first(where: { $0.key > row.key && $0.intent.kind == .updateItem }),
      !next.isFrozen, next.baseVersion == nil
    else { return }
    let shadow = try shadow(of: item)
    var base: [String: JSONValue]?
    if !isExact || shadow.map({ $0.version > confirmed.version }) ?? false {
      // What the update did not ask for was seen as the server had reported it, which may be newer.
      var values: [String: JSONValue] = [:]
      for name in next.intent.detail {
        values[name] = produced[name] ?? shadow.map { $0.properties[name] ?? .null }
      }
      base = values
    }
    try db.cachedStatement(sql: "UPDATE mutation SET base_version = ?, base = ? WHERE key = ?")
      .execute(arguments: [
        isExact ? confirmed.version : row.baseVersion ?? 0,
        base.map { StoredJSON.text(.object($0)) }, next.key,
      ])
  }

  /// Keeps what later updates were made on, when a change leaves the queue and the server has
  /// something else of it.
  ///
  /// A later update was made on what the nearest one before it asked for, whatever is between them.
  ///
  /// - Parameters:
  ///   - row: The change, as it was sent.
  ///   - patch: What is asked for in its place from now on.
  ///   - version: The version that its values are said to be of.
  ///   - current: What the server has, as it answered; the store may know a newer state.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func keepBases(
    after row: QueueRow, asking patch: [String: JSONValue] = [:], version: Int,
    _ current: PropertiesSnapshot
  ) throws {
    guard let item = row.intent.item else { return }
    let later = try QueueTable(db: db).rows(of: item).filter {
      $0.key > row.key && $0.intent.kind == .updateItem
    }
    guard !later.isEmpty else { return }
    let made = try produced(by: row)
    let shadow = try shadow(of: item)
    let known = shadow.flatMap { $0.version > current.version ? $0.properties : nil }
    let there = (known ?? current.properties).merging(patch) { $1 }
    let left = Set(made.filter { $0.value != there[$0.key] ?? .null }.keys)
    var named: Set<String> = []
    for next in later {
      let isLeft = next.intent.detail.contains { left.contains($0) && !named.contains($0) }
      named.formUnion(next.intent.detail)
      // One that knows its version was made on that.
      guard isLeft, !next.isFrozen, next.intent.base == nil, next.baseVersion == nil else {
        continue
      }
      var base: [String: JSONValue] = [:]
      for name in next.intent.detail {
        base[name] = made[name] ?? shadow?.properties[name] ?? .null
      }
      try keep(base, version, of: next)
    }
  }

  /// Lets later updates be made on what an update was made on that leaves the queue without having
  /// been done: they have its words, too.
  ///
  /// - Parameter row: The update.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func keepBases(insteadOf row: QueueRow) throws {
    guard row.intent.kind == .updateItem, let item = row.intent.item,
      let version = row.baseVersion, let shadow = try shadow(of: item), shadow.version != version
    else { return }
    let former = try row.intent.base.map { try StoredJSON.object($0) } ?? [:]
    let own = Set(row.intent.detail)
    for next in try QueueTable(db: db).rows(of: item)
    where next.key > row.key && next.intent.kind == .updateItem && !next.isFrozen
      && next.intent.base == nil && next.baseVersion == nil
      && !own.isDisjoint(with: next.intent.detail)
    {
      var base: [String: JSONValue] = [:]
      for name in next.intent.detail {
        // What is not kept of the former one, the server knows of the version.
        base[name] = own.contains(name) ? former[name] : shadow.properties[name] ?? .null
      }
      try keep(base, version, of: next)
    }
  }

  private func keep(_ base: [String: JSONValue], _ version: Int, of row: QueueRow) throws {
    try db.cachedStatement(
      sql: "UPDATE mutation SET base = ?, base_version = COALESCE(base_version, ?) WHERE key = ?"
    ).execute(arguments: [StoredJSON.text(.object(base)), version, row.key])
  }
}
