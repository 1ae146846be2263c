import GRDB

/// Texts that a server with documents has merged into what was there.
///
/// It takes a text of an older version as an edit and answers the whole, so that no version of it
/// has the text that was sent, on which the next update was typed.
extension StoreWriter {
  /// Lets the next update of an item go on from the texts that the server has made of the one
  /// before.
  ///
  /// - Parameters:
  ///   - row: The update that the server has made.
  ///   - confirmed: What the server has then.
  ///   - item: The item.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func goOn(after row: QueueRow, from confirmed: PropertiesSnapshot, item: Int64) throws {
    let merged = try mergedTexts(of: row, in: confirmed)
    guard !merged.isEmpty, let record = try record(key: item),
      let next = try QueueTable(db: db).rows(of: item).first(where: {
        // Others may be between: of the title, and of the tags.
        $0.key > row.key && $0.intent.kind == .updateItem
          && $0.intent.detail.contains { merged[$0] != nil }
      }), !next.isFrozen
    else { return }
    let names = next.intent.detail.filter { merged[$0] != nil }
    try carry(names, of: record, onto: confirmed, merged)
    try rebind(next, names, to: confirmed.version)
  }

  /// The texts that an update asked for and that the server has merged, by their names.
  private func mergedTexts(
    of row: QueueRow, in confirmed: PropertiesSnapshot
  ) throws -> [String: String] {
    guard row.intent.kind == .updateItem, let base = row.baseVersion else { return [:] }
    // Nothing else of an older version is taken.
    let isOlder = confirmed.version > base + 1
    return try produced(by: row).compactMapValues(\.stringValue).filter { name, sent in
      guard let text = confirmed.properties[name]?.stringValue else { return false }
      return isOlder || text != sent
    }
  }

  /// Carries what is typed since an edit onto the server's texts.
  ///
  /// Where both changed the same words the server's stay, and the typed text waits for a person.
  private func carry(
    _ names: [String], of record: ItemRecord, onto confirmed: PropertiesSnapshot,
    _ sent: [String: String]
  ) throws {
    var record = record
    var properties = try storedProperties(of: record)
    var carried: [(name: String, text: CarriedText)] = []
    for name in names {
      guard let mine = properties[name]?.stringValue, let base = sent[name],
        let theirs = confirmed.properties[name]?.stringValue
      else { continue }
      // Within the transaction, since it must be of the text that it writes over.
      let text = CarriedText(base: base, mine: mine, theirs: theirs, additions: .bothStand)
      properties[name] = .string(text.document)
      carried.append((name, text))
    }
    try acting(as: .server) {
      try writeProperties(properties, to: &record, type: resolvedType(record.type))
    }
    for (name, text) in carried { try park(text, of: name, in: record.key) }
  }

  /// Makes an update one of a version; its other fields keep what they were made on, in a row of
  /// theirs.
  private func rebind(_ next: QueueRow, _ names: [String], to version: Int) throws {
    let others = next.intent.detail.filter { !names.contains($0) }
    if others.isEmpty {
      return try db.cachedStatement(
        sql: "UPDATE mutation SET base_version = ?, base = NULL WHERE key = ?"
      ).execute(arguments: [version, next.key])
    }
    try db.cachedStatement(sql: "UPDATE mutation SET detail = ? WHERE key = ?")
      .execute(arguments: [QueueTable.text(others), next.key])
    try QueueTable(db: db).insert(
      MutationIntent(
        kind: .updateItem, item: next.intent.item, detail: names,
        side: next.intent.side.intersection(.knowsTrash), conflict: next.intent.conflict),
      id: environment.ids.nextId(), baseVersion: version, createdAt: now)
  }
}
