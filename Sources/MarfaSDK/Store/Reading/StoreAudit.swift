import GRDB

/// Checks by recount what the store maintains step by step.
struct StoreAudit {
  let db: Database

  /// What does not agree, in words for a log; empty when all does.
  func findings() throws -> [String] {
    try tagCounts() + counters() + queueCount() + derivedColumns()
  }

  /// Counts all that a tag is on, which an index has in order, and takes the few in the trash off.
  private func tagCounts() throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT 'tag ' || tag.name || ' counts ' || tag.count FROM tag
          LEFT JOIN (SELECT tag, COUNT(*) AS count FROM item_tag GROUP BY tag) AS used
            ON used.tag = tag.key
          LEFT JOIN (SELECT item_tag.tag AS tag, COUNT(*) AS count
            FROM item CROSS JOIN item_tag ON item_tag.item = item.key
            WHERE item.state = 2 GROUP BY item_tag.tag) AS trashed
            ON trashed.tag = tag.key
        WHERE tag.count <> COALESCE(used.count, 0) - COALESCE(trashed.count, 0)
        """)
  }

  private func counters() throws -> [String] {
    var findings: [String] = []
    let stored = try Row.fetchAll(db, sql: "SELECT kind, subject, count FROM counter")
    var counts: [CounterName: Int64] = [:]
    for row in stored {
      if let kind = CounterKind(rawValue: row[0]) {
        counts[CounterName(kind: kind, subject: row[1])] = row[2]
      }
    }
    var expected: [CounterName: Int64] = [:]
    let rows = try Row.fetchCursor(db, sql: "SELECT \(CountedState.columns) FROM item")
    while let row = try rows.next() {
      for name in CountedState(row: row).counters { expected[name, default: 0] += 1 }
    }
    for name in Set(counts.keys).union(expected.keys)
    where counts[name] ?? 0 != expected[name] ?? 0 {
      findings.append(
        "counter \(name.kind) \(name.subject) is \(counts[name] ?? 0), "
          + "not \(expected[name] ?? 0)")
    }
    return findings.sorted()
  }

  private func queueCount() throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT 'the queue counts ' || COALESCE(pending, 'no') || ' changes, and has ' || held
        FROM (SELECT (SELECT pending FROM queue_count) AS pending,
          (SELECT count(*) FROM mutation WHERE kind <> 'uploadBlob') AS held)
        WHERE pending IS NOT held
        """)
  }

  private func derivedColumns() throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT 'links of ' || id FROM item WHERE link_count <> (
          SELECT COUNT(*) FROM edge WHERE type = 'references' AND edge.source = item.key)
          + (SELECT COUNT(*) FROM edge WHERE type = 'references' AND edge.target = item.key)
        UNION ALL
        SELECT 'notebook of ' || id FROM item WHERE notebook IS NOT (
          SELECT source FROM edge WHERE type = 'parent-of' AND edge.target = item.key
          ORDER BY key LIMIT 1)
        UNION ALL
        SELECT 'text of ' || id FROM item
          WHERE NOT EXISTS (SELECT 1 FROM item_text WHERE item_text.item = item.key)
        """)
  }
}
