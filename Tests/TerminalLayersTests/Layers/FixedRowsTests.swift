import TerminalLayers
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct FixedRowsTests {
  @Test func `an empty list and a list without matches have different texts`() {
    let headings = [PickerRow(id: "1", title: "North"), PickerRow(id: "2", title: "South")]
    let some = FixedRows(headings, emptyText: "No headings.", unmatchedText: "No such one.") { _ in
    }
    let none = FixedRows([], emptyText: "No headings.", unmatchedText: "No such one.") { _ in }

    some.update(text: "zzz")
    none.update(text: "zzz")

    #expect(some.rows.isEmpty && some.emptyText == "No such one.")
    #expect(none.rows.isEmpty && none.emptyText == "No headings.")
    some.update(text: "nor")
    #expect(some.rows.map(\.id) == ["1"])
  }

  /// The titles of a few actions that match a text.
  private func titles(for text: String) -> Set<String> {
    let titles = [
      "Change sort order", "Step back, or say how to quit", "Show earlier versions",
      "Go to the trash", "Save the filter as a search",
    ]
    let rows = FixedRows(titles.map { PickerRow(id: $0, title: $0) }) { _ in }
    rows.update(text: text)
    return Set(rows.rows.map(\.title))
  }

  @Test func `next to titles that hold a word, those with only its letters are left out`() {
    #expect(titles(for: "sort") == ["Change sort order"])
    #expect(titles(for: "SORT ord") == ["Change sort order"])
    #expect(titles(for: "trash") == ["Go to the trash"])
    #expect(titles(for: "sort trash").isEmpty)
  }

  @Test func `letters in their order find a title where none holds the word, and short ones do`() {
    #expect(titles(for: "chord") == ["Change sort order"])
    #expect(titles(for: "gtt") == ["Go to the trash"])
    #expect(
      titles(for: "so") == [
        "Change sort order", "Step back, or say how to quit", "Show earlier versions",
      ])
    #expect(titles(for: "^go tra") == ["Go to the trash"])
  }
}
