/// The notes that were looked at, with the place among them, as a browser keeps it.
package struct JumpList: Hashable {
  private var ids: [String] = []
  private var position = -1

  package init() {}

  /// The note that is looked at.
  package var current: String? { ids.indices.contains(position) ? ids[position] : nil }
  /// Whether a note was looked at before this one.
  package var canGoBack: Bool { position > 0 }
  /// Whether going back can be undone.
  package var canGoForward: Bool { position + 1 < ids.count }

  /// Notes that another note is looked at; what lay forward is forgotten.
  ///
  /// The last 100 are kept.
  package mutating func visit(_ id: String) {
    guard position < 0 || ids[position] != id else { return }
    ids.removeSubrange((position + 1)...)
    ids.append(id)
    if ids.count > 100 { ids.removeFirst() }
    position = ids.count - 1
  }

  /// The note looked at before, which becomes the current one.
  package mutating func back() -> String? {
    guard canGoBack else { return nil }
    position -= 1
    return ids[position]
  }

  /// The note that going back left, which becomes the current one.
  package mutating func forward() -> String? {
    guard canGoForward else { return nil }
    position += 1
    return ids[position]
  }
}
