import MarfaModel

/// The properties of an item's kept versions, of which most rows hold only the difference from the
/// version after them.
///
/// The newest row is a difference from the item as it is now. Every so often a row holds its
/// properties as they were, so that none is more than `longestRun` rows from a whole one. Texts
/// that are asked for from the newest to the oldest are read with one walk along the rows.
struct VersionTexts {
  /// How many rows in a row are differences, which bounds what it costs to read one.
  static let longestRun = 200

  private let rows: any RecordRows
  /// The item's properties as they are now.
  private let present: String
  /// Every kept version without its properties, newest first.
  let chain: [VersionRow]
  /// The last properties that were read, and their place in the chain.
  private var last: (index: Int, properties: [String: JSONValue])?

  /// The kept versions of an item.
  ///
  /// - Parameters:
  ///   - key: The item's key.
  ///   - present: Its properties as they are now.
  ///   - rows: Where its versions are.
  ///   - kept: All of them without their properties, where they were read before.
  /// - Throws: What the rows throw.
  init(
    of key: Int64, present: String, in rows: any RecordRows, knowing kept: [VersionRow]? = nil
  ) throws {
    self.rows = rows
    self.present = present
    chain = try (kept ?? rows.versionTimes(of: key)).sorted { $0.key > $1.key }
  }

  /// A row with its whole properties.
  ///
  /// - Throws: `StoreFailure` when the row is not there, or does not fit the one after it.
  mutating func whole(_ row: VersionRow) throws -> VersionRow {
    guard row.isDifference else { return row }
    var row = row
    row.properties = StoredJSON.text(try properties(of: row.key))
    row.isDifference = false
    return row
  }

  /// The properties at a row's key.
  ///
  /// - Throws: `StoreFailure` when the row is not there, or does not fit the one after it.
  mutating func properties(of key: Int64) throws -> [String: JSONValue] {
    guard let index = chain.firstIndex(where: { $0.key == key }) else {
      throw StoreFailure(.broken, "a kept version is not there")
    }
    // From the nearest whole row that is newer, or the last one read when that is nearer.
    var start = chain[...index].lastIndex { !$0.isDifference }
    var properties: [String: JSONValue]?
    if let last, last.index <= index, last.index > start ?? -1 {
      (start, properties) = (last.index + 1, last.properties)
    }
    var found = try properties ?? (start == nil ? StoredJSON.object(present) : [:])
    for place in (start ?? 0)..<(index + 1) {
      guard let row = try rows.version(key: chain[place].key) else {
        throw StoreFailure(.broken, "a kept version is not there")
      }
      found =
        row.isDifference
        ? try PropertiesDifference(text: row.properties).applied(to: found)
        : try StoredJSON.object(row.properties)
    }
    last = (index, found)
    return found
  }
}
