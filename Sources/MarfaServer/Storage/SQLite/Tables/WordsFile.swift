import Foundation
import GRDB
import MarfaModel

/// The index of words, in a file and with a writer of its own: to index a long text takes long, and
/// nobody who writes notes waits for it.
///
/// The index can be rebuilt from the store's file, which notes what is not indexed yet. So it need
/// not survive a power loss, and backups leave it out. An index that differs from the one that the
/// store last noted is rebuilt when the server is idle.
final class WordsFile: Sendable {
  /// The name under which readers of the store have it.
  private static let schema = "words"

  /// What the file is of.
  private struct State {
    /// The epoch of the store; nil in a new file.
    var epoch: String?
    /// How often words were set.
    var serial: Int64
    /// The items whose words were set last.
    var last: [Int64]
  }

  private let path: String
  private let queue: DatabaseQueue

  /// Where the index of a store is.
  static func path(beside storePath: String) -> String {
    storePath.hasSuffix(".sqlite")
      ? storePath.dropLast(".sqlite".count) + "-words.sqlite" : storePath + "-words"
  }

  /// Opens the file, which is made when it is not there.
  ///
  /// - Parameters:
  ///   - storePath: The store's file.
  ///   - given: How connections of the store are set up.
  ///   - isAlone: Whether no other process has the file, so that one that is damaged may go.
  /// - Throws: What SQLite throws.
  init(beside storePath: String, _ given: Configuration, isAlone: Bool) throws {
    path = Self.path(beside: storePath)
    var configuration = given
    configuration.label = "marfa-server-words"
    configuration.journalMode = .wal
    do {
      queue = try Self.open(path, configuration)
    } catch let error as DatabaseError where isAlone && error.isOfDamage {
      for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + end) {
        try FileManager.default.removeItem(atPath: path + end)
      }
      queue = try Self.open(path, configuration)
    }
  }

  private static func open(
    _ path: String, _ configuration: Configuration
  ) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      // No table here may have the name of one of the store, whose readers see both.
      if try !db.tableExists("about") { try db.execute(sql: ServerTables.words) }
    }
    return queue
  }

  /// Lets a connection that reads the store read the index as well.
  ///
  /// Not the store's writer: its transactions would begin by waiting for those of the index
  /// (<https://www.sqlite.org/lang_transaction.html>).
  static func attach(_ storePath: String, to db: Database) throws {
    guard db.configuration.readonly else { return }
    try db.execute(
      sql: "ATTACH DATABASE ? AS \(schema)", arguments: [path(beside: storePath)])
  }

  // MARK: - Whether it is the store's

  /// Makes the index of the store's content, or lets the store note what it lacks.
  ///
  /// - Parameter pool: The store.
  /// - Throws: What SQLite throws; the next start looks again.
  func follow(_ pool: DatabasePool) throws {
    let state = try queue.read { try Self.state($0) }
    let (epoch, heard) = try pool.writeWithoutTransaction { db in
      (
        try db.spaceValue(SpaceValue.logEpoch.rawValue),
        try db.spaceValue(SpaceValue.wordsSerial.rawValue).flatMap(Int64.init) ?? 0
      )
    }
    if state.epoch == epoch, state.serial == heard { return }
    if state.epoch == epoch, state.serial == heard + 1 {
      // Set by a process that died before the store heard of it.
      return try pool.write { db in
        for key in state.last { try db.wordsChanged(of: key) }
        try db.setSpaceValue(SpaceValue.wordsSerial.rawValue, String(state.serial))
      }
    }
    try pool.write { db in
      let types = try db.values("SELECT DISTINCT type FROM type_count", as: String.self)
      let places = Dictionary(uniqueKeysWithValues: types.map { ($0, Int64(0)) })
      try db.setSpaceValue(
        SpaceValue.changedTypes.rawValue,
        places.isEmpty ? "" : StoredJSON.text(encoding: places))
    }
    try queue.write { db in
      try db.execute(sql: "DROP TABLE item_fts; DROP TABLE about; \(ServerTables.words)")
      try Self.set(State(epoch: epoch, serial: heard, last: []), in: db)
    }
  }

  private static func state(_ db: Database) throws -> State {
    let row = try db.row("SELECT epoch, serial, last FROM about")
    return State(
      epoch: row?[0], serial: row?[1] ?? 0,
      last: try row.map { try StoredJSON.value($0[2] as String) } ?? [])
  }

  private static func set(_ state: State, in db: Database) throws {
    try db.run("DELETE FROM about")
    try db.run(
      "INSERT INTO about(epoch, serial, last) VALUES (?, ?, ?)",
      [state.epoch, state.serial, try StoredJSON.text(encoding: state.last)])
  }

  // MARK: - Words

  /// Sets what items are found by.
  ///
  /// - Returns: The number of this change, for the store to keep.
  func set(_ words: [WordsOfItem]) async throws -> Int64 {
    try await queue.write { db in
      for item in words { try Self.set(item, in: db) }
      var state = try Self.state(db)
      state.serial += 1
      state.last = words.map(\.key)
      try Self.set(state, in: db)
      return state.serial
    }
  }

  private static func set(_ item: WordsOfItem, in db: Database) throws {
    try db.run("DELETE FROM item_fts WHERE rowid = ?", [item.key])
    guard let words = item.words else { return }
    try db.run(
      "INSERT INTO item_fts(rowid, title, text, tags) VALUES (?, ?, ?, ?)",
      [
        item.key, SearchedText.indexed(words.title), SearchedText.indexed(words.text),
        words.tags.joined(separator: " "),
      ])
  }

  /// Merges parts of the index, and writes about this number of its pages.
  ///
  /// - Returns: Whether there may be more to merge.
  func merge(_ pages: Int) async throws -> Bool {
    try await queue.write { db in
      let before = db.totalChangesCount
      try db.run("INSERT INTO item_fts(item_fts, rank) VALUES ('merge', ?)", [pages])
      // One that finds nothing to merge changes fewer than two rows:
      // <https://www.sqlite.org/fts5.html#the_merge_command>.
      return db.totalChangesCount - before >= 2
    }
  }

  /// Closes the file.
  func close() throws { try queue.close() }
}

extension DatabaseError {
  /// Whether a file is no database, or not whole.
  var isOfDamage: Bool { resultCode == .SQLITE_NOTADB || resultCode == .SQLITE_CORRUPT }
}

extension Database {
  /// Notes that the words of an item are to be read again, and that this is later than any time
  /// before.
  func wordsChanged(of key: Int64) throws {
    try run(
      """
      INSERT INTO changed_words(number, item)
      VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM changed_words), ?)
      ON CONFLICT(item) DO UPDATE SET number = excluded.number
      """, [key])
  }
}
