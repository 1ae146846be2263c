/// A place in the source list, which a window shows or narrows further by filters.
public enum ListScope: Hashable, Sendable {
  /// Every note: whatever is not a notebook, not of the system and not in the trash.
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
  /// Notebooks and everything else that is not in the trash.
  case everything
}
