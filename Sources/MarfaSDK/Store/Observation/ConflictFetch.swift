import GRDB

/// Reads the conflicts that wait for a person, oldest first.
///
/// The other side of a conflict with a document or a file is what its note shows at that moment;
/// later edits of the note are no reason to read again.
struct ConflictFetch: StoreFetch {
  var interest: StoreInterest { StoreInterest(.parkedConflict) }

  func fetch(_ db: Database) throws -> [ParkedConflict] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT mutation_id, context, parked_at, item.id, \(ParkedText.isText) FROM parked_conflict
        JOIN item ON item.key = parked_conflict.item ORDER BY parked_conflict.key
        """)
    return try Row.fetchAll(statement).map { row in
      var context = try StoredJSON.value(ConflictContext.self, row[1])
      // A server may have given it another id since.
      context.itemId = row[3]
      if row[4] as Bool, let item = try ItemReader(db: db).item(id: row[3]) {
        context = ParkedText.following(context, item)
      }
      return ParkedConflict(
        id: row[0], context: context, parkedAt: Timestamp(milliseconds: row[2]))
    }
  }
}

/// Reads what the server refused, oldest first.
struct RefusedFetch: StoreFetch {
  var interest: StoreInterest { StoreInterest(.refused) }

  func fetch(_ db: Database) throws -> [RefusedChange] {
    try RefusedTable(db: db).all().map(\.change)
  }
}
