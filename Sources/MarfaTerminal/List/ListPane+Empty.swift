import NoteFiles
import TerminalLayers
import TerminalUI

/// What a list without notes says.
extension ListPane {
  /// Whether there are no notes because of the filter.
  package var isEmptyByFilter: Bool { !filter.isEmpty && !isBeingRead && window.count == 0 }

  /// What is not there, and what to do; one place may not be all of them.
  var emptyText: String {
    guard !filter.isEmpty else { return fetchingText ?? source.emptyText }
    let missing = missing?.sentences(renamed: context.memory.newName(ofTag:)) ?? ""
    guard source != .all else {
      let server = context.sync.queries == nil ? "" : " :search.server asks the server."
      return "No notes match `\(filter)`. \(missing)Esc clears the filter, n creates one.\(server)"
    }
    let keys = context.settings.keymap.keys(for: "go.search", in: keyContext).first
    return "Nothing in \(source.title) matches `\(filter)`. \(missing)Esc clears the filter, "
      + "\(keys?.displayName ?? ":go.search") searches all notes, n creates one."
  }

  /// Why nothing is there yet, while the server's notes come for the first time; nil where none of
  /// them would be.
  private var fetchingText: String? {
    source == .conflicts || source == .refused ? nil : context.sync.status?.fetchingWords
  }

  func drawEmpty(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    guard !isAwaited, window.error == nil else { return }
    surface.drawWrapped(
      emptyText, in: area.inset(left: 1, right: 1), style: frame.style("ui.text.dim"))
  }

  /// Says why rows are missing, where the first of them would be.
  func drawError(in area: Rect, on surface: inout Surface, _ frame: Frame) {
    guard let error = window.error else { return }
    let missing = cursor.visible.first { window[$0] == nil }
    guard window.count == 0 || window.isStale || missing != nil else { return }
    let top = window.count == 0 ? 0 : missing.map { ($0 - cursor.top) * rowHeight } ?? 0
    surface.drawWrapped(
      "The list cannot be read: \(ErrorText.sentence(for: error))",
      in: area.inset(left: 1, top: top, right: 1), style: frame.style("ui.message.error"))
  }

  /// How many notes there are; nothing while that is not known.
  var countText: String {
    let isUnread = window.error != nil && (window.isStale || window.count == 0)
    return isAwaited || isUnread ? "" : text(of: window.listedCount)
  }

  /// The number of rows, and a plus while others that were found are still being read.
  package var rowCountText: String { text(of: window.count) }

  private func text(of count: Int) -> String { "\(count)\(window.isCutOff ? "+" : "")" }
}
