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
    if let today { counts.today = try countSince(today, of: counts.notes, db) }
    return counts
  }

  /// How many of all listed items were changed since a moment.
  ///
  /// Walks over those since then or over those before, whichever are fewer: on most days that is a
  /// few, and on the day of an import nearly all are of that day.
  private func countSince(_ moment: Int64, of all: Int, _ db: Database) throws -> Int {
    func count(_ condition: String, atMost limit: Int) throws -> Int {
      let statement = try db.cachedStatement(
        sql: """
          SELECT count(*) FROM (
            SELECT 1 FROM item
            WHERE state < 2 AND state = 0 AND is_listed = 1 AND \(condition) LIMIT ?)
          """)
      return try Int.fetchOne(statement, arguments: [moment, limit]) ?? 0
    }
    var limit = 128
    while true {
      let since = try count("edited_at >= ?", atMost: limit)
      if since < limit { return since }
      let before = try count("edited_at < ?", atMost: limit)
      if before < limit { return all - before }
      limit *= 4
    }
  }
}
