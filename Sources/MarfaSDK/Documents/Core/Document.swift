import Documents

/// A document that several people edit at once, as this client sees it.
///
/// It can be edited before it is attached and while nobody is reached; ``Client`` keeps it equal
/// with the server. A detached document stays detached: make another one with the same key. What it
/// can do is in files by subject: all of it is about one replica and the state of its exchange.
///
/// ```swift
/// let doc = Document(key: "doc-1")
/// try await client.attach(doc)
/// try await doc.update { root, _ in root.title = "Groceries" }
/// ```
public actor Document {
  /// The document's name at the server.
  public nonisolated let key: String
  /// The largest size that an update may leave behind, in bytes; nil for any.
  public nonisolated var sizeLimit: Int? { options.sizeLimit }
  nonisolated let options: DocumentOptions

  nonisolated let subscribers = DocumentSubscribers()

  /// The document's state at its client.
  public internal(set) var status = DocumentStatus.detached
  /// The copy of the document; what is stored is the truth where several processes share it.
  package internal(set) var replica: Replica

  /// When it is exchanged; idle while the document is not attached.
  var machine = DocumentSyncMachine()
  /// The way to the server; nil while the document is not attached.
  var link: DocumentLink?
  /// Whether it was attached before, so that it cannot be again.
  var isUsed = false
  var storage: DocumentStorage?

  var audience = DocumentAudience()
  /// The presence keys that are sent even while nobody else is there, for those who observe.
  let namingKeys: Set<String>

  /// The exchange that is in flight, or the last one.
  var work: Task<Void, Never>?
  /// The last change of what is watched; each waits for the one before.
  var watching: Task<Void, Never>?
  var timer: Task<Void, Never>?
  /// Counts what was waited for, so that a wait that was given up wakes nobody.
  var timerNumber = 0
  /// Who waits for an exchange that begins later, and for the present one.
  var askers: (next: [DocumentAsker], present: [DocumentAsker]) = ([], [])
  /// Who waits for the first word of the watch stream.
  var firstWord: [DocumentAsker] = []
  var turns = DocumentTurns()
  /// Whether it was joined again since the last exchange that succeeded.
  var hasJoinedAgain = false
  /// Whether what cannot be taken over to another actor is let go.
  var startsOver = false
  /// Counts what is watched, so that a stream that was left says nothing more.
  var watchNumber = 0
  /// Whether the next exchange joins again under another actor.
  var needsActor = false
  /// The last unsent change that somebody else may have sent as the same actor.
  var sharedThrough: UInt32?
  /// Counts the replicas that took the place of others, as the copy of an editor hears of them.
  var replacements = 0
  /// Changes that the watch stream brought and that are not here yet, oldest first.
  var heard: [ChangePack] = []
  /// What takes them; nil while there are none.
  var hearing: Task<Void, Never>?
  var arrivalsContinuation: AsyncStream<DocumentArrival>.Continuation?
  var companyContinuation: AsyncStream<[ActorID: [String: String]]>.Continuation?

  /// An empty document.
  ///
  /// - Parameters:
  ///   - key: Its name at the server: 4 to 120 characters of a-z, A-Z, 0-9, `-`, `.`, `_` and `~`.
  ///   - sizeLimit: The largest size that an update may leave behind, in bytes; nil for any. Edits
  ///     of others, undo and redo are always taken.
  ///   - disableGC: Whether this client never drops what was deleted; for documents of counters and
  ///     values that are replaced, where there is nothing to drop.
  ///   - disablePresence: Whether this client says nothing of itself; what an updater sets is
  ///     dropped, with a warning in the log.
  public init(
    key: String, sizeLimit: Int? = nil, disableGC: Bool = false, disablePresence: Bool = false
  ) {
    self.key = key
    options = DocumentOptions(
      sizeLimit: sizeLimit, disableGC: disableGC, disablePresence: disablePresence)
    namingKeys = []
    replica = Replica(key: key)
    options.apply(to: &replica)
  }

  /// A document that was attached before, from where it is stored.
  package init(
    _ stored: StoredDocument, in persistence: any DocumentPersistence,
    namingKeys: Set<String> = []
  ) {
    key = stored.replica.key
    options = DocumentOptions()
    self.namingKeys = namingKeys
    replica = stored.replica
    // A presence ends with the stream that carried it.
    replica.takePresence(nil)
    options.apply(to: &replica)
    storage = DocumentStorage(persistence: persistence, token: stored.token)
    (needsActor, sharedThrough) = (stored.needsActor, stored.sharedThrough)
  }

  /// An empty document that is stored once it is attached.
  package init(
    key: String, in persistence: any DocumentPersistence, namingKeys: Set<String> = []
  ) {
    self.key = key
    options = DocumentOptions()
    self.namingKeys = namingKeys
    replica = Replica(key: key)
    options.apply(to: &replica)
    storage = DocumentStorage(persistence: persistence, token: nil)
  }

  // MARK: - Reading

  /// The elements for reading, as they are at this moment; later changes do not show in them.
  ///
  /// - Returns: The root, with the accessors of an updater.
  public func getRoot() -> sending JSONObject {
    let replica = replica
    return replica.readingRoot
  }

  /// Reads the elements without a copy of the result's accessors.
  ///
  /// - Parameter body: Gets the root.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func read<Value: Sendable>(
    _ body: @Sendable (JSONObject) throws -> Value
  ) rethrows -> Value {
    try body(replica.readingRoot)
  }

  /// The element at a path: `$`, `$.key`, `$.key.0`.
  ///
  /// - Parameter path: The path.
  /// - Returns: An accessor or a Swift value; nil when there is none.
  public func getValueByPath(path: String) -> sending Any? {
    let replica = replica
    var parts = path.split(separator: ".", omittingEmptySubsequences: false)[...]
    guard parts.popFirst() == "$" else { return nil }
    var value: Any? = replica.readingRoot
    for part in parts {
      switch value {
      case let object as JSONObject: value = object[String(part)]
      case let array as JSONArray: value = Int(part).flatMap { array[$0] }
      default: return nil
      }
    }
    return value
  }

  /// The document as JSON text, keys ascending.
  public func toJSON() -> String { replica.toJSON() }

  /// The document as JSON text, keys ascending.
  public func toSortedJSON() -> String { replica.toJSON() }

  /// Who edits here; the initial actor before the document is attached.
  public var actorID: ActorID { replica.actor }

  /// How much deleted content is still remembered.
  public var garbageLength: Int { replica.garbageCount }

  /// How large the document is; costs O(document).
  public var size: DocumentSize { replica.size }

  /// Whether there are own changes that the server has not acknowledged.
  public var hasLocalChanges: Bool { !replica.localChanges.isEmpty }

  /// How far this copy and the server know each other's changes.
  public var checkpoint: Checkpoint { replica.checkpoint }

  /// How the document is kept equal with the server.
  public var syncMode: SyncMode { machine.mode }
}
