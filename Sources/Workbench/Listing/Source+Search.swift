import MarfaSDK
import NoteFiles

extension Source {
  /// The place as a search names it.
  ///
  /// - Parameter notebooks: The notebooks, by whose path a search finds one.
  /// - Returns: The text; empty for all notes, nil when no search can name the place.
  package func searchText(notebooks: [Notebook]) -> String? {
    switch self {
    case .all: ""
    case .inbox: nil
    case .today: "edited:today"
    case .favourites: "tag:favorite"
    case .orphans: "is:orphan"
    case .archive: "is:archived"
    case .trash: "is:trashed"
    // Those in conflict are found by no word yet.
    case .conflicts: nil
    case .refused: "is:refused"
    case .notebook(let id, _):
      notebooks.paths.first { $0.notebook.id == id }
        .map { "in:" + SearchText.value(String($0.path.dropFirst())) }
    case .tag(let tag): "tag:" + SearchText.value(tag)
    case .savedSearch(let name, let query):
      SearchText.isWord(name) ? "@" + name : SearchText.factor(query)
    }
  }
}
