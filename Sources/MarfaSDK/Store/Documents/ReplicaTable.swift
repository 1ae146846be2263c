import Documents
import Foundation
import GRDB
import StorageKit

/// The rows of `replica` and `replica_change`.
struct ReplicaTable {
  let db: Database

  /// The replica that an item's text is bound to.
  func row(ofItem item: Int64) throws -> ReplicaRow? { try row("item = ?", [item]) }

  /// The replica of a document.
  func row(document: String) throws -> ReplicaRow? { try row("document = ?", [document]) }

  /// The replica of a key.
  func row(key: Int64) throws -> ReplicaRow? { try row("key = ?", [key]) }

  private func row(_ condition: String, _ arguments: StatementArguments) throws -> ReplicaRow? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(ReplicaRow.columns) FROM replica WHERE \(condition)")
    return try Row.fetchOne(statement, arguments: arguments).map { try ReplicaRow(row: $0) }
  }

  /// All replicas that are bound to items.
  func bound() throws -> [ReplicaRow] {
    try Row.fetchAll(
      db, sql: "SELECT \(ReplicaRow.columns) FROM replica WHERE item IS NOT NULL ORDER BY key"
    ).map { try ReplicaRow(row: $0) }
  }

  // MARK: - Content

  /// The content of a replica, as it was left.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - unsent: Which of the changes that the server has not acknowledged are in it.
  /// - Returns: The replica.
  /// - Throws: `DatabaseError`, or `StorageError` for damaged bytes.
  func replica(_ row: ReplicaRow, unsent: UnsentChanges = .included) throws -> Replica {
    let bytes = try Data.fetchOne(
      db.cachedStatement(sql: "SELECT snapshot FROM replica WHERE key = ?"), arguments: [row.key])
    let stored = try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT is_unsent, bytes FROM replica_change WHERE replica = ? ORDER BY key"),
      arguments: [row.key])
    let history = try row.item == nil ? history(row.key) : nil
    var (log, waiting): ([Change], [Change]) = ([], [])
    do throws(DocumentsError) {
      for entry in stored {
        let changes = try Self.changes(Array(entry[1] as Data))
        if entry[0] { waiting += changes } else { log += changes }
      }
      var replica = try Replica(
        key: row.document, actor: row.actor, stored: bytes.map { Array($0) }, log: log,
        unsent: unsent.taken(of: waiting), checkpoint: row.checkpoint)
      if let history { try replica.takeHistory(stored: Array(history)) }
      return replica
    } catch {
      throw StorageError.damaged("the replica of \(row.document): \(error)")
    }
  }

  /// The text of the last acknowledged exchange, with what has arrived of the rest.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - unsent: The changes that have arrived although nobody acknowledged them.
  /// - Returns: The text.
  /// - Throws: `DatabaseError`, or `StorageError` for damaged bytes.
  func base(of row: ReplicaRow, unsent: UnsentChanges = .excluded) throws -> String {
    let kept = try String.fetchOne(
      db.cachedStatement(sql: "SELECT base FROM replica WHERE key = ?"), arguments: [row.key])
    return try kept ?? replica(row, unsent: unsent).text(row.field)
  }

  /// Where unsent changes end that somebody else may have, too; of a document of its own.
  func sharedThrough(_ key: Int64) throws -> UInt32? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT base FROM replica WHERE key = ?"), arguments: [key]
    ).flatMap { UInt32($0) }
  }

  /// Whether there are changes that the server has not acknowledged.
  func hasUnsent(_ key: Int64) throws -> Bool {
    try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT 1 FROM replica_change WHERE replica = ? AND is_unsent = 1 LIMIT 1"),
      arguments: [key]) != nil
  }

  // MARK: - Writing

  /// Puts a whole replica in the place of what is there.
  ///
  /// - Parameters:
  ///   - replica: The replica.
  ///   - confirmed: The replica without its unsent changes, as the server has it; nil when nothing
  ///     is unsent.
  ///   - item: The item that it is bound to.
  ///   - field: The name of the text.
  ///   - isAttached: Whether the server knows it.
  ///   - now: The moment, in milliseconds since 1970.
  /// - Returns: The row.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  @discardableResult
  func put(
    _ replica: Replica, confirmed: Replica?, item: Int64?, field: String, isAttached: Bool,
    at now: Int64
  ) throws -> ReplicaRow {
    let former = try row(document: replica.key)
    let used =
      try former.map {
        try Int64.fetchOne(
          db, sql: "SELECT used_at FROM replica WHERE key = ?", arguments: [$0.key])
      } ?? now
    try former.map { try remove($0.key) }
    try db.cachedStatement(
      sql: """
        INSERT INTO replica(document, item, field, actor, is_attached, server_sequence,
          client_sequence, token, used_at, snapshot)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      replica.key, item, field, replica.actor.description, isAttached,
      replica.checkpoint.serverSequence, Int64(replica.checkpoint.clientSequence),
      (former?.token ?? 0) + 1, used, Data((confirmed ?? replica).snapshot()),
    ])
    let key = db.lastInsertedRowID
    try append(replica.localChanges, to: key, isUnsent: true)
    guard let row = try row(key: key) else { throw StorageError.damaged("a lost replica") }
    return row
  }

  /// The most bytes of what can be undone in a document after a restart; older edits are left out.
  static let historyLimit = 256 * 1_024

  private func history(_ key: Int64) throws -> Data? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT bytes FROM document_history WHERE replica = ?"),
      arguments: [key])
  }

  /// Keeps what can be undone in a replica, for the next process.
  func keepHistory(of replica: Replica, _ key: Int64) throws {
    guard let bytes = replica.storedHistory(limit: Self.historyLimit) else {
      return try forgetHistory(key)
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO document_history(replica, bytes) VALUES (?, ?)
        ON CONFLICT(replica) DO UPDATE SET bytes = excluded.bytes
        """
    ).execute(arguments: [key, Data(bytes)])
  }

  /// Forgets what can be undone in a replica.
  func forgetHistory(_ key: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM document_history WHERE replica = ?")
      .execute(arguments: [key])
  }

  /// Appends changes to the log of a replica.
  func append(_ changes: [Change], to key: Int64, isUnsent: Bool) throws {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO replica_change(replica, number, is_unsent, bytes) VALUES (?, ?, ?, ?)")
    for change in changes where change.hasOperations {
      var writer = ChangeWriter()
      try statement.execute(arguments: [
        key, Int64(change.id.clientSequence), isUnsent, Data(writer.encode([change])),
      ])
    }
  }

  /// Takes down how far the server and the replica know each other.
  ///
  /// - Returns: Whether the server got changes from here.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func acknowledge(_ checkpoint: Checkpoint, of key: Int64) throws -> Bool {
    try db.cachedStatement(
      sql:
        "UPDATE replica_change SET is_unsent = 0 WHERE replica = ? AND is_unsent = 1 AND number <= ?"
    ).execute(arguments: [key, Int64(checkpoint.clientSequence)])
    let hasArrived = db.changesCount > 0
    try db.cachedStatement(
      sql: """
        UPDATE replica SET server_sequence = max(server_sequence, ?),
          client_sequence = max(client_sequence, ?) WHERE key = ?
        """
    ).execute(arguments: [checkpoint.serverSequence, Int64(checkpoint.clientSequence), key])
    return hasArrived
  }

  /// Counts a change, and answers the new token.
  func raiseToken(of key: Int64) throws -> Int64 {
    try db.cachedStatement(sql: "UPDATE replica SET token = token + 1 WHERE key = ?")
      .execute(arguments: [key])
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT token FROM replica WHERE key = ?"), arguments: [key]) ?? 0
  }

  /// Puts a snapshot in the place of a long log; one with unsent changes stays.
  func compact(_ replica: Replica, _ key: Int64, limit: Int) throws {
    guard replica.localChanges.isEmpty else { return }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT (SELECT count(*) FROM replica_change WHERE replica = replica.key), base IS NOT NULL
          FROM replica WHERE key = ?
          """), arguments: [key])
    guard let row, (row[0] as Int) > limit || (row[1] as Bool) else { return }
    try db.cachedStatement(sql: "DELETE FROM replica_change WHERE replica = ?")
      .execute(arguments: [key])
    try db.cachedStatement(sql: "UPDATE replica SET snapshot = ?, base = NULL WHERE key = ?")
      .execute(arguments: [Data(replica.snapshot()), key])
  }

  /// Notes whether the server has changes that are not here.
  func set(isBehind: Bool, of key: Int64) throws {
    try db.cachedStatement(
      sql: "UPDATE replica SET is_behind = ?1 WHERE key = ?2 AND is_behind <> ?1"
    ).execute(arguments: [isBehind, key])
  }

  /// Notes that somebody works with a replica.
  func use(_ key: Int64, at now: Int64) throws {
    try db.cachedStatement(sql: "UPDATE replica SET used_at = ? WHERE key = ?")
      .execute(arguments: [now, key])
  }

  /// Removes a replica with its changes.
  func remove(_ key: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM replica WHERE key = ?").execute(arguments: [key])
  }

  private static func changes(_ bytes: [UInt8]) throws(DocumentsError) -> [Change] {
    var reader = ChangeReader()
    return try reader.decode(bytes)
  }
}

/// Which of the changes that the server has not acknowledged a replica is wanted with.
enum UnsentChanges {
  case included, excluded
  /// Those that are part of another replica, which has them from the server.
  case arrived(Replica)

  func taken(of changes: [Change]) -> [Change] {
    switch self {
    case .included: changes
    case .excluded: []
    case .arrived(let other): other.arrived(of: changes)
    }
  }
}
