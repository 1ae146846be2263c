import MarfaSDK

extension Context {
  /// Where each note is, or when it changed, to follow its title; equal ones in one place say
  /// both.
  package func details(of matches: [TitleSearch.Match]) -> [String] {
    let counts = Dictionary(matches.map { (TitlePlace($0), 1) }, uniquingKeysWith: +)
    return matches.map { detail(of: $0, isOnly: counts[TitlePlace($0)] == 1) }
  }

  private func detail(of match: TitleSearch.Match, isOnly: Bool) -> String {
    if match.isNotebook { return match.notebook.map { "notebook in \($0)" } ?? "notebook" }
    let time = relativeTime(match.editedAt.date)
    if match.isArchived { return "in the archive, \(time)" }
    guard let notebook = match.notebook else { return time }
    return isOnly ? notebook : "\(notebook), \(time)"
  }
}

/// What tells a match from others.
private struct TitlePlace: Hashable {
  let title: String
  let notebook: String?

  init(_ match: TitleSearch.Match) { (title, notebook) = (match.title, match.notebook) }
}

extension Notebook {
  /// What follows the title: where it is, unless it is at the top, and how many notes it has.
  package func detail(path: String) -> String {
    let above = path.dropLast(title.count + 1).dropFirst()
    return above.isEmpty ? "\(totalCount)" : "in \(above), \(totalCount)"
  }

  /// The notebook in a list of paths.
  package func row(path: String) -> PickerRow {
    PickerRow(id: id, title: String(path.dropFirst()), detail: "\(totalCount)")
  }
}
