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
  UploadIndex, SpaceStore, ArchiveStore, StoreUpkeep
{}

/// Items, edges, types and what belongs to them.
///
/// Requests are values, and answers are the bodies of the API as bytes, so that an answer can be
/// kept beside its idempotency key and properties go from row to wire without being parsed.
public protocol RecordStore: Sendable {
  /// Reads.
  ///
  /// - Parameters:
  ///   - query: What is asked.
  ///   - access: What the credential may see; the rest is as if it were not there.
  /// - Returns: Status 200 and the documented body.
  /// - Throws: `NotFoundError` and `ValidationError` with the codes of each query.
  func read(_ query: StoreQuery, for access: any StoreAccess) async throws -> StoreAnswer

  /// Makes a change, with its events and its idempotency record in the same transaction.
  ///
  /// With an idempotency key whose first use succeeded, nothing happens and that first answer is
  /// given again. A refused request is not recorded: it had no effect and is judged anew.
  ///
  /// - Parameters:
  ///   - mutation: The change.
  ///   - context: Who makes it.
  /// - Returns: The documented status and body.
  /// - Throws: `MarfaModel`'s errors with the codes of each mutation; nothing is written then.
  func write(_ mutation: StoreMutation, _ context: WriteContext) async throws -> StoreAnswer

  /// Makes several changes in order, each with its own idempotency key, in one durable commit.
  ///
  /// A refused entry undoes only itself. Later entries of an item with a refused entry answer 424
  /// `dependency_failed`; those of other items go on.
  ///
  /// - Parameters:
  ///   - batch: The entries, in order.
  ///   - context: Who makes them; its idempotency key is not looked at.
  /// - Returns: One answer for each entry, in the same order.
  /// - Throws: Only when the store fails; nothing is written then.
  func write(_ batch: [BatchEntry], _ context: WriteContext) async throws -> [BatchAnswer]

  /// The types, edge types and settings as they are now.
  func catalogue() async throws -> StoreCatalogue
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

  /// Creates a catalogue.
  public init(
    types: TypeRegistry, edgeRules: EdgeRules, settings: SpaceSettings, revision: Int64
  ) {
    self.types = types
    self.edgeRules = edgeRules
    self.settings = settings
    self.revision = revision
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

  /// Creates a failure.
  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
