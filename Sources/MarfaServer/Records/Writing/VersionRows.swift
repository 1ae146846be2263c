import MarfaModel

/// The kept versions of items' properties.
struct VersionRows {
  let rows: any RecordTransaction
  let limits: RecordLimits

  /// Keeps the properties of an item before a change, and forgets those that are too many.
  func keep(_ item: Item, key: Int64) throws {
    try rows.insert(
      VersionRow(
        id: rows.ids.nextId(), version: item.version,
        properties: StoredJSON.text(item.properties), createdAt: rows.now.milliseconds,
        device: item.device), of: key)
    try thin(item.type, key: key)
    try bound(key: key)
  }

  /// Forgets the oldest versions of an item beyond what its history may weigh.
  ///
  /// The measure is the largest version, not the newest: who empties a note keeps its history. The
  /// newest version always stays.
  private func bound(key: Int64) throws {
    let times = try rows.versionTimes(of: key)
    let sizes = times.map { $0.size ?? 0 }
    let most = limits.historyBytes(largest: sizes.max() ?? 0)
    var surplus = sizes.reduce(0, +) - most
    var removed: [Int64] = []
    for (row, size) in zip(times.dropLast(), sizes) {
      guard surplus > 0 else { break }
      surplus -= size
      removed.append(row.key)
    }
    if !removed.isEmpty { try rows.deleteVersions(removed) }
  }

  /// The properties at a version; nil when they are not kept.
  func snapshot(of key: Int64, _ version: Int) throws -> PropertiesSnapshot? {
    try rows.version(version, of: key).map {
      PropertiesSnapshot(version: version, properties: try StoredJSON.object($0.properties))
    }
  }

  private func thin(_ type: String, key: Int64) throws {
    let catalogue = try rows.catalogue()
    let policy = (catalogue.types[type]?.schema.versionPolicy ?? VersionPolicy())
      .filled(from: inherited(type, catalogue)).filled(from: .standard)
    let times = try rows.versionTimes(of: key)
    let recent = rows.now.adding(days: -(policy.recentDays ?? 0)).milliseconds
    guard
      times.count > policy.maxVersions ?? .max || times.contains(where: { $0.createdAt < recent })
    else { return }
    let snapshots = times.map { row in
      ItemVersion(
        id: String(row.key), itemId: "", version: row.version, properties: [:],
        createdAt: Timestamp(milliseconds: row.createdAt).iso8601)
    }
    let removed = VersionThinning.removals(from: snapshots, policy: policy, now: rows.now)
    try rows.deleteVersions(removed.compactMap { Int64($0) })
  }

  /// What the ancestors of a type say, nearest first, then the settings.
  private func inherited(_ type: String, _ catalogue: StoreCatalogue) -> VersionPolicy {
    let ancestors = catalogue.types[type]?.ancestors ?? []
    let own = ancestors.compactMap { catalogue.types[$0]?.schema.versionPolicy }
    return own.reduce(VersionPolicy()) { $0.filled(from: $1) }
      .filled(from: catalogue.settings.versionPolicy)
  }
}
