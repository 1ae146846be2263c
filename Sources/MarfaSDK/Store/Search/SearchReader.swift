import GRDB

/// Reads search results within one read of the database.
struct SearchReader {
  let db: Database
  let now: Int64
  let filters: ListFilters

  /// The most matches that are weighed by their words.
  static let rankedCount = 1000
  /// Of more matches than those this number of the newest are put in order, and as many in titles,
  /// which bounds the time of a search for a word that every note has; all others come after them.
  static let roughCount = 500

  /// Hits in the order of relevance.
  func ranked(_ query: SearchQuery, limit: Int, offset: Int) throws -> SearchResults {
    let compiler = try SearchCompiler(query.expression, in: db)
    guard let pattern = compiler.pattern else {
      return try newest(compiler, limit: limit, offset: offset)
    }
    var results = try withFunctions(of: compiler) {
      try rankedPage(
        pattern, SoughtTitle(query.expression), compiler, limit: limit, offset: offset)
    }
    if results.hits.isEmpty, offset == 0 {
      results = try newest(
        SearchCompiler(query.expression, in: db, isSubstring: true), limit: limit, offset: 0)
    }
    return results
  }

  /// The newest hits without rank or snippets, as fast as may be.
  func first(_ query: SearchQuery, limit: Int) throws -> SearchResults {
    let compiler = try SearchCompiler(query.expression, in: db)
    let results = try newest(compiler, limit: limit, offset: 0)
    guard results.hits.isEmpty, compiler.pattern != nil else { return results }
    return try newest(
      SearchCompiler(query.expression, in: db, isSubstring: true), limit: limit, offset: 0)
  }

  /// The most hits that are sorted: all that are weighed, or two lists of the newest and two of
  /// titles.
  static let orderedCount = max(rankedCount, 4 * roughCount)

  // MARK: - Ranked

  /// First the title that is looked for, then titles that begin with it, then those that have all
  /// of the words, then all else.
  ///
  /// Weighs by time and state: a change of today counts half as much again, one of a month ago a
  /// quarter; archived items count half. Takes the arguments 2 to 5, the last of which is the time.
  static let score = """
    \(SoughtTitle.gain) + match.gain
      + match.score * (1.0 + 0.5 / (1.0 + MAX(0, ?5 - item.edited_at) / 2592000000.0))
        * CASE item.state WHEN 1 THEN 0.5 ELSE 1.0 END
    """

  /// Every match by its words: the title counts 10, tags 5, all else 1.
  ///
  /// However often a text has the words, a title that has them is more than that.
  private static let exactMatches = """
    SELECT rowid AS key, -bm25(item_fts, 10.0, 1.0, 1.0, 1.0, 5.0) AS score,
      CASE WHEN rowid IN (SELECT rowid FROM item_fts
        WHERE item_fts MATCH '{title} : (' || ?1 || ')') THEN 500.0 ELSE 0.0 END AS gain
    FROM item_fts WHERE item_fts MATCH ?1
    """

  /// The newest matches that fit, those in titles before others; takes the arguments of the
  /// condition twice.
  ///
  /// For words so frequent that their number says nothing; weighing them would read
  /// every place of them.
  private static func roughMatches(_ title: SoughtTitle?, _ condition: String) -> String {
    func newest(_ pattern: String, score: Double) -> String {
      // The order of the tables is given, so that the index gives rows in the order of the limit.
      """
      SELECT * FROM (SELECT item.key AS key, \(score) AS score
        FROM item_fts CROSS JOIN item ON item.key = item_fts.rowid
        WHERE item_fts MATCH \(pattern) AND \(condition)
        ORDER BY item_fts.rowid DESC LIMIT \(roughCount))
      """
    }
    return """
      SELECT key, MAX(score) AS score, 0.0 AS gain FROM (
        \(newest("'{title tags} : (' || ?1 || ')'", score: 10))
        UNION ALL \(newest("?1", score: 1))
        \(title?.isFoundByWords == true ? titleMatches : ""))
      GROUP BY key
      """
  }

  /// The titles that are looked for, which may be older than the newest matches.
  private static let titleMatches = """
    UNION ALL SELECT * FROM (SELECT key, 10.0 AS score FROM item
      WHERE state < 2 AND title_sort = ?2 LIMIT \(roughCount))
    UNION ALL SELECT * FROM (SELECT key, 10.0 AS score FROM item
      WHERE state < 2 AND title_sort >= ?3 AND title_sort < ?4
      ORDER BY title_sort LIMIT \(roughCount))
    """

  private func rankedPage(
    _ pattern: String, _ title: SoughtTitle?, _ compiler: SearchCompiler, limit: Int, offset: Int
  ) throws -> SearchResults {
    let conditions = try conditions(compiler)
    let matches = try matches(of: pattern, title, conditions.clause, conditions.arguments)
    let statement = try db.cachedStatement(
      sql: """
        \(matches.table)
        SELECT \(ItemSummary.storedColumns), \(Self.score) AS total
        FROM match JOIN item ON item.key = match.key
        WHERE \(conditions.clause) ORDER BY total DESC, item.key DESC LIMIT ? OFFSET ?
        """)
    let arguments = matches.arguments + conditions.arguments + [limit + 1, offset]
    var results = SearchResults()
    try append(Row.fetchCursor(statement, arguments: arguments), to: &results, limit: limit)
    guard matches.isRough, !results.hasMore else { return results }
    let skipped =
      results.hits.isEmpty ? offset - (try count(of: matches, conditions)) : 0
    try appendOthers(
      than: matches, pattern, conditions, to: &results, limit: limit, offset: max(0, skipped))
    return results
  }

