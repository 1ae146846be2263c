import MarfaModel

/// What a row of history holds: the difference from the version after it, or the whole where that
/// is hardly longer.
struct VersionContent: Hashable, Sendable {
  /// JSON of the difference, or of the properties.
  let text: String
  /// Whether it is the difference.
  let isDifference: Bool

  /// The content of the row for older properties (`whole` as JSON) that newer ones replace.
  init(of older: [String: JSONValue], _ whole: String, before newer: [String: JSONValue]) {
    let difference = VersionRows.difference(to: older, whole, from: newer)
    (text, isDifference) = (difference ?? whole, difference != nil)
  }
}

/// The kept versions of items' properties: each the difference from the one after it, the newest
/// that from the item itself.
struct VersionRows {
  let rows: any RecordTransaction
  let limits: RecordLimits

  /// Keeps the properties of an item as they were before a change, and forgets those that are too
  /// many.
  ///
  /// - Parameters:
  ///   - old: The item as it was.
  ///   - new: The item as it is now.
  ///   - content: What the row holds for the properties as they were.
  /// - Throws: What the rows throw.
  func keep(_ old: ItemRow, before new: ItemRow, as content: VersionContent) throws {
    var kept = try rows.versionTimes(of: old.key)
    let run = kept.sorted { $0.key > $1.key }.prefix { $0.isDifference }.count
    var row = VersionRow(
      id: rows.ids.nextId(), version: old.version, properties: old.properties,
      createdAt: rows.now.milliseconds, device: old.device)
    if run < VersionTexts.longestRun - 1 {
      (row.properties, row.isDifference) = (content.text, content.isDifference)
    }
    row.size = row.properties.utf8.count
    row.key = try rows.insert(row, of: old.key)
    kept.append(row)
    var removed = try rows.thinnedVersions(kept, type: old.type)
    removed.formUnion(surplus(kept.filter { !removed.contains($0.key) }, present: new))
    guard !removed.isEmpty else { return }
    // Those before them refer to the next that stays.
    try ThinnedVersions(of: new, removing: removed, from: kept, in: rows).write(to: rows)
  }

  /// Lets the newest kept version refer to an item that has other properties, of which none was
  /// kept.
  func skip(_ old: ItemRow, before new: ItemRow) throws {
    var texts = try VersionTexts(of: old.key, present: old.properties, in: rows)
    guard let newest = texts.chain.first, newest.isDifference else { return }
    let properties = try texts.properties(of: newest.key)
    try set(newest.key, properties, before: StoredJSON.object(new.properties))
  }

  // MARK: - Rows

  /// The difference that a row holds; nil where the whole is hardly longer.
  static func difference(
    to older: [String: JSONValue], _ whole: String, from newer: [String: JSONValue]
  ) -> String? {
    let difference = PropertiesDifference(from: newer, to: older).text
    return difference.utf8.count * 2 <= whole.utf8.count ? difference : nil
  }

  private func set(
    _ key: Int64, _ older: [String: JSONValue], before newer: [String: JSONValue]
  ) throws {
    let content = VersionContent(of: older, StoredJSON.text(older), before: newer)
    try rows.setVersion(key, content.text, isDifference: content.isDifference)
  }

  // MARK: - What is too much

  /// The oldest versions of an item beyond what its history may weigh.
  ///
  /// The measure is the larger of the item and the largest row: who empties a note keeps its
  /// history. The newest version always stays.
  private func surplus(_ kept: [VersionRow], present: ItemRow) -> Set<Int64> {
    let largest = kept.reduce(present.properties.utf8.count) { max($0, $1.size ?? 0) }
    var surplus = kept.reduce(0) { $0 + ($1.size ?? 0) } - limits.historyBytes(largest: largest)
    var removed: Set<Int64> = []
    for row in kept.dropLast() {
      guard surplus > 0 else { break }
      surplus -= row.size ?? 0
      removed.insert(row.key)
    }
    return removed
  }
}
