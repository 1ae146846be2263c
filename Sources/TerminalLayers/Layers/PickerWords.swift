import TerminalUI

/// The whole of a selected sentence, below rows that cut it.
struct PickerWords {
  /// The selected row; nil for none.
  let row: PickerRow?

  /// The rows that a sentence may take.
  private static let rowCount = 3
  /// The fewest rows of choices above it.
  private static let choiceCount = 4

  /// Divides the cells of a picker.
  ///
  /// - Parameter area: The cells of its rows.
  /// - Returns: What is left to the rows, and the cells of the sentence; none where there is no
  ///   room.
  static func areas(in area: Rect) -> (rows: Rect, words: Rect) {
    let room = area.rows - choiceCount
    let (rows, words) = area.splitBottom(room < rowCount ? 0 : rowCount)
    return (rows, words)
  }

  /// Draws the sentence, if its row is too short for it.
  @MainActor func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let row, rect.rows > 0 else { return }
    let detail = TextWidth.columns(of: row.detail)
    let room = rect.columns - 1 - (detail == 0 ? 0 : detail + 2)
    guard TextWidth.columns(of: row.title) > room else { return }
    surface.drawWrapped(
      row.title, in: rect.inset(left: 1, right: 1), style: frame.style("ui.text.dim"))
  }
}
