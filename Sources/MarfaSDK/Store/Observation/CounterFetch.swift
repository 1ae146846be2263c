import GRDB

/// Reads the maintained counts of the source list.
struct CounterFetch: StoreFetch {
  /// From when on an item counts as changed today, in milliseconds since 1970.
  let today: Int64?

  var interest: StoreInterest {
    var interest = StoreInterest(.counter)
    if today != nil {
      interest.add(.item, columns: ["edited_at", "state", "is_listed"])
    }
    return interest
  }

  func fetch(_ db: Database) throws -> SourceCounts {
    let reader = TagReader(db: db)
    var counts = SourceCounts()
    counts.notes = try reader.count(.all)
    counts.inbox = try reader.count(.inbox)
    counts.favourites = try reader.count(.favourites)
    counts.orphans = try reader.count(.orphans)
    counts.archived = try reader.count(.archived)
    counts.trash = try reader.count(.trash)
    if let today {
      let statement = try db.cachedStatement(
        sql: """
          SELECT count(*) FROM item
          WHERE state < 2 AND state = 0 AND is_listed = 1 AND edited_at >= ?
          """)
      counts.today = try Int.fetchOne(statement, arguments: [today]) ?? 0
    }
    return counts
  }
}
