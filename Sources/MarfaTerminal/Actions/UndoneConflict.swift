import MarfaSDK

/// What the undo of a decision about a conflict came to.
@MainActor final class UndoneConflict {
  /// Whether the person is asked again.
  var isAskedAgain = false
  private let name: String

  /// A decision about a note.
  ///
  /// - Parameter item: The note.
  init(of item: Item) {
    let title = item.properties["title"]?.stringValue ?? ""
    name = title.isEmpty ? "The note" : "“\(title)”"
  }

  /// What happened, and what can be done: what was sent already is not asked about again.
  var words: String {
    isAskedAgain
      ? "\(name) is in conflict again, and waits for you: c."
      : "\(name) is in the trash again: the decision had been sent."
  }
}
