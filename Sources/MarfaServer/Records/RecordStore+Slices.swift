import MarfaModel

/// Work of many entries, cut into transactions between which others have their turn.
extension RecordStore {
  /// Makes several changes in order, each with its own idempotency key.
  ///
  /// A refused entry undoes only itself. Later entries of an item with a refused entry answer 424
  /// `dependency_failed`; those of other items go on.
  ///
  /// - Parameters:
  ///   - batch: The entries, in order.
  ///   - context: Who makes them; its idempotency key is not looked at.
  /// - Returns: One answer for each entry, in the same order.
  /// - Throws: Only when the store fails; entries of earlier slices are written then, and
  ///   answered alike when the batch comes again.
  public func write(
    _ batch: [BatchEntry], _ context: WriteContext
  ) async throws -> [BatchAnswer] {
    var slice = BatchSlice(room: context.limits.batchAnswerBytes)
    while slice.answers.count < batch.count {
      let (before, next) = (slice, batch[slice.answers.count])
      let found: ReadersWork
      do {
        found = try await prepare(next, after: before, context)
      } catch let error as any MarfaError {
        try slice.refuse(next, error)
        continue
      }
      // A few entries are a request like another, and share its commit.
      let isShort = batch.count - before.answers.count <= Self.shortBatch
      slice = try await leavingLongWork(knowing: found) { found, leaves in
        try await transact(isShort ? .allowed : .slice) { rows in
          var writer = RecordWriter(rows: rows, context: context)
          (writer.found, writer.leavesLongWork) = (found, leaves)
          return try writer.slice(of: batch, after: before)
        }
      }
    }
    return slice.answers
  }

  /// Does what of an entry takes more than one transaction.
  ///
  /// - Returns: What readers have found out for it.
  /// - Throws: Why the entry is refused, if it is found then.
  private func prepare(
    _ entry: BatchEntry, after slice: BatchSlice, _ context: WriteContext
  ) async throws -> ReadersWork {
    var found = ReadersWork()
    guard slice.blocking(entry) == nil else { return found }
    switch entry.mutation {
    case .success(.purgeItem(let id, let condition)):
      var context = context
      context.idempotency = entry.idempotency
      try await shorten(purgeOf: id, LongPurge(.request, by: context), context, if: condition)
    case .success(.bulkItems(let body)):
      let long = try await snapshot(.preparation) { try LongEntries(of: body, context, in: $0) }
      for history in long.histories { try await thin(history) }
      found.edits = long.edits
    default: break
    }
    return found
  }

  /// How many entries are written with the changes of others.
  private static var shortBatch: Int { 4 }

  /// Purges items that were trashed long enough ago, by the settings; with their events.
  ///
  /// - Parameter limit: How many at most in this transaction, at least one cascade.
  /// - Returns: How many went; 0 when none is due.
  /// - Throws: `StoreFailure`; nothing is purged then.
  public func purgeTrash(limit: Int) async throws -> Int {
    // Those whose many rows are taken away in slices before.
    var long: Set<String> = []
    while true {
      let part = try await transact(.slice) { [long] rows in
        try TrashPart(rows: rows, limit: limit, passing: long)
      }
      guard let id = part.long, long.insert(id).inserted else { return part.count }
      do {
        try await shorten(purgeOf: id, LongPurge(.trash, by: .server), .server)
        long.remove(id)
      } catch is any MarfaError {
        // One that an edge keeps stays.
      }
    }
  }
}

/// One transaction of purges of the trash.
private struct TrashPart: Sendable {
  /// How many items went.
  private(set) var count = 0
  /// An item that is to be taken away in slices, when it is the first.
  private(set) var long: String?

  init(rows: any RecordTransaction, limit: Int, passing passed: Set<String>) throws {
    let horizon = Lifecycle.purgeHorizon(
      now: rows.now, retentionDays: try rows.catalogue().settings.keptTrashDays)
    let writer = RecordWriter(rows: rows, context: .server)
    let budget = SliceBudget(writer.context.limits)
    for (index, key) in try rows.itemKeys(trashedBy: horizon.milliseconds, limit: max(limit, 1))
      .enumerated()
    {
      if budget.isSpent(after: index), count > 0 { break }
      // It may have gone with another, and one that an edge keeps stays.
      guard let row = try rows.item(key: key), !passed.contains(row.id) else { continue }
      // Somebody else's purge of it is under way.
      if try rows.isBeingPurged(row), try rows.longPurge(of: row.id)?.origin != .trash { continue }
      if try writer.isLong(purgeOf: row.id) {
        if count == 0 { long = row.id }
        break
      }
      if case .success = try rows.attempt({ try writer.purge(row) }) { count += 1 }
    }
  }
}
