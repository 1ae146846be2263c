import GRDB

/// Both sides of a conflict that waits for a person, read together.
package struct ConflictSides: Hashable, Sendable {
  /// The conflict, with the other side.
  package var conflict: ParkedConflict
  /// The item as it is seen here: this side.
  package var item: Item
  /// When both were written.
  package var origins: ConflictOrigins
  /// What a decision about them must name.
  package var reading: Reading

  /// Which state of each side somebody saw.
  package struct Reading: Hashable, Sendable {
    /// The server's version.
    var theirs: Int
    /// The number of the newest change here.
    var mine: Int
  }
}

extension ConflictSides.Reading {
  /// The states that are there now.
  init(_ context: ConflictContext, _ row: QueueRow, _ writer: StoreWriter) throws {
    let revision = try row.intent.item.flatMap { try writer.record(key: $0)?.revision }
    self.init(theirs: context.current.version, mine: revision ?? 0)
  }
}

/// Reads both sides of a conflict.
struct ConflictSidesFetch: StoreFetch {
  let id: String

  var interest: StoreInterest { StoreInterest(.parkedConflict, .item, .itemText) }

  func fetch(_ db: Database) throws -> ConflictSides? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT parked_conflict.context, parked_conflict.parked_at, item.id, item.revision
          FROM parked_conflict JOIN item ON item.key = parked_conflict.item
          WHERE mutation_id = ?
          """), arguments: [id])
    guard let row, let item = try ItemReader(db: db).item(id: row[2]),
      let origins = try ConflictOrigins.fetch(id: id, db)
    else { return nil }
    let context = try StoredJSON.value(ConflictContext.self, row[0])
    return ConflictSides(
      conflict: ParkedConflict(
        id: id, context: context, parkedAt: Timestamp(milliseconds: row[1])),
      item: item, origins: origins,
      reading: ConflictSides.Reading(theirs: context.current.version, mine: row[3]))
  }
}
