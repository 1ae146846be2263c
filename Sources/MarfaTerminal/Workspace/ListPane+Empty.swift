/// What a list without notes says.
extension ListPane {
  /// Whether there are no notes because of the filter.
  package var isEmptyByFilter: Bool { !filter.isEmpty && !isBeingRead && window.count == 0 }

  /// What is not there, and what to do; one place may not be all of them.
  var emptyText: String {
    guard !filter.isEmpty else { return source.emptyText }
    guard source != .all else {
      return "No notes match `\(filter)`. Esc clears the filter, n creates one."
    }
    let keys = application.settings.keymap.keys(for: "go.search", in: keyContext).first
    return "Nothing in \(source.title) matches `\(filter)`. Esc clears the filter, "
      + "\(keys?.displayName ?? ":go.search") looks in all notes, n creates one."
  }
}
