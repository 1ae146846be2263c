import Observation

/// Shows list actions before the store has confirmed them.
///
/// An action shows in the frame after it is made, and until it fails or every window has read a
/// state of the store that has it.
@MainActor @Observable
public final class PendingOverlay {
  private struct Entry {
    var action: ListAction
    var items: Set<String>
    /// The number of the commit that made it true; nil until then.
    var sequence: UInt64?
  }

  private var entries: [Int: Entry] = [:]
  @ObservationIgnored private var nextToken = 0

  init() {}

  /// Whether no action waits.
  public var isEmpty: Bool { entries.isEmpty }

  /// A row as it will be once the waiting actions are confirmed.
  func applied(to row: ItemRow) -> ItemRow {
    guard !entries.isEmpty else { return row }
    var row = row
    for (_, entry) in entries.sorted(by: { $0.key < $1.key })
    where entry.items.contains(row.id) {
      row.apply(entry.action)
    }
    return row
  }

  /// Shows an action from now on.
  func begin(_ action: ListAction, on items: Set<String>) -> Int {
    nextToken += 1
    entries[nextToken] = Entry(action: action, items: items)
    return nextToken
  }

  /// Keeps showing an action until the windows have caught up with a commit.
  func confirm(_ token: Int, at sequence: UInt64) {
    entries[token]?.sequence = sequence
  }

  /// Shows an action no longer, because it failed.
  func revert(_ token: Int) {
    entries[token] = nil
  }

  /// Drops the actions that every window shows by itself.
  func settle(through sequence: UInt64) {
    let done = entries.filter { $0.value.sequence.map { $0 <= sequence } ?? false }
    for token in done.keys { entries[token] = nil }
  }
}

extension ItemRow {
  /// Shows an action that is not confirmed.
  fileprivate mutating func apply(_ action: ListAction) {
    marks.insert(.isPending)
    switch action {
    case .addTag(let tag):
      if !summary.tags.contains(tag) { summary.tags = (summary.tags + [tag]).sorted() }
    case .removeTag(let tag): summary.tags.removeAll { $0 == tag }
    case .move(let state): summary.state = state
    }
    summary.isPinned = summary.tags.contains("pinned")
    summary.isFavourite = summary.tags.contains("favorite")
  }
}
