import MarfaSDK

extension Source {
  /// Reads a place as an encoder writes it: one member of the case's name, with its values.
  ///
  /// - Parameter json: The value; nil comes of anything else.
  package init?(json: JSONValue) {
    guard let members = json.objectValue, members.count == 1, let (name, value) = members.first,
      let fields = value.objectValue
    else { return nil }
    func text(_ field: String) -> String? { fields[field]?.stringValue }
    switch name {
    case "all": self = .all
    case "inbox": self = .inbox
    case "today": self = .today
    case "favourites": self = .favourites
    case "orphans": self = .orphans
    case "archive": self = .archive
    case "trash": self = .trash
    case "conflicts": self = .conflicts
    case "refused": self = .refused
    case "notebook":
      guard let id = text("id"), let title = text("title") else { return nil }
      self = .notebook(id: id, title: title)
    case "tag":
      guard let tag = text("_0") else { return nil }
      self = .tag(tag)
    case "savedSearch":
      guard let name = text("name"), let query = text("query") else { return nil }
      self = .savedSearch(name: name, query: query)
    default: return nil
    }
  }
}
