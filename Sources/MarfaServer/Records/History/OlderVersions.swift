import MarfaModel

/// Makes differences of the versions that older builds kept as whole copies, a few at a time.
///
/// Versions are gone through from the oldest on: the one after each is still whole then, so that
/// each step reads two rows, however long a history is. A copy before a row of this build stays
/// whole, and so does one in every `VersionTexts.longestRun`.
struct OlderVersions {
  let rows: any RecordTransaction

  /// Shortens the next copies, as many as one transaction may.
  ///
  /// - Returns: Whether there may be more.
  func shorten(_ limits: RecordLimits) throws -> Bool {
    guard let rest = try rows.olderVersions() else { return false }
    let budget = SliceBudget(limits)
    let copies = try rows.wholeVersions(in: rest, limit: limits.sliceEntries)
    var done = copies.count < limits.sliceEntries ? rest.upperBound : rest.lowerBound
    for (count, copy) in copies.enumerated() {
      if budget.isSpent(after: count) {
        done = copies[count - 1].key
        break
      }
      try shorten(copy)
      done = max(done, copy.key)
    }
    let next = done < rest.upperBound ? "\(done + 1) \(rest.upperBound)" : ""
    try rows.setSpaceValue(.olderVersions, next)
    return !next.isEmpty
  }

  private func shorten(_ copy: WholeVersion) throws {
    guard let older = try rows.version(key: copy.key) else { return }
    if let difference = try difference(of: older, copy.item) {
      try rows.setVersion(copy.key, difference, isDifference: true)
    } else if older.size == nil {
      // What it weighs, which the oldest builds did not note.
      try rows.setVersion(copy.key, older.properties, isDifference: false)
    }
  }

  /// What makes a version of the one after it; nil where it stays whole.
  private func difference(of older: VersionRow, _ item: Int64) throws -> String? {
    let chain = try rows.versionTimes(of: item).sorted { $0.key < $1.key }
    guard let place = chain.firstIndex(where: { $0.key == older.key }),
      place + 1 < chain.count, !chain[place + 1].isDifference,
      chain[..<place].reversed().prefix(while: \.isDifference).count < VersionTexts.longestRun - 1,
      let newer = try rows.version(key: chain[place + 1].key)
    else { return nil }
    return VersionRows.difference(
      to: try StoredJSON.object(older.properties), older.properties,
      from: try StoredJSON.object(newer.properties))
  }
}

extension RecordRows {
  /// The keys among which there may be copies of an older build; nil when all were looked at.
  func olderVersions() throws -> ClosedRange<Int64>? {
    let ends = try spaceValue(.olderVersions)?.split(separator: " ").compactMap { Int64($0) } ?? []
    guard ends.count == 2, ends[0] <= ends[1] else { return nil }
    return ends[0]...ends[1]
  }
}

extension RecordStore {
  /// Makes differences of the copies of versions that older builds kept, a slice at a time: others
  /// write between two.
  ///
  /// - Parameter limits: What a slice may cost.
  /// - Throws: `StoreFailure`, or `CancellationError`; what earlier slices did stays.
  func shortenOlderVersions(_ limits: RecordLimits = RecordLimits()) async throws {
    guard try await snapshot(.lookup, { try $0.olderVersions() != nil }) else { return }
    while try await transact(.slice, { try OlderVersions(rows: $0).shorten(limits) }) {
      try Task.checkCancellation()
    }
  }
}
