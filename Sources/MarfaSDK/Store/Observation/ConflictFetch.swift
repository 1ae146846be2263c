import GRDB

/// Reads the conflicts that wait for a person, oldest first.
struct ConflictFetch: StoreFetch {
  var interest: StoreInterest { StoreInterest(.parkedConflict) }

  func fetch(_ db: Database) throws -> [ParkedConflict] {
    let statement = try db.cachedStatement(
      sql: "SELECT mutation_id, context, parked_at FROM parked_conflict ORDER BY key")
    return try Row.fetchAll(statement).map { row in
      ParkedConflict(
        id: row[0], context: try StoredJSON.value(ConflictContext.self, row[1]),
        parkedAt: Timestamp(milliseconds: row[2]))
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
