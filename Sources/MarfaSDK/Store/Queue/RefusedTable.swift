import Foundation
import GRDB

/// The rows of `refused`.
struct RefusedTable {
  let db: Database

  /// One row: what was asked, and what a retry needs besides.
  struct Entry {
    var key: Int64
    var change: RefusedChange
    var intent: MutationIntent
    /// The version that the change was made on.
    var baseVersion: Int?
  }

  /// All rows, oldest first.
  func all() throws -> [Entry] { try entries("1", []) }

  /// The row of a mutation's id.
  func entry(id: String) throws -> Entry? {
    try entries("refused.mutation_id = ?", [id]).first
  }

  /// The rows of an item, oldest first.
  func entries(of item: Int64) throws -> [Entry] { try entries("refused.item = ?", [item]) }

  /// The refused creation of an item; nil when there is none.
  func creation(ofItem id: String) throws -> Entry? {
    try entries("refused.kind = 'createItem' AND item.id = ?", [id]).first
  }

  /// Forgets that the creation of an edge was refused, which is gone now.
  func remove(creationOfEdge id: String) throws {
    try db.cachedStatement(sql: "DELETE FROM refused WHERE subject = ? AND kind = 'createEdge'")
      .execute(arguments: [id])
  }

  /// What was refused only because the creation of an item was.
  func dependents(ofItem item: Int64?, id: String) throws -> [Entry] {
    try entries(
      "refused.code = ? AND (refused.item = ? OR refused.source_id = ? OR refused.target_id = ?)",
      [StoreWriter.dependencyFailed, item, id, id])
  }

  private func entries(_ condition: String, _ arguments: StatementArguments) throws -> [Entry] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT refused.key, mutation_id, kind, refused.item, COALESCE(item.id, refused.item_id),
          subject, detail, side, conflict, explicit_version, refused.source_id, target_id,
          base_version, base, request, attempt, status, code, message, refused_at
        FROM refused LEFT JOIN item ON item.key = refused.item
        WHERE \(condition) ORDER BY refused.key
        """)
    return try Row.fetchAll(statement, arguments: arguments).compactMap(Self.read).map { entry in
      var entry = entry
      entry.change.noteId = entry.change.isMove ? entry.change.targetId : entry.change.itemId
      entry.change.title = try String.fetchOne(
        db.cachedStatement(sql: "SELECT title FROM item WHERE id = ?"),
        arguments: [entry.change.noteId])
      return entry
    }
  }

  private static func read(_ row: Row) throws -> Entry? {
    // A kind of a newer build: its store is refused at opening.
    guard let kind = MutationKind(rawValue: row[2]) else { return nil }
    let (source, target): (String?, String?) = (row[10], row[11])
    let detail = try QueueTable.list(row[6])
    let itemId: String? = kind == .createEdge ? nil : row[4]
    let intent = MutationIntent(
      // A row of a place names the item that was moved, for the item's own row.
      kind: kind, item: kind == .createEdge ? nil : row[3], itemId: itemId, subject: row[5],
      detail: detail,
      side: SideFields(rawValue: row[7]),
      conflict: row.optionalText(8).flatMap(ConflictStrategy.init), explicitVersion: row[9],
      base: row[13],
      references: [(MutationReference.Role.source, source), (.target, target)].compactMap {
        role, id in id.map { MutationReference(role: role, id: $0) }
      })
    let change = RefusedChange(
      id: row[1], kind: kind, itemId: itemId ?? source, targetId: target, subject: row[5],
      fields: detail, body: try StoredJSON.parse(row[14]), code: row[17],
      message: row[18], status: row[16], attempt: row[15],
      refusedAt: Date(timeIntervalSince1970: Double(row[19] as Int64) / 1000))
    return Entry(key: row[0], change: change, intent: intent, baseVersion: row[12])
  }

  /// Removes a row.
  func remove(_ key: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM refused WHERE key = ?").execute(arguments: [key])
  }

  /// Leaves less of an update refused; nothing of it when nothing is left.
  func narrow(_ key: Int64, to detail: [String], _ side: SideFields) throws {
    if detail.isEmpty, side.areEmpty { return try remove(key) }
    try db.cachedStatement(sql: "UPDATE refused SET detail = ?, side = ? WHERE key = ?")
      .execute(arguments: [QueueTable.text(detail), side.rawValue, key])
  }
}
