import GRDB
import StorageKit

/// The rows of `mutation` and `mutation_ref`.
struct QueueTable {
  let db: Database

  private static let columns = """
    key, id, kind, item, item_id, subject, detail, side, conflict, explicit_version,
    base_version, base, request, state, attempt
    """

  /// The last row of the item, edge or blob that a change is of.
  func last(of intent: MutationIntent) throws -> QueueRow? {
    if let item = intent.item {
      return try row(
        "item = ? AND kind <> 'pushDocument' ORDER BY key DESC LIMIT 1", [item])
    }
    if let itemId = intent.itemId {
      return try row("item_id = ? ORDER BY key DESC LIMIT 1", [itemId])
    }
    return try row("subject = ? AND item IS NULL ORDER BY key DESC LIMIT 1", [intent.subject])
  }

  /// The row of a mutation's id.
  func row(id: String) throws -> QueueRow? { try row("id = ?", [id]) }

  /// The row of a key.
  func row(key: Int64) throws -> QueueRow? { try row("key = ?", [key]) }

  /// All rows, oldest first.
  func allRows() throws -> [QueueRow] { try rows("1 ORDER BY key", []) }

  /// All rows of an item, oldest first, but that of its document, which does not go with the queue.
  func rows(of item: Int64) throws -> [QueueRow] {
    try rows("item = ? AND kind <> 'pushDocument' ORDER BY key", [item])
  }

  /// All rows of an item that is gone, oldest first.
  func rows(ofLostItem id: String) throws -> [QueueRow] {
    try rows("item_id = ? AND item IS NULL ORDER BY key", [id])
  }

  /// Whether a change of a kind waits for an edge, a blob or a namespace.
  func isQueued(_ kind: MutationKind, subject: String) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT 1 FROM mutation WHERE subject = ? AND kind = ? LIMIT 1")
    return try Int.fetchOne(statement, arguments: [subject, kind.rawValue]) != nil
  }

  /// Says what the server has of an edge that is to be deleted.
  func setBase(_ base: String, ofDeletion edge: String) throws {
    try db.cachedStatement(
      sql: "UPDATE mutation SET base = ? WHERE subject = ? AND kind = 'deleteEdge'"
    ).execute(arguments: [base, edge])
  }

  /// All rows that refer to an item or a blob, oldest first.
  func rows(referringTo id: String) throws -> [QueueRow] {
    try rows(
      "key IN (SELECT mutation FROM mutation_ref WHERE reference = ?) ORDER BY key", [id])
  }

  private func row(_ condition: String, _ arguments: StatementArguments) throws -> QueueRow? {
    try rows(condition, arguments).first
  }

  private func rows(_ condition: String, _ arguments: StatementArguments) throws -> [QueueRow] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM mutation WHERE \(condition)")
    return try Row.fetchAll(statement, arguments: arguments).map(read)
  }

  private func read(_ row: Row) throws -> QueueRow {
    guard let kind = MutationKind(rawValue: row[2]) else {
      throw StorageError.damaged("a mutation of an unknown kind")
    }
    let intent = MutationIntent(
      kind: kind, item: row[3], itemId: row[4], subject: row[5],
      detail: try Self.list(row[6]), side: SideFields(rawValue: row[7]),
      conflict: row.optionalText(8).flatMap(ConflictStrategy.init), explicitVersion: row[9],
      base: row[11], references: kind.hasReferences(row[7]) ? try references(of: row[0]) : [])
    return QueueRow(
      key: row[0], id: row[1], intent: intent, baseVersion: row[10], request: row[12],
      isInFlight: row[13] == 1, attempt: row[14])
  }

  private func references(of key: Int64) throws -> [MutationReference] {
    let statement = try db.cachedStatement(
      sql: "SELECT role, reference FROM mutation_ref WHERE mutation = ? ORDER BY key")
    return try Row.fetchAll(statement, arguments: [key]).compactMap { row in
      MutationReference.Role(rawValue: row[0]).map { MutationReference(role: $0, id: row[1]) }
    }
  }

  /// The ids of what a row refers to.
  func referencedIds(of key: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT reference FROM mutation_ref WHERE mutation = ? ORDER BY key"),
      arguments: [key])
  }

  /// Appends a row.
  func insert(
    _ intent: MutationIntent, id: String, baseVersion: Int?, createdAt: Int64,
    request: String? = nil
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO mutation(id, kind, item, item_id, subject, detail, side, conflict,
          explicit_version, base_version, base, request, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      id, intent.kind.rawValue, intent.item, intent.itemId, intent.subject,
      Self.text(intent.detail), intent.side.rawValue, intent.conflict?.rawValue,
      intent.explicitVersion, baseVersion, intent.base, request, createdAt,
    ])
    let key = db.lastInsertedRowID
    for reference in intent.references {
      try db.cachedStatement(
        sql: "INSERT INTO mutation_ref(mutation, role, reference) VALUES (?, ?, ?)"
      ).execute(arguments: [key, reference.role.rawValue, reference.id])
    }
  }

  /// Changes what a row names.
  func set(detail: [String], side: SideFields, of key: Int64) throws {
    try db.cachedStatement(sql: "UPDATE mutation SET detail = ?, side = ? WHERE key = ?")
      .execute(arguments: [Self.text(detail), side.rawValue, key])
  }

  /// Notes whether somebody wrote, or decided about, a row's text while they saw its item in the
  /// trash.
  func setKnowsTrash(_ knows: Bool, of key: Int64) throws {
    let sql =
      knows
      ? "UPDATE mutation SET side = side | ? WHERE key = ?"
      : "UPDATE mutation SET side = side & ~? WHERE key = ?"
    try db.cachedStatement(sql: sql).execute(arguments: [SideFields.knowsTrash.rawValue, key])
  }

  /// Lets a row refer to an item or a blob no longer.
  func remove(reference id: String, of key: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM mutation_ref WHERE mutation = ? AND reference = ?")
      .execute(arguments: [key, id])
  }

  /// Removes a row.
  func remove(_ key: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM mutation WHERE key = ?").execute(arguments: [key])
  }

  static func text(_ list: [String]) -> String {
    list.isEmpty ? "" : StoredJSON.text(.array(list.map(JSONValue.string)))
  }

  static func list(_ text: String) throws -> [String] {
    if text.isEmpty { return [] }
    return try StoredJSON.parse(text).arrayValue?.compactMap(\.stringValue) ?? []
  }
}

extension MutationKind {
  /// Whether rows of the kind may refer to other items or to blobs.
  fileprivate func hasReferences(_ side: Int64) -> Bool {
    switch self {
    case .updateItem: SideFields(rawValue: side).contains(.attachments)
    case .createItem, .createEdge, .updateEdge, .deleteEdge, .bulkItems, .bulkEdges: true
    default: false
    }
  }
}
