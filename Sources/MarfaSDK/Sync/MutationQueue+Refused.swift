extension MutationQueue {
  /// What the server refused and nobody has decided about, oldest first.
  ///
  /// - Returns: The changes, with the server's words.
  /// - Throws: `StorageError`.
  public func fetchRefused() async throws -> [RefusedChange] {
    try await store.refusedChanges()
  }

  /// Sends a refused change again, and what was refused only because of it.
  ///
  /// It is sent with the values that the item has now, on the version that it was made on.
  ///
  /// - Parameter id: The refused change; one that is no longer refused is passed over.
  /// - Throws: `ValidationError` when an edge cannot be made any more, or `StorageError`; nothing
  ///   is changed then.
  public func retryRefused(id: String) async throws {
    try await store.retryRefused(id: id)
  }

  /// Gives a refused change up: what the server has is shown.
  ///
  /// An item whose creation was refused is removed from this machine.
  ///
  /// - Parameter id: The refused change; one that is no longer refused is passed over.
  /// - Throws: `StorageError`; nothing is changed then.
  public func discardRefused(id: String) async throws {
    try await store.discardRefused(id: id)
  }

  /// The conflicts that wait for a person, oldest first.
  ///
  /// - Returns: The conflicts, with all three sides.
  /// - Throws: `StorageError`.
  public func fetchConflicts() async throws -> [ParkedConflict] {
    try await store.parkedConflicts()
  }

  /// Settles a conflict with the properties that somebody chose.
  ///
  /// - Parameters:
  ///   - id: The conflict; one that is settled already is passed over.
  ///   - properties: What the item is to have; fields in conflict that are not named keep the
  ///     server's values.
  /// - Throws: `StorageError`; nothing is changed then.
  public func resolveConflict(id: String, choosing properties: [String: JSONValue]) async throws {
    try await store.resolveConflict(id: id, choosing: properties)
  }
}
