import MarfaModel

/// Everything that the server keeps, but for the bytes of blobs.
///
/// Every method is one transaction: what it says it does is done as a whole, is durable before
/// the method returns, and is not done at all when it throws. Errors about the request are
/// `MarfaModel`'s, with the documented code and status; anything else that is thrown is a failure
/// of the store (`StoreFailure`) and answers 5xx.
///
/// There is one space (tenant) in a store. Event ids are decimal numbers that grow strictly.
/// Nothing here assumes that the process that writes is the one that reads.
public protocol ServerStore: RecordStore, EventLog, KeyStore, WebhookStore, BlobIndex,
  UploadIndex, StoreUpkeep
{}

/// Items, edges, types and what belongs to them, as rows in transactions.
///
/// The rules are above it (`Records`): a store knows no permission, no conflict and no answer.
public protocol RecordStore: Sendable {
  /// Bounds how many atomic bulk requests are prepared and not written yet.
  var bulkTurns: BulkTurns { get }
  /// Lets one at a time bring the index of words up to date: what is noted of it belongs to what
  /// was read before.
  var wordTurns: BulkTurns { get }
  /// How long a search waits for the index of words to catch up; nil for as long as it takes.
  var searchPatience: Duration? { get }

  /// Reads one committed snapshot.
  ///
  /// - Parameters:
  ///   - extent: How much is read, which decides where the work runs.
  ///   - work: Runs on one thread. A look-up that turns out to be long runs a second time.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw, `LongRead`, or `StoreFailure`.
  func snapshot<Value: Sendable>(
    _ extent: ReadExtent, _ work: @escaping @Sendable (any RecordRows) throws -> Value
  ) async throws -> Value

  /// Makes changes in one transaction, which is durable before this returns.
  ///
  /// - Parameters:
  ///   - repetition: Whether the work may run more than once, as it does when others fail.
  ///   - work: Runs on the writer's thread; others wait meanwhile.
  /// - Returns: What the work gave.
  /// - Throws: What the work threw, or `StoreFailure`; nothing is written then.
  func transact<Value: Sendable>(
    _ repetition: WorkRepetition,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value

  /// Makes changes in one transaction, and does something with what the work gave once that is
  /// durable, on the writer's thread where there is one; it must return at once.
  func transact<Value: Sendable>(
    _ repetition: WorkRepetition, then: @escaping @Sendable (Value) -> Void,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value

  /// Sets what a search finds items by, apart from any transaction, so that nobody who writes
  /// waits.
  ///
  /// - Returns: The number of this change of the index, which the storage keeps under `wordsSerial`
  ///   in the transaction that forgets what was noted.
  func setWords(_ words: [WordsOfItem]) async throws -> Int64
  /// Merges parts of the index of words, and writes about this number of its pages.
  ///
  /// - Returns: Whether there may be more to merge.
  func mergeWords(_ pages: Int) async throws -> Bool
}

extension RecordStore {
  /// Two seconds, after which a search finds what is indexed by then.
  public var searchPatience: Duration? { .seconds(2) }

  /// Makes changes in one transaction, and does something with what the work gave.
  public func transact<Value: Sendable>(
    _ repetition: WorkRepetition, then: @escaping @Sendable (Value) -> Void,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value {
    let value = try await transact(repetition, work)
    then(value)
    return value
  }
}

/// How much a snapshot's work reads.
public enum ReadExtent: Hashable, Sendable {
  /// A few rows that are found by their keys: may run on the caller's thread. What takes long runs
  /// again as a scan.
  case lookup
  /// The same; what takes long ends with `LongRead`.
  case glance
  /// Anything else: runs on a thread for reading, for as long as a query may take.
  case scan
  /// What a write needs to know before its turn: the same for five times as long.
  case preparation
  /// Everything as of one moment, as for an archive: the same for three hundred times as long.
  case export

  /// How many times as long as a query its work may take.
  var patience: Int {
    switch self {
    case .lookup, .glance, .scan: 1
    case .preparation: 5
    case .export: 300
    }
  }
}

/// Ends a glance that takes long: others wait for its thread.
public struct LongRead: Error, Hashable {
  /// The error; it has no details.
  public init() {}
}

/// Whether work of a transaction may run more than once, and at the same time as what.
public enum WorkRepetition: Hashable, Sendable {
  /// It reads nothing but the store.
  case allowed
  /// The same of a part of something long: a transaction of its own, after which those that wait
  /// have their turn before the next part of anything.
  case slice
  /// It uses something up.
  case forbidden
}

/// What the rules of the space are: types, edge types and settings.
public struct StoreCatalogue: Sendable {
  /// Every type, the platform's and registered ones.
  public var types: TypeRegistry
  /// Every edge type and what edges must keep.
  public var edgeRules: EdgeRules
  /// The settings of the space.
  public var settings: SpaceSettings
  /// Another number after every change of these.
  public var revision: Int64

  /// Takes each part as it is.
  public init(
    types: TypeRegistry, edgeRules: EdgeRules, settings: SpaceSettings, revision: Int64
  ) {
    self.types = types
    self.edgeRules = edgeRules
    self.settings = settings
    self.revision = revision
  }

  /// What becomes of properties that a type does not know.
  var unknownProperties: SchemaValidator.UnknownProperties {
    settings.isStrict ? .refused : .kept
  }
}

/// The store itself failed: the disk is full, a file is damaged, another process holds it.
public struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Hashable, Sendable {
    /// There is no room left; nothing was written. Answer 507.
    case full
    /// The store is busy or closing; the request may be sent again. Answer 503.
    case unavailable
    /// Another process has the data directory open.
    case locked
    /// Anything else; nothing was written. Answer 500.
    case broken
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What was being done, and what the database said; for the log, not for a client.
  public var description: String

  /// Takes each part as it is.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
