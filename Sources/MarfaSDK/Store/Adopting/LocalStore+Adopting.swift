import GRDB

extension LocalStore {
  /// Takes over what a server said, in one transaction: items, then edges.
  ///
  /// - Parameters:
  ///   - items: Items, in the server's order.
  ///   - edges: Edges; those of which an end is not here wait for it.
  ///   - acceptsOlder: Whether states that are older than the confirmed ones are taken over, too.
  ///   - isBatch: Whether most items are new: they are then indexed together at the end.
  /// - Returns: What became of each item, in the same order.
  /// - Throws: `StorageError`; nothing is written then.
  @discardableResult
  package func adopt(
    items: [ConfirmedItem], edges: [Edge] = [], acceptsOlder: Bool = false, isBatch: Bool = false
  ) async throws -> [AdoptOutcome] {
    try await write(as: .server) { writer in
      if isBatch { try writer.putOffIndexing() }
      let outcomes = try items.map { try writer.adopt($0, acceptsOlder: acceptsOlder) }
      for edge in edges { _ = try writer.adopt(edge) }
      return outcomes
    }
  }

  /// Removes items and edges that a server no longer has, in one transaction.
  ///
  /// - Parameters:
  ///   - itemIds: Items.
  ///   - edgeIds: Edges.
  /// - Throws: `StorageError`; nothing is written then.
  package func forget(itemIds: [String] = [], edgeIds: [String] = []) async throws {
    try await write(as: .server) { writer in
      for id in edgeIds { try writer.forgetEdge(id: id) }
      for id in itemIds { try writer.forget(id: id) }
    }
  }

  /// Gives an item the id under which a server has it.
  ///
  /// - Parameters:
  ///   - old: The id until now, which is remembered.
  ///   - new: The server's id.
  /// - Throws: `StorageError`; nothing is written then.
  package func rekeyItem(from old: String, to new: String) async throws {
    try await write(as: .server) { try $0.rekey(from: old, to: new) }
  }

  /// The id that an item has now, which a server may have changed since the given one was read.
  ///
  /// - Parameter id: The id.
  /// - Returns: The present id; the same when it was never changed.
  /// - Throws: `StorageError`.
  package func currentId(of id: String) async throws -> String {
    try await readBriefly { try ItemReader(db: $0).presentId(of: id) }
  }

  /// Applies the answer to a change, and removes its row.
  ///
  /// - Parameters:
  ///   - id: The mutation's id; one that is not in the queue is passed over.
  ///   - answer: What the server answered.
  /// - Throws: `StorageError`; nothing is written then.
  package func acknowledgeMutation(id: String, _ answer: MutationAnswer) async throws {
    try await write(as: .server) { writer in
      guard let row = try QueueTable(db: writer.db).row(id: id) else { return }
      try writer.acknowledge(row, answer)
    }
  }

  /// Moves a change to the refused ones, with its values and with what depended on it.
  ///
  /// - Parameters:
  ///   - id: The mutation's id; one that is not in the queue is passed over.
  ///   - refusal: Why.
  /// - Throws: `StorageError`; nothing is written then.
  package func refuseMutation(id: String, _ refusal: MutationRefusal) async throws {
    try await write(as: .server) { writer in
      guard let row = try QueueTable(db: writer.db).row(id: id) else { return }
      try writer.refuse(row, refusal)
    }
  }

  /// Lets a change wait for another attempt with the same bytes.
  ///
  /// - Parameters:
  ///   - id: The mutation's id; one that is not in the queue is passed over.
  ///   - error: Why it failed.
  ///   - time: When it may be sent again.
  /// - Throws: `StorageError`; nothing is written then.
  package func postponeMutation(id: String, error: String, until time: Timestamp) async throws {
    try await write(as: .server) { writer in
      guard let row = try QueueTable(db: writer.db).row(id: id) else { return }
      try writer.postpone(row, error: error, until: time.milliseconds)
    }
  }

  /// Lets what another process was sending when it ended be sent again.
  ///
  /// - Throws: `StorageError`; nothing is written then.
  package func releaseClaims() async throws {
    try await write(as: .server) { try $0.releaseClaims() }
  }
}
