extension SyncState {
  /// What a command asked for last, of the process that works with the server: a new value each
  /// time.
  static let asked = "asked"
}

/// A command asks the process that works with the server, which may wait for its next attempt.
extension LocalStore {
  /// Asks that process to work with the server now, and lets changes that failed be sent at once.
  ///
  /// - Throws: `StorageError`; nothing is asked then.
  package func askForExchange() async throws {
    try await write(as: .server) { writer in
      try writer.releaseWaits()
      try writer.syncState.set(SyncState.asked, to: writer.environment.ids.nextId())
    }
  }

  /// What was asked last; nil for nothing.
  func askedExchange() async throws -> String? {
    try await readBriefly { try SyncState(db: $0).value(SyncState.asked) }
  }
}
