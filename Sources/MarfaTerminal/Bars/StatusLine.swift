import NoteFiles
import TerminalLayers
import TerminalUI
import Workbench

/// The line above the key bar: mode and place, the latest message, and what concerns the store.
package struct StatusLine {
  /// The text of the right status cell when everything is saved.
  static let stored = "stored on this machine"

  /// The line that the editor asks for, in place of all else.
  var prompt: EditorPromptLine?
  /// The word for the editor's mode.
  var mode: String?
  /// The latest message.
  var message: MessageLog.Message?
  /// The key that shows all messages whole; nil where keys mean something else.
  var messagesKey: String?
  /// Where the person is.
  var place: String
  /// What is to know of the store; empty where `sync` says it.
  var store: String
  /// How the notes stand with their server; nil for notes without one.
  var sync: SyncStatus?

  /// Draws mode and place at the left, a message in the middle, the state of the store at the
  /// right.
  ///
  /// A message takes the room of the right cell, but none of what concerns a server.
  @MainActor func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    if let prompt { return prompt.render(in: rect, on: &surface, frame) }
    surface.fill(rect, style: frame.style("ui.statusline"))
    let style = frame.style("ui.statusline")
    var rect = rect
    if let sync {
      let cells = SyncCells(
        sync, unsaved: store, now: frame.now, columns: rect.columns, glyphs: frame.glyphs)
      let start = cells.render(in: rect, on: &surface, frame)
      (rect, _) = rect.splitLeft(max(0, start - rect.minColumn - 1))
    }
    var column = rect.minColumn + 1
    if let mode {
      column = surface.draw(
        mode, at: Point(column: column, row: rect.minRow), clip: rect,
        style: style.overlaid(with: frame.style("ui.statusline.mode")))
      column += 2
    }
    if let message {
      drawMessage(message, from: column, in: rect, on: &surface, frame)
      return
    }
    drawPlace(from: column, in: rect, on: &surface, style: style, frame)
  }

  @MainActor private func drawPlace(
    from column: Int, in rect: Rect, on surface: inout Surface, style: Style, _ frame: Frame
  ) {
    let (left, right) = (place, sync == nil ? store : "")
    // A field of one width, so that only what differs is sent.
    let width = max(TextWidth.columns(of: right), Self.stored.utf8.count)
    // That all is well gives way to what the left would lose a word of.
    let least = right == Self.stored ? TextWidth.columns(of: left) + 1 : 8
    let hasRight = sync == nil && rect.maxColumn - width - 1 > column + max(8, least)
    let room = Rect(
      column: column, row: rect.minRow,
      columns: max(0, rect.maxColumn - column - 1 - (hasRight ? width + 2 : 0)), rows: 1)
    surface.draw(
      TextWidth.truncated(
        left, to: room.columns, ellipsis: frame.glyphs.ellipsis),
      at: room.origin, clip: room, style: style)
    if hasRight {
      surface.draw(
        right, at: Point(column: rect.maxColumn - width - 1, row: rect.minRow), clip: rect,
        style: style)
    }
  }

  @MainActor private func drawMessage(
    _ message: MessageLog.Message, from column: Int, in rect: Rect, on surface: inout Surface,
    _ frame: Frame
  ) {
    let scope = message.severity == .error ? "ui.message.error" : "ui.message"
    let room = Rect(
      column: column, row: rect.minRow, columns: rect.maxColumn - column - 1, rows: 1)
    let style = frame.style("ui.statusline")
    let isWhole = TextWidth.columns(of: message.text) <= room.columns
    let key = isWhole ? "" : messagesKey.map { " \($0)" } ?? ""
    let column = surface.draw(
      TextWidth.truncated(
        message.text, to: max(0, room.columns - TextWidth.columns(of: key)),
        ellipsis: frame.glyphs.ellipsis),
      at: room.origin, clip: room, style: style.overlaid(with: frame.style(scope)))
    surface.draw(
      key, at: Point(column: column, row: rect.minRow), clip: room,
      style: style.overlaid(with: frame.style("ui.help.key")))
  }
}
