import GRDB
import MarfaModel

/// What a job changes of the counts of types and tags: written once for all of its items.
struct CountChanges {
  private struct TypeKey: Hashable {
    var type: String
    var state: Int
  }

  private struct TagKey: Hashable {
    var tag: String
    var type: String
  }

  private var types: [TypeKey: Int] = [:]
  private var tags: [TagKey: Int] = [:]

  /// Counts an item of a state with some tags; trashed items do not count for tags.
  mutating func count(_ item: ItemRow, tags: some Sequence<String>, by step: Int) {
    types[TypeKey(type: item.type, state: item.state.code), default: 0] += step
    count(tags: tags, of: item, by: step)
  }

  /// Counts some tags of an item.
  mutating func count(tags: some Sequence<String>, of item: ItemRow, by step: Int) {
    guard item.state != .trashed else { return }
    for tag in tags { self.tags[TagKey(tag: tag, type: item.type), default: 0] += step }
  }

  /// Writes what was counted, which is none afterwards.
  mutating func write(to db: Database) throws {
    for (key, step) in types where step != 0 {
      try db.run(
        """
        INSERT INTO type_count(type, state, count) VALUES (?, ?, ?)
        ON CONFLICT(type, state) DO UPDATE SET count = count + excluded.count
        """, [key.type, key.state, step])
      guard step < 0 else { continue }
      try db.run(
        "DELETE FROM type_count WHERE type = ? AND state = ? AND count = 0",
        [key.type, key.state])
    }
    for (key, step) in tags where step != 0 {
      try db.run(
        """
        INSERT INTO tag_count(tag, type, count) VALUES (?, ?, ?)
        ON CONFLICT(tag, type) DO UPDATE SET count = count + excluded.count
        """, [key.tag, key.type, step])
      guard step < 0 else { continue }
      try db.run(
        "DELETE FROM tag_count WHERE tag = ? AND type = ? AND count = 0", [key.tag, key.type])
    }
    self = CountChanges()
  }
}

/// Reads of counts, which are written first.
extension SQLiteTransaction {
  func usedTypes() throws -> Set<String> {
    try writeCounts()
    return try written.usedTypes()
  }

  func typeCounts() throws -> [TypeCount] {
    try writeCounts()
    return try written.typeCounts()
  }

  func tagCounts(
    ofTypes types: Set<String>?, after count: Int, limit: RowLimit
  ) throws -> RowPage<TagCount> {
    try writeCounts()
    return try written.tagCounts(ofTypes: types, after: count, limit: limit)
  }
}
