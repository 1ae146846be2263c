import MarfaSDK
import Workbench

/// Where a picker's rows come from.
@MainActor package protocol PickerSource: AnyObject {
  /// The rows for the text that was last given, best first.
  var rows: [PickerRow] { get }

  /// What to say when there is no row.
  var emptyText: String { get }

  /// What typing does, in the empty field.
  var invitation: String { get }

  /// What to say of the rows at the foot of the box; empty for nothing.
  var remark: String { get }

  /// Whether the rows have not been read yet, so that nothing can be chosen of them.
  var isReading: Bool { get }

  /// Waits until the rows are there, or cannot be read.
  func finishReading() async

  /// The picker is about to be drawn.
  func prepare()

  /// The text in the picker's field changed.
  func update(text: String)

  /// The row was chosen; what becomes of the picker.
  func choose(_ row: PickerRow, text: String) -> PickerOutcome

  /// Enter was pressed while there is no row.
  func chooseText(_ text: String) -> PickerOutcome

  /// A row became the selected one, as when moving through themes shows them.
  func preview(_ row: PickerRow)

  /// Whether rows stand for notes, of which there is something to see next to them.
  var hasPreview: Bool { get }

  /// The note that a row stands for; nil for anything else.
  func noteId(of row: PickerRow) -> String?

  /// The picker was left without choosing.
  func cancelled()
}

extension PickerSource {
  package var emptyText: String { "Nothing matches." }
  package var invitation: String { "type to filter" }
  package var remark: String { "" }
  package var isReading: Bool { false }
  package func finishReading() async {}
  package func prepare() {}
  package func chooseText(_ text: String) -> PickerOutcome { .stay }
  package func preview(_ row: PickerRow) {}
  package var hasPreview: Bool { false }
  package func noteId(of row: PickerRow) -> String? { nil }
  package func cancelled() {}
}

/// What becomes of a picker after a choice.
package enum PickerOutcome {
  /// It is closed, then the choice takes effect.
  case close(then: [Effect] = [])
  /// It stays open, its text kept.
  case stay
  /// It stays open, its text cleared.
  case clear
}

/// Rows that are all known, narrowed by fuzzy matching of their titles.
@MainActor package final class FixedRows: PickerSource {
  private let all: [PickerRow]
  private var text = ""
  /// The rows for the text; nil while nobody has asked for them.
  private var narrowed: [PickerRow]?
  private let nothingText: String
  private let unmatchedText: String
  private let previewed: @MainActor (PickerRow) -> Void
  private let chosen: @MainActor (PickerRow) -> Void
  private let left: @MainActor () -> Void

  /// Offers rows that are known from the start, narrowed by what is typed.
  ///
  /// - Parameters:
  ///   - rows: All rows, in the order for an empty text.
  ///   - emptyText: What to say when there are none.
  ///   - unmatchedText: What to say when none matches the typed text.
  ///   - preview: Called when a row becomes the selected one.
  ///   - cancelled: Called when none was chosen.
  ///   - chosen: Called with the chosen row, after the picker closed.
  package init(
    _ rows: [PickerRow], emptyText: String = "Nothing matches.",
    unmatchedText: String = "Nothing matches.",
    preview: @escaping @MainActor (PickerRow) -> Void = { _ in },
    cancelled: @escaping @MainActor () -> Void = {},
    chosen: @escaping @MainActor (PickerRow) -> Void
  ) {
    all = rows
    nothingText = emptyText
    self.unmatchedText = unmatchedText
    previewed = preview
    left = cancelled
    self.chosen = chosen
  }

  package var emptyText: String { all.isEmpty ? nothingText : unmatchedText }

  package var rows: [PickerRow] {
    if let narrowed { return narrowed }
    let rows = FuzzyRows.matching(all, text)
    narrowed = rows
    return rows
  }

  package func update(text: String) {
    self.text = text
    narrowed = nil
  }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    chosen(row)
    return .close()
  }

  package func preview(_ row: PickerRow) { previewed(row) }
  package func cancelled() { left() }
}
