import MarfaModel

/// What it takes to forget versions of an item: those before them stand on the next that stays, for
/// which the texts of both are put together.
struct ThinnedVersions: Sendable {
  private let removed: [Int64]
  private var changes: [(key: Int64, content: VersionContent)] = []

  /// Puts the texts together.
  ///
  /// - Parameters:
  ///   - item: The item as it is.
  ///   - removed: The keys of what goes.
  ///   - rows: Where its versions are.
  /// - Throws: What the rows throw.
  init(of item: ItemRow, removing removed: Set<Int64>, in rows: any RecordRows) throws {
    self.removed = removed.sorted()
    var texts = try VersionTexts(of: item.key, present: item.properties, in: rows)
    var next: Int64?
    var isCut = false
    for row in texts.chain {
      if removed.contains(row.key) {
        isCut = true
        continue
      }
      if isCut, row.isDifference {
        let newer =
          try next.map { try texts.properties(of: $0) } ?? StoredJSON.object(item.properties)
        let older = try texts.properties(of: row.key)
        let content = VersionContent(of: older, StoredJSON.text(older), before: newer)
        changes.append((row.key, content))
      }
      isCut = false
      next = row.key
    }
  }

  /// Forgets the versions.
  func write(to rows: any RecordTransaction) throws {
    for (key, content) in changes {
      try rows.setVersion(key, content.text, isDifference: content.isDifference)
    }
    try rows.deleteVersions(removed)
  }
}

extension RecordRows {
  /// Those of the versions of an item that are not to be kept at their age.
  func thinnedVersions(_ kept: [VersionRow], type: String) throws -> Set<Int64> {
    let catalogue = try catalogue()
    let policy = (catalogue.types[type]?.schema.versionPolicy ?? VersionPolicy())
      .filled(from: catalogue.inheritedPolicy(of: type)).filled(from: .standard)
    let recent = now.adding(days: -(policy.recentDays ?? 0)).milliseconds
    guard
      kept.count > policy.maxVersions ?? .max || kept.contains(where: { $0.createdAt < recent })
    else { return [] }
    let snapshots = kept.map { row in
      ItemVersion(
        id: String(row.key), itemId: "", version: row.version, properties: [:],
        createdAt: Timestamp(milliseconds: row.createdAt).iso8601)
    }
    let removed = VersionThinning.removals(from: snapshots, policy: policy, now: now)
    return Set(removed.compactMap { Int64($0) })
  }
}

extension StoreCatalogue {
  /// What the ancestors of a type say, nearest first, then the settings.
  fileprivate func inheritedPolicy(of type: String) -> VersionPolicy {
    let own = (types[type]?.ancestors ?? []).compactMap { types[$0]?.schema.versionPolicy }
    return own.reduce(VersionPolicy()) { $0.filled(from: $1) }.filled(from: settings.versionPolicy)
  }
}

// MARK: - Long histories

/// Versions of a long text are to be forgotten with a change, for which many are put together: that
/// is to be done on a reader, before the writer's turn.
struct LongHistory: Error {
  let itemId: String
}

extension RecordWriter {
  /// - Throws: `LongHistory` where a change of an item would take long for what it lets go, and
  ///   that is not for the writer.
  func leaveLongHistory(of item: ItemRow) throws {
    let most = context.limits.thinnedBytes
    let size = item.properties.utf8.count
    guard leavesLongWork, size * VersionTexts.longestRun > most else { return }
    let kept = try rows.versionTimes(of: item.key)
    let removed = try rows.thinnedVersions(kept, type: item.type)
    // The texts are gone through from the newest on.
    let chain = kept.sorted { $0.key > $1.key }
    guard let first = chain.lastIndex(where: { !removed.contains($0.key) }), !removed.isEmpty,
      chain[..<first].contains(where: { removed.contains($0.key) })
    else { return }
    if first * size > most { throw LongHistory(itemId: item.id) }
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
      return (item, kept, try ThinnedVersions(of: item, removing: removed, in: rows))
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
