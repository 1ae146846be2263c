/// Notebooks to choose from, and a new one by its name when none matches.
@MainActor package final class NotebookChooser: PickerSource {
  private let notebooks: FixedRows
  private let create: @MainActor (String) -> Void
  private var text = ""

  package init(_ notebooks: FixedRows, create: @escaping @MainActor (String) -> Void) {
    self.notebooks = notebooks
    self.create = create
  }

  package var rows: [PickerRow] {
    let rows = notebooks.rows
    let isKnown = rows.contains {
      $0.title.drop(while: \.isWhitespace).lowercased() == text.lowercased()
    }
    guard !text.isEmpty, !rows.isEmpty, !isKnown else { return rows }
    return rows + [PickerRow(id: Self.newID, title: "Create “\(text)”", detail: "new notebook")]
  }
  private static let newID = "+"
  package var emptyText: String { "Enter creates the notebook “\(text)”." }

  package func update(text: String) {
    self.text = text
    notebooks.update(text: text)
  }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    row.id == Self.newID ? chooseText(text) : notebooks.choose(row, text: text)
  }

  package func chooseText(_ text: String) -> PickerOutcome {
    guard !text.isEmpty else { return .stay }
    create(text)
    return .close
  }
}
