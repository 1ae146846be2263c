import GRDB

extension StoreWriter {
  /// Keeps what the updates of an item were made on, which the shadow is about to leave.
  ///
  /// A later update waits for the first one and takes its version then; one of a field that the server has
  /// changed now was made on the value of before, and must say so.
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

  /// Whether a confirmed state holds what somebody else changed: something else than was sent from here.
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

  /// Keeps what the next update was made on, when the one before it leaves a field of it to the server.
  ///
  /// - Parameters:
  ///   - row: The update, as it was sent.
  ///   - patch: What it asks for from now on.
  ///   - current: What the server has.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func keepBase(
    after row: QueueRow, asking patch: [String: JSONValue], _ current: PropertiesSnapshot
  ) throws {
    guard let item = row.intent.item, let version = row.baseVersion,
      let next = try QueueTable(db: db).rows(of: item).first(where: {
        $0.key > row.key && $0.intent.kind == .updateItem
      }), !next.isFrozen, next.intent.base == nil, next.baseVersion == nil
    else { return }
    let produced = try self.produced(by: row)
    let isLeft = next.intent.detail.contains { name in
      produced[name] != nil && patch[name] == nil
        && produced[name] != current.properties[name] ?? .null
    }
    guard isLeft else { return }
    let known = try shadow(of: item)?.properties ?? [:]
    var base: [String: JSONValue] = [:]
    for name in next.intent.detail { base[name] = produced[name] ?? known[name] ?? .null }
    try keep(base, version, of: next)
  }

  private func keep(_ base: [String: JSONValue], _ version: Int, of row: QueueRow) throws {
    try db.cachedStatement(
      sql: "UPDATE mutation SET base = ?, base_version = COALESCE(base_version, ?) WHERE key = ?"
    ).execute(arguments: [StoredJSON.text(.object(base)), version, row.key])
  }
}
