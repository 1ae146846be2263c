import MarfaSDK
import Operations
import Workbench

/// A list that only the server has, narrowed by what is typed.
@MainActor package final class ServerRows<Element: Sendable>: PickerSource {
  /// What the server answered, or did not.
  package typealias Answer = SharedOperation<QueryState<[Element], any Error>>

  private let answer: Answer
  private let context: Context
  private let nothingText: String
  private let row: @MainActor (Element) -> PickerRow
  private let chosen: @MainActor (PickerRow) -> Void
  private var text = ""

  /// Offers what the server answers.
  ///
  /// - Parameters:
  ///   - answer: The question, which is asked now.
  ///   - context: What it gets of the application.
  ///   - emptyText: What to say when the server has none.
  ///   - row: How one is shown.
  ///   - chosen: Called with the chosen row.
  package init(
    _ answer: Answer, context: Context, emptyText: String,
    row: @escaping @MainActor (Element) -> PickerRow,
    chosen: @escaping @MainActor (PickerRow) -> Void
  ) {
    (self.answer, self.context, nothingText) = (answer, context, emptyText)
    (self.row, self.chosen) = (row, chosen)
  }

  private var standing: ServerStanding {
    ServerStanding(
      answer.state, hasAnswer: answer.wrappedValue != nil, relativeTime: context.relativeTime)
  }

  package var rows: [PickerRow] {
    FuzzyRows.matching((answer.wrappedValue ?? []).map { row($0) }, text)
  }

  package var emptyText: String {
    if let absence = standing.absence { return absence }
    guard answer.wrappedValue?.isEmpty == true else { return "Nothing matches." }
    return nothingText + (standing.remark.map { " (\($0))" } ?? "")
  }

  package var remark: String { standing.remark ?? "" }

  package func update(text: String) { self.text = text }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    chosen(row)
    return .stay
  }
}
