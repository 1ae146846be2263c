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

  /// The notes looked at before this one, the nearest first.
  package var past: [String] { ids.prefix(max(0, position)).reversed() }
  /// The notes that going back left, the nearest first.
  package var future: [String] { Array(ids.dropFirst(position + 1)) }

  /// The note looked at before, which becomes the current one.
  ///
  /// - Parameter gone: Notes that there is no way back to; another visit of the present note is
  ///   none either.
  /// - Returns: The note, or nil when there is none.
  package mutating func back(past gone: Set<String> = []) -> String? {
    go(to: ids.prefix(max(0, position)).lastIndex { $0 != current && !gone.contains($0) })
  }

  /// The note that going back left, which becomes the current one.
  package mutating func forward(past gone: Set<String> = []) -> String? {
    go(to: ids.dropFirst(position + 1).firstIndex { $0 != current && !gone.contains($0) })
  }

  private mutating func go(to index: Int?) -> String? {
    guard let index else { return nil }
    position = index
    return ids[index]
  }
}
