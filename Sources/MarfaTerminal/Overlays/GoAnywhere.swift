import MarfaSDK
import Observation

/// The rows of the box that goes to anything: notes and notebooks by title, `#tags`, `@notebooks`, `:actions`,
/// `!` what was looked at last.
///
/// When no note matches, Enter creates one with the text as its title.
@MainActor package final class GoAnywhere: PickerSource {
  private unowned let application: Application
  private let titles: TitleSearch
  private let tags: TagsQuery
  private let notebooks: NotebooksQuery
  private var text = ""

  package init(application: Application) {
    self.application = application
    titles = TitleSearch(application: application)
    tags = application.store.queryTags()
    notebooks = application.store.queryNotebooks()
  }

  package var emptyText: String {
    switch text.first {
    case nil: "No notes yet."
    case "#": "No tag matches."
    case "@": "No notebook matches."
    case ":": "No action matches."
    case "!": "No recent note matches."
    default: "Enter creates “\(text)”."
    }
  }

  package var isReading: Bool {
    switch text.first {
    case "#": tags.isLoading
    case "@": notebooks.isLoading
    case ":": false
    default: titles.isReading
    }
  }

  package func finishReading() async {
    await tags.settle()
    await notebooks.settle()
    await titles.finishReading()
  }

  package func prepare() { titles.reportError() }

  package func update(text: String) {
    self.text = text
    if !"#@:!".contains(text.first ?? " ") { titles.search(text) }
  }

  package var rows: [PickerRow] {
    let rest = String(text.dropFirst())
    switch text.first {
    case "#":
      return FuzzyRows.matching(
        tags.tags.map {
          PickerRow(id: "#\($0.tag)", title: "#\($0.tag)", detail: "\($0.count)")
        }, rest)
    case "@":
      let name = rest.last == "/" ? String(rest.dropLast()) : rest
      return FuzzyRows.matching(notebookRows(byPath: rest.contains("/")), name)
    case ":":
      return FuzzyRows.matching(
        application.registry.commands.map {
          PickerRow(id: ":\($0.name)", title: "\($0.summary)  (\($0.name))")
        }, rest)
    case "!":
      let text = rest.hasPrefix("recent") ? rest.dropFirst("recent".count) : rest[...]
      return rows(of: titles.recent(text.trimmingPrefix(" ").description))
    default: return rows(of: titles.matches) + newNote
    }
  }

  private func notebookRows(byPath: Bool) -> [PickerRow] {
    notebooks.notebooks.paths.map { notebook, path in
      var row = notebook.row(path: path)
      row.id = "@" + row.id
      guard !byPath else { return row }
      row.title = notebook.title
      row.detail = notebook.detail(path: path)
      return row
    }
  }

  private static let newID = "+"

  /// What creates a note although other titles match; none when one is just what was typed.
  private var newNote: [PickerRow] {
    let matches = titles.matches
    guard !text.isEmpty, !matches.isEmpty,
      !matches.contains(where: { $0.title.lowercased() == text.lowercased() })
    else { return [] }
    return [PickerRow(id: Self.newID, title: "Create “\(text)”", detail: "new note")]
  }

  /// Notes say where they are, or when they changed; equal ones in one place say both.
  private func rows(of matches: [TitleSearch.Match]) -> [PickerRow] {
    zip(matches, application.details(of: matches)).map { match, detail in
      PickerRow(
        id: match.isNotebook ? "@\(match.id)" : match.id,
        title: match.title.isEmpty ? "Untitled" : match.title, detail: detail,
        matches: match.emphasis)
    }
  }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    if row.id == Self.newID { return chooseText(text) }
    let rest = String(row.id.dropFirst())
    switch row.id.first {
    case "#": application.show(.tag(rest))
    case "@":
      let notebook = notebooks.notebooks.paths.first { $0.notebook.id == rest }?.notebook
      application.show(.notebook(id: rest, title: notebook?.title ?? row.title))
    case ":": application.runAfterClose(rest)
    default: application.open(id: row.id)
    }
    stop()
    return .close
  }

  package func chooseText(_ text: String) -> PickerOutcome {
    guard !text.isEmpty, !"#@:!".contains(text.first ?? " ") else { return .stay }
    application.createNote(titled: text)
    stop()
    return .close
  }

  package func cancelled() { stop() }

  private func stop() {
    titles.stop()
    tags.stop()
    notebooks.stop()
  }
}
