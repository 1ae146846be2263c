import MarfaModel

/// What it takes to forget versions of an item: those before them become differences from the next
/// that stays, for which the texts of both are put together.
struct ThinnedVersions: Sendable {
  private let removed: [Int64]
  private var changes: [(key: Int64, content: VersionContent)] = []

  /// Puts the texts together.
  ///
  /// - Parameters:
  ///   - item: The item as it is.
  ///   - removed: The keys of what goes.
  ///   - kept: All its versions without their properties.
  ///   - rows: Where its versions are.
  /// - Throws: What the rows throw.
  init(
    of item: ItemRow, removing removed: Set<Int64>, from kept: [VersionRow], in rows: any RecordRows
  ) throws {
    self.removed = removed.sorted()
    var texts = try VersionTexts(of: item.key, present: item.properties, in: rows, knowing: kept)
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
