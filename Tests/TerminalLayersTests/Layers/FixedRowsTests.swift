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
}
