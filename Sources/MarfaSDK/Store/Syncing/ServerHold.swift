import GRDB

/// A server that asked to be left alone for a while: too many requests, no room, or out of order.
///
/// Kept in the store, so that neither a new connection nor a new process comes too early.
package struct ServerHold: Codable, Hashable, Sendable {
  /// When the server asked for it, in milliseconds since 1970.
  package var since: Int64
  /// Until when nothing of the queue is sent, in milliseconds since 1970.
  package var until: Int64
  /// The HTTP status, such as 429 or 507.
  package var status: Int
  /// The server's words.
  package var message: String

  package init(since: Int64, until: Int64, status: Int, message: String) {
    (self.since, self.until, self.status, self.message) = (since, until, status, message)
  }

  /// The longest wait that is kept, however long a server asks for; in milliseconds.
  static let longest: Int64 = 3_600_000

  /// The statuses by which a server says that it cannot take anything for now.
  static let statuses: Set<Int> = [429, 503, 507]

  /// Whether the server is to be left alone at a moment in milliseconds since 1970.
  ///
  /// A wait that begins in the future is of a clock that was wrong then or is wrong now, and does
  /// not count.
  func isActive(at now: Int64) -> Bool { since <= now && now < until }
}

extension SyncState {
  static let hold = "hold"

  /// The wait that a server has asked for; nil when there is none.
  func readHold() throws -> ServerHold? {
    try value(Self.hold).map { try StoredJSON.value(ServerHold.self, $0) }
  }
}

extension StoreWriter {
  /// Keeps the wait that an answer asks for; one without a wait is left alone for as long as a
  /// failure.
  func hold(_ status: Int, _ message: String, retryAfter: Duration?, _ policy: SyncPolicy) throws {
    guard retryAfter != nil || ServerHold.statuses.contains(status) else { return }
    let wait =
      retryAfter.map { $0.components.seconds * 1000 }
      ?? policy.nextAttempt(after: 1, retryAfter: nil, now: 0)
    let until = now + min(max(wait, 0), ServerHold.longest)
    if let known = try syncState.readHold(), known.isActive(at: now), known.until > until { return }
    let hold = ServerHold(since: now, until: until, status: status, message: message)
    try syncState.set(SyncState.hold, to: StoredJSON.text(of: hold))
  }

  /// Ends the wait: the server takes changes again.
  func endHold() throws {
    if try syncState.value(SyncState.hold) != nil { try syncState.set(SyncState.hold, to: nil) }
  }

  /// The wait that is to be kept now.
  func activeHold() throws -> ServerHold? {
    try syncState.readHold().flatMap { $0.isActive(at: now) ? $0 : nil }
  }
}

extension LocalStore {
  /// The wait that the server has asked for and that is not over; nil when there is none.
  ///
  /// - Returns: The wait, with the server's words.
  /// - Throws: `StorageError`.
  package func serverHold() async throws -> ServerHold? {
    let now = environment.clock.now.milliseconds
    return try await readBriefly { db in
      try SyncState(db: db).readHold().flatMap { $0.isActive(at: now) ? $0 : nil }
    }
  }
}
