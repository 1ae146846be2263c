import MarfaSDK
import NoteFiles
import Observation
import Workbench

/// The rows of the box that goes to anything: notes and notebooks by title, `#tags`, `@notebooks`,
/// `:actions`, `!` what was looked at last.
///
/// When no note matches, Enter creates one with the text as its title.
@MainActor package final class GoAnywhere: PickerSource {
  /// What is looked for, as the first character of the text says.
  private enum Scope: Character {
    case tags = "#"
    case notebooks = "@"
    case actions = ":"
    case recent = "!"
    /// Without one of those the text is the start of a title.
    case notes = " "
  }

  private let context: Context
  private let actions: [PickerRow]
  private let titles: TitleSearch
  private let tags: TagsQuery
  private let notebooks: NotebooksQuery
  private var text = ""
  private var scope = Scope.notes
  /// The text after the sign of its scope.
  private var rest = ""

  /// Follows all titles, tags and notebooks until it is closed.
  ///
  /// - Parameters:
  ///   - context: What it gets of the application.
  ///   - actions: All actions, by name.
  package init(context: Context, actions: [PickerRow]) {
    self.context = context
    self.actions = actions
    titles = TitleSearch(context: context)
    tags = context.store.queryTags()
    notebooks = context.store.queryNotebooks()
  }

  package var invitation: String { "type to search" }
  package var emptyText: String {
    switch scope {
    case .tags: "No tag matches."
    case .notebooks: "No notebook matches."
    case .actions: "No action matches."
    case .recent: "No recent note matches."
    case .notes where text.isEmpty: context.sync.status?.fetchingWords ?? "No notes yet."
    case .notes: "Enter creates “\(text)”."
    }
  }

  package var remark: String {
    guard scope == .notes, titles.matchCount > titles.matches.count else { return "" }
    return "the best of \(titles.matchCount)"
  }

  package var isReading: Bool {
    switch scope {
    case .tags: tags.isLoading
    case .notebooks: notebooks.isLoading
    case .actions: false
    case .recent, .notes: titles.isReading
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
    scope = text.first.flatMap(Scope.init(rawValue:)) ?? .notes
    rest = scope == .notes ? text : String(text.dropFirst())
    if scope == .notes { titles.search(text) }
  }

  package var rows: [PickerRow] {
    switch scope {
    case .tags:
      return FuzzyRows.matching(
        tags.shown.map {
          PickerRow(id: Self.id(.tags, $0.tag), title: "#\($0.tag)", detail: "\($0.count)")
        }, rest)
    case .notebooks:
      let name = rest.last == "/" ? String(rest.dropLast()) : rest
      return FuzzyRows.matching(notebookRows(byPath: rest.contains("/")), name)
    case .actions:
      return FuzzyRows.matching(
        actions.map { PickerRow(id: Self.id(.actions, $0.id), title: $0.title) }, rest)
    case .recent:
      let text = rest.hasPrefix("recent") ? rest.dropFirst("recent".count) : rest[...]
      return rows(of: titles.recent(text.trimmingPrefix(" ").description))
    case .notes: return rows(of: titles.matches) + newNote
    }
  }

  /// The id of a row that is no note: the sign of its scope comes first.
  private static func id(_ scope: Scope, _ name: String) -> String { "\(scope.rawValue)\(name)" }

  private func notebookRows(byPath: Bool) -> [PickerRow] {
    notebooks.notebooks.paths.map { notebook, path in
      var row = notebook.row(path: path)
      row.id = Self.id(.notebooks, row.id)
      guard !byPath else { return row }
      row.title = notebook.title
      row.detail = notebook.detail(path: path)
      return row
    }
  }

  private static let newId = "+"

  /// What creates a note although other titles match; none when one is just what was typed.
  private var newNote: [PickerRow] {
    let matches = titles.matches
    guard !text.isEmpty, !matches.isEmpty,
      !matches.contains(where: { $0.title.lowercased() == text.lowercased() })
    else { return [] }
    return [PickerRow(id: Self.newId, title: "Create “\(text)”", detail: "new note")]
  }

  /// Notes say where they are, or when they changed; equal ones in one place say both.
  private func rows(of matches: [TitleSearch.Match]) -> [PickerRow] {
    zip(matches, context.details(of: matches)).map { match, detail in
      PickerRow(
        id: match.isNotebook ? Self.id(.notebooks, match.id) : match.id,
        title: match.title.isEmpty ? "Untitled" : match.title, detail: detail,
        matches: match.emphasis)
    }
  }

  package var hasPreview: Bool { true }

  package func noteId(of row: PickerRow) -> String? {
    let isOther = row.id.first.flatMap(Scope.init(rawValue:)) != nil || row.id == Self.newId
    return isOther ? nil : row.id
  }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    if row.id == Self.newId { return chooseText(text) }
    stop()
    let name = String(row.id.dropFirst())
    switch row.id.first.flatMap(Scope.init(rawValue:)) {
    case .tags: return .close(then: [.show(.tag(name), filter: "")])
    case .notebooks:
      let notebook = notebooks.notebooks.paths.first { $0.notebook.id == name }?.notebook
      let source = Source.notebook(id: name, title: notebook?.title ?? row.title)
      return .close(then: [.show(source, filter: "")])
    case .actions: return .close(then: [.run(name)])
    case .recent, .notes, nil: return .close(then: [.open(id: row.id, line: nil)])
    }
  }

  package func chooseText(_ text: String) -> PickerOutcome {
    guard !text.isEmpty, scope == .notes else { return .stay }
    stop()
    return .close(then: [.create(titled: text)])
  }

  package func cancelled() { stop() }

  private func stop() {
    titles.stop()
    tags.stop()
    notebooks.stop()
  }
}