  private func append(
    _ rows: RowCursor, to results: inout SearchResults, limit: Int
  ) throws {
    while let row = try rows.next() {
      if results.hits.count == limit {
        results.hasMore = true
        break
      }
      results.hits.append(
        SearchHit(
          summary: ItemSummary(row: row), score: row[ItemSummary.storedColumnCount], snippet: ""))
    }
  }

  /// How many of some matches fit.
  private func count(of matches: Matches, _ conditions: ListConditions) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        \(matches.table)
        SELECT COUNT(*) FROM match JOIN item ON item.key = match.key WHERE \(conditions.clause)
        """)
    return try Int.fetchOne(statement, arguments: matches.arguments + conditions.arguments) ?? 0
  }

  /// Appends the hits that are not ranked, the newest first.
  private func appendOthers(
    than matches: Matches, _ pattern: String, _ conditions: ListConditions,
    to results: inout SearchResults, limit: Int, offset: Int
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        \(matches.table)
        SELECT \(ItemSummary.storedColumns), 0.0 AS total
        FROM item_fts CROSS JOIN item ON item.key = item_fts.rowid
        WHERE item_fts MATCH ? AND \(conditions.clause)
          AND item.key NOT IN (SELECT key FROM match)
        ORDER BY item_fts.rowid DESC LIMIT ? OFFSET ?
        """)
    let arguments: StatementArguments =
      matches.arguments + [pattern] + conditions.arguments
      + [limit + 1 - results.hits.count, offset]
    try append(Row.fetchCursor(statement, arguments: arguments), to: &results, limit: limit)
  }

  /// Matches with their scores, as the table `match` that a statement begins with.
  struct Matches {
    let table: String
    /// The first five are named, and have to be before those that are not.
    let arguments: StatementArguments
    /// Whether they are the newest only, and not weighed by their words.
    let isRough: Bool
  }

  /// All matches, weighed by their words, or the newest in the rough when there are more than are
  /// ranked.
  func matches(
    of pattern: String, _ title: SoughtTitle?, _ condition: String,
    _ conditionArguments: StatementArguments
  ) throws -> Matches {
    let isRough = try isCommon(pattern)
    let matches = isRough ? Self.roughMatches(title, condition) : Self.exactMatches
    let given: StatementArguments = [pattern] + SoughtTitle.arguments(title) + [now]
    return Matches(
      table: "WITH given AS (SELECT ?1, ?2, ?3, ?4, ?5), match AS MATERIALIZED (\(matches))",
      arguments: isRough ? given + conditionArguments + conditionArguments : given,
      isRough: isRough)
  }

  /// Whether more items match than are ranked.
  private func isCommon(_ pattern: String) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: """
        SELECT COUNT(*) FROM (SELECT 1 FROM item_fts WHERE item_fts MATCH ?
          LIMIT \(Self.rankedCount + 1))
        """)
    return try Int.fetchOne(statement, arguments: [pattern]) ?? 0 > Self.rankedCount
  }

  // MARK: - By time

  /// The newest items that fit, without rank.
  private func newest(
    _ compiler: SearchCompiler, limit: Int, offset: Int
  ) throws -> SearchResults {
    try withFunctions(of: compiler) {
      var conditions = try conditions(compiler)
      var tables = "item"
      var order = "item.edited_at DESC, item.key DESC"
      if let pattern = compiler.pattern {
        tables = "item_fts JOIN item ON item.key = item_fts.rowid"
        order = "item_fts.rowid DESC"
        conditions.prepend("item_fts MATCH ?", [pattern])
      }
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(ItemSummary.storedColumns) FROM \(tables)
          WHERE \(conditions.clause) ORDER BY \(order) LIMIT ? OFFSET ?
          """)
      var results = SearchResults()
      let rows = try Row.fetchCursor(
        statement, arguments: conditions.arguments + [limit + 1, offset])
      while let row = try rows.next() {
        if results.hits.count == limit {
          results.hasMore = true
          break
        }
        results.hits.append(SearchHit(summary: ItemSummary(row: row), score: 0, snippet: ""))
      }
      return results
    }
  }

  private func conditions(_ compiler: SearchCompiler) throws -> ListConditions {
    var conditions = try ListConditions(
      filters, in: db, includesTrash: compiler.mentionsTrash && filters.state == nil)
    conditions.add(compiler.condition, compiler.arguments)
    return conditions
  }

  /// Runs work with the functions that were made for one search.
  func withFunctions<Value>(
    of compiler: SearchCompiler, _ work: () throws -> Value
  ) throws -> Value {
    for function in compiler.functions { db.add(function: function) }
    defer { for function in compiler.functions { db.remove(function: function) } }
    return try work()
  }
}
