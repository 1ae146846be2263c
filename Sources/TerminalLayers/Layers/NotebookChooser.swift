/// Notebooks to choose from, and a new one by its name when none matches.
///
/// With a slash in it the text is matched with their paths, and names no new one.
@MainActor package final class NotebookChooser: PickerSource {
  private let titles: FixedRows
  private let paths: FixedRows
  private let create: @MainActor (String) -> Void
  private var text = ""

  /// Offers the notebooks by title, by path once a slash is typed, and to create what is typed.
  ///
  /// - Parameters:
  ///   - titles: The notebooks by their titles, in the order of the tree.
  ///   - paths: The same by their paths.
  ///   - create: Called with the name of a new one, after the picker closed.
  package init(
    titles: FixedRows, paths: FixedRows, create: @escaping @MainActor (String) -> Void
  ) {
    self.titles = titles
    self.paths = paths
    self.create = create
  }

  private var isPath: Bool { text.contains("/") }

  private var notebooks: FixedRows { isPath ? paths : titles }

  package var rows: [PickerRow] {
    let rows = notebooks.rows
    let isKnown = rows.contains {
      $0.title.drop(while: \.isWhitespace).lowercased() == text.lowercased()
    }
    guard !text.isEmpty, !isPath, !rows.isEmpty, !isKnown else { return rows }
    return rows + [PickerRow(id: Self.newId, title: "Create “\(text)”", detail: "new notebook")]
  }
  private static let newId = "+"

  package var invitation: String { "type to filter, or a new notebook" }
  package var emptyText: String {
    isPath ? "No notebook at “\(text)”." : "Enter creates the notebook “\(text)”."
  }

  package func update(text: String) {
    self.text = text
    // A path that is still being typed ends with a slash now and then.
    notebooks.update(text: isPath && text.last == "/" ? String(text.dropLast()) : text)
  }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    row.id == Self.newId ? chooseText(text) : notebooks.choose(row, text: text)
  }

  package func chooseText(_ text: String) -> PickerOutcome {
    guard !text.isEmpty, !isPath else { return .stay }
    create(text)
    return .close()
  }
}
