import MarfaModel

/// Tells devices that follow the log to sweep after changes that were not reported.
///
/// They get one event, when the request ends. A note is kept until then, so that they get it even
/// if the request never ends.
extension RecordWriter {
  /// Tells devices to sweep, or notes that they are owed it, unless nothing was changed.
  ///
  /// - Parameters:
  ///   - count: How many changes the storage had before.
  ///   - isLast: Whether nothing of the request follows.
  /// - Throws: What the storage throws.
  func emitResync(since count: Int, isLast: Bool = true) throws {
    guard !emitsEvents, rows.changeCount != count else { return }
    try rows.setSpaceValue(.owedResync, "owed")
    if isLast { try rows.payResync() }
  }
}

extension RecordTransaction {
  /// Tells devices to sweep, if they are owed it.
  func payResync() throws {
    guard try isResyncOwed() else { return }
    try append(
      StoredEvent(id: 0, name: .resync, data: "{}", itemId: "", itemType: "", createdAt: now))
    try setSpaceValue(.owedResync, "")
  }
}

extension RecordRows {
  fileprivate func isResyncOwed() throws -> Bool { try spaceValue(.owedResync)?.isEmpty == false }
}

extension RecordStore {
  /// Tells devices to sweep after a request that ended in its midst; once too often, and harmlessly
  /// so, after one that goes on.
  ///
  /// - Throws: `StoreFailure`; they are still owed it then.
  package func payResync() async throws {
    guard try await snapshot(.lookup, { try $0.isResyncOwed() }) else { return }
    try await transact(.allowed) { try $0.payResync() }
  }
}
