import Editor
import TerminalLayers
import TerminalUI

/// The editor's own line of input, or its question, on the row of the status line.
@MainActor struct EditorPromptLine {
  private let label: String
  private let text: String
  private let trailing: String

  /// The line that is open; nil when the editor asks for nothing.
  init?(_ editor: Editor) {
    if let prompt = editor.prompt {
      label = Self.label(of: prompt.kind)
      text = prompt.text
      let facts = Self.facts(of: prompt)
      trailing = editor.isSearching ? facts + "  searching …" : facts
    } else if let question = editor.confirmation {
      label = "Replace \"\(question.pattern.source)\" with \"\(question.template)\"? "
      text = ""
      trailing = "y yes  n no  a all  q quit   \(question.number) of \(question.total)"
    } else {
      return nil
    }
  }

  /// Draws the line with the cursor after what was typed.
  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let style = frame.style("ui.prompt")
    let hint = style.overlaid(with: frame.style("ui.prompt.hint"))
    surface.fill(rect, style: style)
    let width = min(TextWidth.columns(of: trailing), max(0, rect.columns - 12))
    let room = Rect(
      column: rect.minColumn + 1, row: rect.minRow, columns: max(1, rect.columns - width - 4),
      rows: 1)
    let shownLabel = TextWidth.truncated(
      label, to: max(1, room.columns - 1), ellipsis: frame.glyphs.ellipsis)
    var column = surface.draw(shownLabel, at: room.origin, clip: room, style: hint)
    column = surface.draw(
      end(of: text, columns: room.maxColumn - column - 1),
      at: Point(column: column, row: rect.minRow), clip: room, style: style)
    surface.draw(
      TextWidth.truncated(trailing, to: width, ellipsis: frame.glyphs.ellipsis),
      at: Point(column: rect.maxColumn - width - 1, row: rect.minRow), clip: rect, style: hint)
    guard frame.isFocused else { return }
    surface.cursor = Point(column: column, row: rect.minRow)
    surface.isCursorVisible = true
  }

  /// The end of a text that is too long for its room: there the cursor is.
  private func end(of text: String, columns: Int) -> String {
    let shown = TextWidth.visible(text)
    var (start, width) = (shown.endIndex, 0)
    while start > shown.startIndex {
      let before = shown.index(before: start)
      width += TextWidth.columns(of: shown[before])
      if width > columns { break }
      start = before
    }
    return String(shown[start...])
  }

  private static func label(of kind: EditorPrompt.Kind) -> String {
    switch kind {
    case .searchForward: "/"
    case .searchBackward: "?"
    case .find: "replace: "
    case .replacement: "with: "
    }
  }

  private static func facts(of prompt: EditorPrompt) -> String {
    if let problem = prompt.problem { return problem }
    var facts: [String] = []
    if prompt.isRegex { facts.append("regex") }
    if let sensitive = prompt.isCaseSensitive { facts.append(sensitive ? "case" : "any case") }
    if let matches = prompt.matches, matches.total > 0 || matches.isComplete {
      facts.append(sentence(for: matches))
    }
    return facts.joined(separator: "  ")
  }

  private static func sentence(for matches: MatchCount) -> String {
    if matches.total == 0 { return "no match" }
    if matches.current > 0 { return "\(matches.current) of \(count(matches))" }
    return matches.total == 1 && matches.isComplete ? "1 match" : "\(count(matches)) matches"
  }

  private static func count(_ matches: MatchCount) -> String {
    matches.isComplete ? String(matches.total) : "\(matches.total)+"
  }
}
