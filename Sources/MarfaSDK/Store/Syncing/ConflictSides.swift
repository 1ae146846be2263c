import GRDB

/// Both sides of a conflict that waits for a person, read together.
package struct ConflictSides: Hashable, Sendable {
  /// The conflict, with the other side.
  package var conflict: ParkedConflict
  /// The item as it is seen here: this side.
  package var item: Item
  /// Where the server has the item in its life.
  package var theirState: ItemState
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

  /// Who moved the item to the trash; nil while it is not there.
  package var trashing: Trashing? {
    item.state == .trashed ? (theirState == .trashed ? .there : .here) : nil
  }
}

/// On which side something was moved to the trash while the other one changed it.
package enum Trashing: Hashable, Sendable {
  /// On this device.
  case here
  /// On another device.
  case there
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
          SELECT parked_conflict.context, parked_conflict.parked_at, item.id, item.revision,
            COALESCE(shadow.state, item.state)
          FROM parked_conflict JOIN item ON item.key = parked_conflict.item
          LEFT JOIN shadow ON shadow.item = item.key
          WHERE mutation_id = ?
          """), arguments: [id])
    guard let row, let item = try ItemReader(db: db).item(id: row[2]),
      let origins = try ConflictOrigins.fetch(id: id, db)
    else { return nil }
    let context = try StoredJSON.value(ConflictContext.self, row[0])
    return ConflictSides(
      conflict: ParkedConflict(
        id: id, context: context, parkedAt: Timestamp(milliseconds: row[1])),
      item: item, theirState: ItemState(code: row[4]), origins: origins,
      reading: ConflictSides.Reading(theirs: context.current.version, mine: row[3]))
  }
}
