/// A place that notes come from: what the list shows.
package enum Source: Hashable, Encodable {
  /// Every active note.
  case all
  /// Notes in no notebook.
  case inbox
  /// Notes changed today.
  case today
  /// Notes with the tag `favorite`.
  case favourites
  /// Notes without any link in or out.
  case orphans
  /// Notes put into the archive.
  case archive
  /// Deleted notes.
  case trash
  /// Notes of which a change contradicts the server's.
  case conflicts
  /// Notes of which the server refused a change.
  case refused
  /// The notes of a notebook.
  case notebook(id: String, title: String)
  /// The notes with a tag.
  case tag(String)
  /// A named search.
  case savedSearch(name: String, query: String)

  /// The tag whose notes the place has.
  package var tag: String? {
    if case .tag(let tag) = self { tag } else { nil }
  }

  /// The name on the screen.
  package var title: String {
    switch self {
    case .all: "All notes"
    case .inbox: "Inbox"
    case .today: "Today"
    case .favourites: "Favourites"
    case .orphans: "Orphans"
    case .archive: "Archive"
    case .trash: "Trash"
    case .conflicts: "Conflicts"
    case .refused: "Refused"
    case .notebook(_, let title): title
    case .tag(let tag): "#" + tag
    case .savedSearch(let name, _): "@" + name
    }
  }
}
