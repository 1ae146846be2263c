/// One copy of a document: its elements, what it has seen, and its changes that nobody has yet.
///
/// A value: a copy is a second replica of the same actor, of which only one may go on. It knows no
/// time, no network and no store; it is edited by `update`, and kept equal to others by the packs
/// that `pack()` makes and `apply` takes.
///
/// ```swift
/// var mine = Replica(key: "list", actor: ActorID(number: 1))
/// try mine.update { root, _ in root.title = "Groceries" }
/// let json = mine.toJSON()  // {"title":"Groceries"}
/// ```
public struct Replica: Sendable {
  /// Key of the document.
  public let key: String
  /// Who edits here.
  public private(set) var actor: ActorID
  /// How far the server and the replica know each other.
  public internal(set) var checkpoint = Checkpoint.initial
  /// Own changes that the server has not acknowledged, in order.
  public internal(set) var localChanges: [Change] = []
  /// The presence of each actor that reported one.
  public internal(set) var presences: [ActorID: [String: String]] = [:]
  /// Whether the document was removed; then it takes no more edits.
  public internal(set) var isRemoved = false
  /// Whether what the actor says of itself is part of its changes.
  public var presenceTravels = PresenceTravel.numbered
  /// Whether tombstones are kept permanently; for documents of counters alone.
  public var keepsGarbage = false

  /// The largest size that an update may leave behind, in bytes of ``size``; nil for any.
  ///
  /// Changes of others, undo and redo are always taken. A limit costs O(document) for each update.
  public var sizeLimit: Int?

  /// The most bytes that one update, undo or redo may send; nil for any.
  ///
  /// A change goes out in one piece, so a server could never take a larger one, nor what follows.
  public var changeLimit: Int? = Replica.largestChange

  /// How large the document is; costs O(document).
  public var size: DocumentSize { root.size }

  /// Whether events list what was done to texts; without it they only say who changed something.
  public var eventDetail: EventDetail {
    get { root.reportsSteps ? .steps : .changes }
    set { root.reportsSteps = newValue == .steps }
  }

  /// What has been seen of others.
  var others = VersionVector()
  /// The latest lamport time of actors that were forgotten, or 0.
  var departedLamport: Int64 = 0
  /// Lamport time of the last own change, or 0.
  var ownLamport: Int64 = 0
  var root = Root()
  var lamport: Int64 = 0
  var clientSequence: UInt32 = 0
  var history = History()

  /// An empty document.
  ///
  /// - Parameters:
  ///   - key: Key of the document.
  ///   - actor: Who edits; left out until the server has given out one.
  public init(key: String, actor: ActorID = .initial) {
    self.key = key
    self.actor = actor
  }

  /// What has been seen; the own entry is the present lamport time.
  public var versionVector: VersionVector {
    var vector = others
    if lamport > 0 { vector[actor] = lamport }
    return vector
  }

  /// The last change of each actor that has been seen, and the own one; unlike `versionVector` it
  /// names no time at which nothing was made.
  package var lastChanges: VersionVector {
    var vector = others
    if ownLamport > 0 { vector[actor] = ownLamport }
    return vector
  }

  /// The document as JSON text, keys ascending.
  public func toJSON() -> String { root.json(of: 0) }

  /// The elements for reading; the accessors keep the state of this moment.
  public var readingRoot: JSONObject {
    JSONObject(Transaction(root: root, actor: actor, lamport: lamport, isOpen: false), 0)
  }

  /// The number of deleted things that are still remembered.
  public var garbageCount: Int { root.garbageCount }

  /// Drops what all replicas know to be deleted.
  ///
  /// - Returns: The number of dropped things.
  @discardableResult
  public mutating func purge(seenByAll vector: VersionVector) -> Int {
    guard !keepsGarbage else { return 0 }
    // Of an actor that is gone and that neither side remembers everybody has seen everything.
    let isGone: (ActorID) -> Bool = { [self] in vector.count > 0 && hasForgotten($0) }
    return root.purge(vector, isGone)
  }

  /// Gives the replica its actor; changes made before get it too.
  ///
  /// - Precondition: Nothing was received yet, or the actor is the same.
  /// - Throws: `DocumentsError.damaged` when a change made before cannot be made again; the replica
  ///   is of no use then.
  public mutating func attach(as actor: ActorID) throws(DocumentsError) {
    guard actor != self.actor else { return }
    let changes = localChanges.map { $0.made(by: actor) }
    root = Root(like: root)
    self.actor = actor
    if let own = presences.removeValue(forKey: .initial) { presences[actor] = own }
    for change in changes {
      for operation in change.operations { _ = try root.execute(operation, by: nil) }
    }
    localChanges = changes
    history.clear()
  }

