import GRDB

/// The server that a store belongs to.
///
/// A store that has one records what people change, in whichever process.
package struct ServerIdentity: Codable, Hashable, Sendable {
  /// The address, without a path.
  package var url: String
  /// What the server calls itself permanently; nil where it does not say.
  package var serverId: String?
  /// The log that its versions and events belong to; another one means that it was set back.
  package var logEpoch: String?

  package init(url: String, serverId: String? = nil, logEpoch: String? = nil) {
    self.url = url
    self.serverId = serverId
    self.logEpoch = logEpoch
  }
}

/// The rows of `sync_state`.
struct SyncState {
  let db: Database

  /// The name of the row that holds the server's identity.
  static let server = "server"
  private static let servers = LastDecoded<ServerIdentity>()

  /// The server that the store belongs to; nil for none.
  func readServer() throws -> ServerIdentity? {
    try value(Self.server).map(Self.servers.value)
  }

  /// Whether the store has a server.
  var isConnected: Bool {
    get throws {
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM sync_state WHERE name = 'server'")
      return try Int.fetchOne(statement) != nil
    }
  }

  /// The value of a row; nil when there is none.
  func value(_ name: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM sync_state WHERE name = ?"), arguments: [name])
  }

  /// Writes a row; nil removes it.
  ///
  /// What is there already changes nothing: a transaction without changes waits for no disk.
  func set(_ name: String, to value: String?) throws {
    guard let value else {
      return try db.cachedStatement(sql: "DELETE FROM sync_state WHERE name = ?")
        .execute(arguments: [name])
    }
    try db.cachedStatement(
      sql: """
        INSERT INTO sync_state(name, value) VALUES (?, ?)
        ON CONFLICT(name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
        """
    ).execute(arguments: [name, value])
  }

  /// Writes a value as JSON, unless it is there already: the members have another order each time.
  func keep<Value: Codable & Equatable>(_ value: Value, as name: String) throws {
    // A value that another version of this program wrote may not be readable; it is replaced.
    let known = try self.value(name).flatMap { try? StoredJSON.value(Value.self, $0) }
    guard known != value else { return }
    try set(name, to: StoredJSON.text(of: value))
  }
}

extension LocalStore {
  /// The server that the store belongs to; nil for a store without one.
  ///
  /// - Returns: The identity.
  /// - Throws: `StorageError`.
  package func server() async throws -> ServerIdentity? {
    try await readBriefly { try SyncState(db: $0).readServer() }
  }

  /// Makes the store one of a server: from now on what people change is queued.
  ///
  /// Items show 1 as their version until the server has confirmed them; their revisions go on.
  ///
  /// - Parameter server: The server.
  /// - Throws: `StorageError`; nothing is written then.
  package func connect(to server: ServerIdentity) async throws {
    try await write(as: .derived) { try $0.connect(to: server) }
  }

  /// Makes the store one without a server again; versions are revisions from now on.
  ///
  /// What is queued stays in the file and is never sent, also what was unsent of documents.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func disconnect() async throws {
    try await write(as: .derived) { writer in
      try writer.releaseDocuments()
      try SyncState(db: writer.db).set(SyncState.server, to: nil)
      try writer.db.execute(sql: "UPDATE item SET version = revision WHERE version <> revision")
    }
  }
}

extension StoreWriter {
  func connect(to server: ServerIdentity) throws {
    let state = SyncState(db: db)
    if try !state.isConnected {
      try db.execute(
        sql: "UPDATE item SET version = COALESCE(server_version, 1) "
          + "WHERE version <> COALESCE(server_version, 1)")
    }
    try state.keep(server, as: SyncState.server)
    forgetConnection()
  }
}
