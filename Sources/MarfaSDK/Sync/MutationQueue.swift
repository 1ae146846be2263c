import Foundation

/// The changes of a store that its server has not accepted yet.
///
/// The queue is rows of the store: every change to a store that has a server adds to it
/// in the same transaction.
///
/// ```swift
/// let queue = MutationQueue(store: local)
/// for change in try await queue.fetchAll() { show(change.kind.rawValue) }
/// ```
public actor MutationQueue {
  let store: LocalStore

  /// Looks at the queue of a store.
  public init(store: LocalStore) {
    self.store = store
  }

  /// Asks that the queue be sent, whenever something was added to it, by this process or another
  /// one.
  ///
  /// A fresh stream at each access; several additions may be reported once.
  public nonisolated var drainRequests: AsyncStream<Void> { store.queueAdditions() }

  /// Adds a change with the caller's own values, which later edits of the item do not alter.
  ///
  /// - Parameters:
  ///   - kind: What is asked of the server.
  ///   - itemId: The item.
  ///   - body: The request's body, without the item's id.
  ///   - conflict: Who settles a conflict; the client's way when nil.
  /// - Returns: The mutation's id, which is its idempotency key.
  /// - Throws: `NotFoundError` when there is no such item, or `StorageError`; nothing is added
  ///   then.
  @discardableResult
  public func enqueue(
    _ kind: MutationKind, itemId: String, body: JSONValue, conflict: ConflictStrategy? = nil
  ) async throws -> String {
    guard let key = try await store.itemKeys(of: [itemId])[itemId] else {
      throw NotFoundError(
        code: ErrorCode.itemNotFound, message: "The item \(itemId) is not here.",
        details: ["id": .string(itemId)])
    }
    let names = body.objectValue?["properties"]?.objectValue?.keys.sorted() ?? []
    return try await store.enqueue(
      MutationIntent(kind: kind, item: key, detail: names, conflict: conflict), body: body)
  }

  /// Everything that waits, oldest first.
  ///
  /// - Returns: The changes.
  /// - Throws: `StorageError`.
  public func fetchAll() async throws -> [PendingMutationSummary] {
    try await store.pendingMutations()
  }

  /// Gives up a change; the item then shows what the server has.
  ///
  /// What was on its way may have arrived all the same.
  ///
  /// - Parameter id: The mutation's id; one that is not in the queue is passed over.
  /// - Throws: `StorageError`; nothing is changed then.
  public func remove(id: String) async throws {
    try await store.discardMutation(id: id)
  }

  /// Lets a change wait for another attempt, at once.
  ///
  /// - Parameters:
  ///   - id: The mutation's id; one that is not in the queue is passed over.
  ///   - error: Why it failed.
  /// - Throws: `StorageError`; nothing is changed then.
  public func recordFailure(id: String, error: any Error) async throws {
    let message = (error as? any MarfaError)?.message ?? String(describing: error)
    try await store.postponeMutation(id: id, error: message, until: store.environment.clock.now)
  }
}
