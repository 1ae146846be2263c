import GRDB

/// How notes that belong to a server go to another one.
package enum ServerChange: Hashable, Sendable {
  /// They are the same notes there.
  case move
  /// They are notes of their own there, under new ids.
  case copy
}

extension StoreWriter {
  /// Forgets the server of the store, so that everything here is to be sent to the next one.
  ///
  /// What waited is part of what is here; what the former server has stays there.
  ///
  /// - Parameter change: Whether items and edges keep their ids.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func leaveServer(_ change: ServerChange) throws {
    try forgetDocuments()
    for table in [
      "mutation_ref", "mutation", "shadow", "refused", "waiting_edge", "swept", "doubtful",
      "upload", "parted_edge",
    ] {
      try db.execute(sql: "DELETE FROM \(table)")
    }
    let parkedItems = try keepFileConflictsAlone()
    try db.execute(
      sql: """
        UPDATE item SET server_version = NULL, server_updated_at = NULL, sync_flags = 0,
          version = revision;
        UPDATE version SET server_version = NULL;
        UPDATE edge SET is_confirmed = 0;
        UPDATE blob SET is_on_server = 0, is_cached = 0;
        """)
    for item in parkedItems { try settle(item) }
    for name in [
      SyncState.server, SyncState.cursor, SyncState.sweep, SyncState.profile, SyncState.rights,
      SyncState.hold, SyncState.clockSkew, SyncState.asks, SyncState.types, SyncState.typesVersion,
      SyncState.doubtfulPage, SyncState.heard, SyncState.keepsNoOrigins,
      SyncState.opened,
    ] {
      try syncState.set(name, to: nil)
    }
    forgetConnection()
    if change == .copy { try renewIds() }
  }

  private func renewIds() throws {
    let items = try String.fetchAll(
      db, sql: "SELECT id FROM item WHERE type NOT LIKE 'system.%' ORDER BY key")
    for id in items { try rekey(from: id, to: environment.ids.nextId()) }
    let edges = try Int64.fetchAll(db, sql: "SELECT key FROM edge ORDER BY key")
    for key in edges {
      try db.cachedStatement(sql: "UPDATE edge SET id = ? WHERE key = ?")
        .execute(arguments: [environment.ids.nextId(), key])
    }
  }

  /// How many files of items are not on this machine.
  func absentFiles() throws -> Int {
    let columns = try String.fetchAll(
      db, sql: "SELECT attachments FROM item WHERE attachments IS NOT NULL")
    var hashes: Set<String> = []
    for column in columns { hashes.formUnion(try StoredJSON.attachments(column).map(\.blobRef)) }
    let here = try String.fetchSet(db, sql: "SELECT hash FROM blob")
    return hashes.subtracting(here).count
  }
}

extension LocalStore {
  /// Forgets the server of the store, so that everything here is to be sent to the next one, in one
  /// transaction.
  ///
  /// - Parameter change: Whether items keep their ids.
  /// - Throws: `StorageError`; nothing is written then.
  package func leaveServer(_ change: ServerChange) async throws {
    try await write(as: .derived) { try $0.leaveServer(change) }
  }

  /// How many files of items are not on this machine, so that only their server has them.
  ///
  /// - Returns: The number.
  /// - Throws: `StorageError`.
  package func absentFiles() async throws -> Int {
    try await write(as: .derived) { try $0.absentFiles() }
  }
}
