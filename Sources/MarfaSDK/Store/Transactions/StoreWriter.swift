import GRDB

/// The work of one write transaction: the database, its moment, and what is settled at its end.
///
/// A class because nested steps add to one set of counters; it never leaves the transaction's
/// closure. Its verbs are in many files, one for each subject: all are steps over the one
/// connection and its counters, and a type for each would pass the same writer round.
package final class StoreWriter {
  let db: Database
  let environment: StoreEnvironment
  /// For whom the transaction writes.
  private(set) var origin: WriteOrigin
  /// Whether somebody acts whom a refusal can be told, from the transaction's beginning.
  let isForPeople: Bool
  /// The transaction's moment, in milliseconds since 1970.
  let now: Int64
  /// Changes of counts, written once at the end.
  var counts = CountChanges()
  /// What is queued for the server, written once at the end.
  var recorder = MutationRecorder()
  /// What was refused without asking a server, to be reported after the commit.
  var dropped: [SyncEvent] = []
  /// Keys of tags that this transaction has looked up.
  var tagKeys: [String: Int64] = [:]
  /// When set, items with this key or a greater one are indexed once at the end.
  var firstUnindexedKey: Int64?
  /// How many items this transaction has made the word index ignorant of.
  var staleWordCount = 0
  private var loadedRegistry: TypeRegistry?
  private var loadedRules: EdgeRules?
  private var knownConnection: Bool?
  private var knownLimits: CredentialRights??
  private var knownFormerIds: Bool?

  init(db: Database, environment: StoreEnvironment, origin: WriteOrigin) {
    self.db = db
    self.environment = environment
    self.origin = origin
    isForPeople = origin == .person || origin == .document
    now = environment.clock.now.milliseconds
  }

  /// Whether the store has a server, looked up once in the transaction: another process may have
  /// connected it.
  var isConnected: Bool {
    get throws {
      if let knownConnection { return knownConnection }
      let isConnected = try SyncState(db: db).isConnected
      knownConnection = isConnected
      return isConnected
    }
  }

  /// Whether a server has ever replaced an id, looked up once in the transaction.
  var hasFormerIds: Bool {
    get throws {
      if let knownFormerIds { return knownFormerIds }
      let has = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM id_alias)") ?? false
      knownFormerIds = has
      return has
    }
  }

  /// Has the replaced ids looked up again.
  func forgetFormerIds() { knownFormerIds = nil }

  /// Has the connection looked up again.
  func forgetConnection() { (knownConnection, knownLimits) = (nil, nil) }

  /// What the credential may do, looked up once in the transaction; nil for everything.
  var limits: CredentialRights? {
    get throws {
      if let knownLimits { return knownLimits }
      let limits = try SyncState(db: db).readLimits()
      knownLimits = .some(limits)
      return limits
    }
  }

  /// Does a part of the transaction for somebody else.
  func acting<Value>(as other: WriteOrigin, _ body: () throws -> Value) throws -> Value {
    let own = origin
    origin = other
    defer { origin = own }
    return try body()
  }

  /// Writes what was put off to the end of the transaction.
  func finish() throws {
    try writeRecorded()
    try indexNewItems()
    try counts.write(to: db)
  }

  /// The resolved type of a name, with types that people registered; nil when unknown.
  func resolvedType(_ name: String) throws -> TypeRegistry.ResolvedType? {
    if let core = CoreTypes.registry[name] { return core }
    return try registry()[name]
  }

  /// All types, read from the table once in a transaction when there are any.
  func registry() throws -> TypeRegistry {
    if let loadedRegistry { return loadedRegistry }
    let registry = try StoredTypes.registry(in: db)
    loadedRegistry = registry
    return registry
  }

  /// The rules of all edge types.
  func edgeRules() throws -> EdgeRules {
    if let loadedRules { return loadedRules }
    let rules = try StoredTypes.edgeRules(in: db, itemTypes: registry())
    loadedRules = rules
    return rules
  }
}

extension LocalStore {
  /// Runs one transaction's work and settles what it put off.
  func write<Value: Sendable>(
    as origin: WriteOrigin = .person, _ body: @escaping @Sendable (StoreWriter) throws -> Value
  ) async throws -> Value {
    let work = work(origin, body)
    return try await storage.dbActor.write(work)
  }

  /// Runs one transaction's work with the fewest changes of thread: for changes of single items.
  nonisolated(nonsending) func writeBriefly<Value: Sendable>(
    as origin: WriteOrigin = .person, _ body: @escaping @Sendable (StoreWriter) throws -> Value
  ) async throws -> Value {
    try await storage.dbActor.writeBriefly(work(origin, body))
  }

  /// Runs one transaction's work on the calling thread, which waits for it.
  ///
  /// For programs that decide the order of all steps, such as a simulation of several stores on one
  /// thread; never on the main actor of an application.
  nonisolated package func performSynchronously<Value>(
    as origin: WriteOrigin = .person, _ body: @escaping @Sendable (StoreWriter) throws -> Value
  ) throws -> Value {
    try database.write(work(origin, body))
  }

  private nonisolated func work<Value>(
    _ origin: WriteOrigin, _ body: @escaping @Sendable (StoreWriter) throws -> Value
  ) -> @Sendable (Database) throws -> Value {
    { [environment, staleWords] db in
      let writer = StoreWriter(db: db, environment: environment, origin: origin)
      let value = try body(writer)
      try writer.finish()
      try staleWords.add(writer.staleWordCount, writer)
      return value
    }
  }

  /// Reads a committed snapshot.
  nonisolated func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    environment.willRead?()
    return try await storage.dbActor.read(body)
  }

  /// Reads a committed snapshot without a change of thread: for single items and pages of lists.
  nonisolated func readBriefly<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    environment.willRead?()
    return try await storage.dbActor.readBriefly(body)
  }
}
