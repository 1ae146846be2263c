import Foundation
import GRDB
import MarfaModel

/// A data directory as the build of commit f5a1652 left it: made by that build's statements.
struct FormerStore {
  /// The secret that its cursors are sealed with.
  static let cursorSecret = "0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF"
  /// The hash of an administrator's key.
  static let keyHash = String(repeating: "ab", count: 32)
  /// The id of that key.
  static let keyId = "01890a5d-ac96-774b-bcce-000000000001"
  /// When the last thing in it happened.
  static let newest: Int64 = 1_760_000_000_000

  let directory = FileManager.default.temporaryDirectory
    .appending(path: "marfa-server-former-\(UUID().uuidString)").path

  var path: String { directory + "/marfa-server.sqlite" }

  /// Makes a store with notes, of which each second has a tag and points to the note before it; the
  /// log has an event for each.
  init(notes count: Int) throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
      try db.inTransaction {
        try db.execute(sql: Self.tables)
        try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for step in Self.steps {
          try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
        }
        try Self.fill(db, count)
        return .commit
      }
    }
    try queue.close()
  }

  /// Removes the directory.
  func remove() {
    // What is left in the temporary folder harms nobody.
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// The id of a note; every seventh is in upper case, as a client had sent it.
  static func id(_ number: Int) -> String {
    let id = "01890a5d-ac96-774b-bcce-" + String(format: "%012d", number)
    return number % 7 == 0 ? id.uppercased() : id
  }

  private static func fill(_ db: Database, _ count: Int) throws {
    let numbers = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      """
    let id = "'01890a5d-ac96-774b-bcce-' || printf('%012d', i)"
    let folded = "CASE i % 7 WHEN 0 THEN upper(\(id)) ELSE \(id) END"
    let time = "\(newest) - \(count) + i"
    try db.execute(
      sql: """
        INSERT INTO item(key, id, type, state, version, schema_version, source, timestamp,
          created_at, updated_at, tags, properties)
        \(numbers) SELECT i, \(folded), 'core.note', 0, 1, 1, 'Former', \(time), \(time), \(time),
          CASE i % 2 WHEN 0 THEN 'even' ELSE '' END, '{"body":"heron number ' || i || '"}' FROM n;
        INSERT INTO item_tag(tag, item) SELECT 'even', key FROM item WHERE key % 2 = 0;
        INSERT INTO item_fts(rowid, title, text, tags)
          SELECT key, '', json_extract(properties, '$.body'), tags FROM item;
        INSERT INTO edge(key, id, source, target, type, created_at, updated_at, properties)
          SELECT key, '01890a5d-ac96-774b-bccf-' || printf('%012d', key), key, key - 1, 'about',
            created_at, created_at, '{}' FROM item WHERE key % 2 = 0;
        INSERT INTO event(id, name, data, item_id, item_type, created_at)
          SELECT key, 'item.created', '{"id":"' || id || '"}', id, 'core.note', created_at FROM item;
        INSERT INTO type_count SELECT type, state, COUNT(*) FROM item GROUP BY type, state;
        INSERT INTO tag_count SELECT tag, 'core.note', COUNT(*) FROM item_tag GROUP BY tag;
        """)
    try db.execute(
      sql: """
        INSERT INTO version(id, item, version, properties, created_at)
        VALUES ('v1', 1, 1, '{"body":"before"}', ?)
        """, arguments: [newest - 1])
    try db.execute(
      sql: "INSERT INTO space(name, value) VALUES ('cursor_secret', ?)",
      arguments: [cursorSecret])
    try db.execute(
      sql: """
        INSERT INTO api_key(id, hash, label, source, role, is_platform, permissions, created_at)
        VALUES (?, ?, 'me', 'Me', 'admin', 0,
          '{"types":{},"extensions":{},"edges":{},"metadata":{}}', ?)
        """, arguments: [keyId, keyHash, newest])
    try db.execute(
      sql: """
        INSERT INTO idempotency(credential, name, fingerprint, status, body, created_at)
        VALUES (?, 'sent-before', 'f', 201, CAST('{"item":{"id":"first"}}' AS BLOB), ?)
        """, arguments: [keyId, newest])
  }
}
