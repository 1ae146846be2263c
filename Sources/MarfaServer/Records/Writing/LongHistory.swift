import MarfaModel

/// Versions of a long text are to be forgotten with a change, for which many are put together: that
/// is to be done on a reader, before the writer's turn.
struct LongHistory: LongWork {
  let itemId: String
}

extension RecordRows {
  /// Whether a change of an item takes long for the versions that it lets go.
  ///
  /// - Parameters:
  ///   - item: The item as it is.
  ///   - limits: Where long texts begin.
  /// - Returns: Whether it does.
  /// - Throws: What the rows throw.
  func hasLongHistory(_ item: ItemRow, _ limits: RecordLimits) throws -> Bool {
    let most = limits.thinnedBytes
    let size = item.properties.utf8.count
    guard size * VersionTexts.longestRun > most else { return false }
    let kept = try versionTimes(of: item.key)
    let removed = try thinnedVersions(kept, type: item.type)
    // The texts are gone through from the newest on.
    let chain = kept.sorted { $0.key > $1.key }
    guard let first = chain.lastIndex(where: { !removed.contains($0.key) }), !removed.isEmpty,
      chain[..<first].contains(where: { removed.contains($0.key) })
    else { return false }
    return first * size > most
  }
}

extension RecordWriter {
  /// - Throws: `LongHistory` where a change of an item would take long for what it lets go, and
  ///   that is not for the writer.
  func leaveLongHistory(of item: ItemRow) throws {
    if leavesLongWork, try rows.hasLongHistory(item, context.limits) {
      throw LongHistory(itemId: item.id)
    }
  }
}

extension RecordStore {
  /// Forgets versions of an item that are not to be kept at their age; texts for it are put
  /// together on a reader.
  ///
  /// - Throws: `StoreFailure`; nothing is forgotten then.
  func thin(_ long: LongHistory) async throws {
    let found = try await snapshot(.preparation) { rows in
      guard let item = try rows.item(id: long.itemId) else {
        return nil as (ItemRow, [VersionRow], ThinnedVersions)?
      }
      let kept = try rows.versionTimes(of: item.key)
      let removed = try rows.thinnedVersions(kept, type: item.type)
      return (item, kept, try ThinnedVersions(of: item, removing: removed, from: kept, in: rows))
    }
    guard let (item, kept, thinned) = found else { return }
    try await transact(.slice) { rows in
      // Somebody else may have changed it meanwhile.
      guard try rows.item(key: item.key) == item, try rows.versionTimes(of: item.key) == kept
      else { return }
      try thinned.write(to: rows)
    }
  }
}
