/// What became of a note while it is edited here.
package enum NoteFate: Hashable, Sendable {
  /// It is where it was.
  case here
  /// It was moved to the trash elsewhere; what is typed is stored there.
  case trashed
  /// It was deleted permanently elsewhere; what is typed is kept here only.
  case purged

  /// The word next to the note's title; empty where nothing is to be said.
  package var word: String {
    switch self {
    case .here: ""
    case .trashed: "in the trash"
    case .purged: "removed"
    }
  }
}
