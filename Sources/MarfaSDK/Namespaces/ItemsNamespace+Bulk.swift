extension ItemsNamespace {
  /// Creates or changes up to 5,000 items in one call.
  ///
  /// - Parameters:
  ///   - items: The items; a later one may refer to an earlier one.
  ///   - mode: What happens to those that exist.
  ///   - atomic: Whether one that fails undoes all.
  ///   - emitEvents: Whether a server tells other clients; queries on this store see it always.
  /// - Returns: What became of each, in order.
  /// - Throws: `ValidationError` with `bulk_atomic_rollback` when one fails and all are undone,
  ///   or `LocalStorageError`.
  public func bulk(
    _ items: [CreateItemInput], mode: BulkMode = .upsert, atomic: Bool = true,
    emitEvents: Bool = false
  ) async throws -> BulkResult {
    try await backend.bulk(items, mode: mode, atomic: atomic, emitEvents: emitEvents)
  }

  /// Creates or changes any number of items, one batch after the other.
  ///
  /// - Parameters:
  ///   - items: The items; a later one may refer to an earlier one.
  ///   - batchSize: How many a call takes, from 1 to 5,000; others are brought into that range.
  ///   - mode: What happens to those that exist.
  ///   - atomic: Whether one that fails undoes its batch; batches before it stay.
  ///   - emitEvents: Whether a server tells other clients; queries on this store see it always.
  ///   - progressHandler: Is called after each batch.
  /// - Returns: What became of each, in order; `index` counts through all batches.
  /// - Throws: `ValidationError` with `bulk_atomic_rollback` for the first batch that is undone,
  ///   `CancellationError` between two batches, or `LocalStorageError`.
  public func bulkAll(
    _ items: [CreateItemInput], batchSize: Int = 500, mode: BulkMode = .upsert, atomic: Bool = true,
    emitEvents: Bool = false, progressHandler: (@Sendable (BulkProgress) -> Void)? = nil
  ) async throws -> BulkResult {
    try await BulkBatches.run(items, size: batchSize, progressHandler) {
      try await bulk($0, mode: mode, atomic: atomic, emitEvents: emitEvents)
    }
  }
}
