/// A place in the source list, which a window shows or narrows further by filters.
///
/// A place has active items only. What is looked for in it, by words, a tag or another condition,
/// is found in the archive too, but not in the inbox and among the orphans.
public enum ListScope: Hashable, Sendable {
  /// Every note: whatever is not a notebook and not of the system.
  case notes
  /// Active notes in no notebook.
  case inbox
  /// Notes changed at or after an instant, which the caller takes to be the start of the day.
  case changed(since: Timestamp)
  /// Notes with the tag `favorite`.
  case favourites
  /// Active notes that nothing links to and that link to nothing.
  case orphans
  /// Notes in a notebook and in the notebooks below it, by the notebook's id.
  case notebook(String)
  /// What is in the trash.
  case trash
  /// Notes of which a change contradicts the server's and waits for a person, wherever they are.
  case conflicts
  /// Notes of which the server refused a change that waits for a person, wherever they are.
  case refused
  /// Notebooks and everything else that is not in the trash.
  case everything

  /// The state of all items that a list of the place has.
  ///
  /// - Parameter isSearched: Whether some of them are looked for by a condition.
  /// - Returns: The state; nil for active and archived ones.
  package func state(isSearched: Bool) -> ItemState? {
    switch self {
    case .trash: .trashed
    case .inbox, .orphans: .active
    case .notes, .changed, .favourites, .notebook: isSearched ? nil : .active
    case .conflicts, .refused, .everything: nil
    }
  }

  /// Whether items of any state are in the place.
  var spansTrash: Bool { self == .conflicts || self == .refused }
}
