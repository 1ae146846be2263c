import GRDB

/// Decides from a change's rows whether it can alter what a window shows.
///
/// Exact but for these: a row that a statement wrote without changing it counts as changed, and a
/// commit that takes some unread rows out of the list while others in it are written counts as a
/// change of the list.
struct WindowRelevance {
  /// What a change means.
  enum Verdict {
    /// Nothing in the window differs.
    case unaffected
    /// Rows may differ; the number of rows does not.
    case rows
    /// Rows and their number may differ.
    case membership
  }

  /// The columns that a row shows.
  static let shownColumns: Set<String> = [
    "id", "type", "state", "title", "tags", "is_pinned", "is_favourite", "attachment_count",
    "version", "created_at", "updated_at", "timestamp", "edited_at", "sync_flags",
  ]

  let reader: WindowReader
  let content: WindowContent
  let selectedKey: Int64?

  /// Judges a change.
  func verdict(on change: StoreChange) throws -> Verdict {
    for table in reader.list.otherTables where change.rows(of: table)?.isEmpty != true {
      return .membership
    }
    guard let changed = change.rows(of: .item) else { return .membership }
    if reader.includesExcerpt, try isTextRead(in: change) { return .rows }
    return try verdict(on: changed)
  }

  private func verdict(on changed: [Int64: StoreChange.Row]) throws -> Verdict {
    let list = reader.list
    let placing = list.conditionColumns.union([list.order.column])
    var readKeys = Set(content.rows.map(\.position.key))
    if let selectedKey { readKeys.insert(selectedKey) }
    var touchesShown = false
    var moved: [ListPosition] = []
    var (staying, leaving) = (false, false)
    for (key, row) in changed {
      if readKeys.contains(key) {
        if row.touches(list.conditionColumns) { return .membership }
        if row.touches(Self.shownColumns.union(placing)) { touchesShown = true }
        continue
      }
      guard row.touches(placing) else { continue }
      // SQLite may have given a removed row's key to a new one.
      leaving = leaving || row.isDeleted
      guard let position = try reader.position(ofKey: key) else {
        leaving = leaving || !row.isInserted
        continue
      }
      if row.touches(list.conditionColumns) { staying = true }
      if row.touches([list.order.column]) { moved.append(position) }
    }
    if staying && (leaving || !moved.isEmpty) { return .membership }
    if staying || leaving, try reader.count() != content.count { return .membership }
    if touchesShown { return .rows }
    return try moved.isEmpty || isOutside(moved) ? .unaffected : .rows
  }

  /// Whether a row that was not read has moved, if at all, within the rows before those read or
  /// within the rows after them.
  private func isOutside(_ moved: [ListPosition]) throws -> Bool {
    guard moved.count == 1, let first = content.rows.first?.position,
      let last = content.rows.last?.position,
      try reader.countBefore(first, near: content.first, of: content.count) == content.first
    else { return false }
    // The row is either before the first row read, whose place is the same, or after the last.
    let place = try reader.countBefore(moved[0])
    if place < content.first { return true }
    return try reader.countBefore(last) < place
  }

  private func isTextRead(in change: StoreChange) throws -> Bool {
    guard let texts = change.rows(of: .itemText) else { return true }
    return content.rows.contains { texts[$0.position.key] != nil }
  }
}