  // MARK: - Local changes

  /// Edits the document in one transaction: all of it happens, or nothing.
  ///
  /// One update makes at most some 100,000 values, or elements that count 1 MiB: a value 10 bytes,
  /// an object 16, an array 30, a text 48. They nest at most 100 levels deep. With all its strings
  /// and what it deletes it has at most ``changeLimit`` bytes.
  ///
  /// - Returns: What the change did, or nil if the updater changed nothing.
  /// - Throws: What the updater throws, or ``DocumentsError``, `isTooLarge` beyond a limit; the
  ///   document is as it was.
  @discardableResult
  public mutating func update(
    message: String? = nil, _ updater: (JSONObject, Presence) throws -> Void
  ) throws -> ChangeEvent? {
    guard !isRemoved else { throw DocumentsError(code: .removed, detail: key) }
    let transaction = beginTransaction()
    let presence = Presence(presences[actor] ?? [:])
    do {
      try updater(JSONObject(transaction, 0), presence)
      if let failure = transaction.failure { throw failure }
      try checkChange(of: transaction, message)
      try checkSize(after: transaction)
    } catch {
      abort(transaction)
      throw error
    }
    return commit(transaction, presence, message: message) { replica, entry in
      replica.history.push(entry)
      if !entry.steps.isEmpty { replica.history.redo = [] }
    }
  }

  private func checkSize(after transaction: Transaction) throws(DocumentsError) {
    guard let sizeLimit else { return }
    transaction.finishEdit()
    guard !transaction.operations.isEmpty else { return }
    let total = transaction.root.size.total
    guard total > sizeLimit else { return }
    throw DocumentsError(
      code: .tooLarge, detail: "the document would have \(total) of \(sizeLimit) bytes")
  }

  mutating func beginTransaction() -> Transaction {
    // The transaction takes the elements, so that they are changed in place.
    let transaction = Transaction(actor: actor, lamport: lamport + 1)
    swap(&root, &transaction.root)
    transaction.root.beginTransaction()
    return transaction
  }

  mutating func abort(_ transaction: Transaction) {
    transaction.close()
    transaction.root.rollBack()
    swap(&root, &transaction.root)
  }

  mutating func commit(
    _ transaction: Transaction, _ presence: Presence, message: String?,
    remember: (inout Replica, History.Entry) -> Void
  ) -> ChangeEvent? {
    transaction.close()
    transaction.root.endTransaction()
    swap(&root, &transaction.root)
    let operations = transaction.operations
    guard !operations.isEmpty || presence.isChanged else { return nil }
    let carriesPresence = presence.isChanged && presenceTravels == .numbered
    let isNumbered = !operations.isEmpty || carriesPresence
    if isNumbered { clientSequence += 1 }
    if !operations.isEmpty {
      lamport += 1
      ownLamport = lamport
    }
    if isNumbered {
      let id = ChangeID(
        clientSequence: clientSequence, lamport: operations.isEmpty ? 0 : lamport, actor: actor,
        others: others)
      localChanges.append(
        Change(
          id: id, message: message, operations: operations,
          presence: carriesPresence ? .put(presence.values) : nil))
    }
    if presence.isChanged { presences[actor] = presence.values }
    if !transaction.reverses.isEmpty || !presence.former.isEmpty {
      remember(
        &self,
        History.Entry(steps: transaction.takeReverses(), presence: presence.former))
    }
    return ChangeEvent(
      actor: actor, message: message, clientSequence: isNumbered ? clientSequence : 0,
      serverSequence: 0, operations: transaction.events)
  }
}

/// How much events say of texts.
public enum EventDetail: Sendable {
  /// Each replaced stretch.
  case steps
  /// Only that there was a change, which is cheaper.
  case changes
}

extension Change {
  /// The same change by another actor.
  func made(by actor: ActorID) -> Change {
    Change(
      id: ChangeID(
        clientSequence: id.clientSequence, lamport: id.lamport, actor: actor, others: id.others),
      message: message, operations: operations.map { $0.made(by: actor, insteadOf: id.actor) },
      presence: presence)
  }
}
