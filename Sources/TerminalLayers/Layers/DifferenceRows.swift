import MarfaSDK
import TerminalUI

/// A difference of two texts as rows of a width: long stretches that are the same are left out.
struct DifferenceRows: Hashable {
  /// How many lines around a change are shown.
  private static let context = 3

  /// The rows from the top.
  private(set) var rows: [StyledText] = []

  /// Lays a difference out.
  ///
  /// - Parameters:
  ///   - difference: The difference.
  ///   - columns: The width.
  ///   - frame: How removed and added words look; without colours they are in `[-…-]` and `{+…+}`.
  @MainActor init(_ difference: WordDifference, columns: Int, _ frame: Frame) {
    let lines = difference.lines
    var left = 0
    for index in lines.indices {
      if lines[index].isSame, !Self.isNearChange(index, lines) {
        left += 1
        continue
      }
      if left > 0 { add(left, frame) }
      left = 0
      add(lines[index], columns: columns, frame)
    }
    if left > 0 { add(left, frame) }
  }

  private static func isNearChange(_ index: Int, _ lines: [WordDifference.Line]) -> Bool {
    let first = max(0, index - context)
    let end = min(lines.count, index + context + 1)
    return lines[first..<end].contains { !$0.isSame }
  }

  @MainActor private mutating func add(_ count: Int, _ frame: Frame) {
    let words = count == 1 ? "1 line is the same" : "\(count) lines are the same"
    rows.append(
      StyledText("  \(frame.glyphs.ellipsis) \(words)", style: frame.style("ui.text.dim")))
  }

  @MainActor private mutating func add(
    _ line: WordDifference.Line, columns: Int, _ frame: Frame
  ) {
    let mark = Self.mark(of: line)
    let room = max(1, columns - 2)
    var row = StyledText(mark + " ", style: Self.style(of: mark, frame))
    var width = 0
    for piece in line.pieces {
      var rest = Self.text(of: piece, mark, frame)[...]
      while !rest.isEmpty {
        var part = Self.prefix(of: rest, columns: room - width)
        if part.isEmpty, width == 0 { part = rest.prefix(1) }
        if part.isEmpty {
          rows.append(row)
          row = StyledText("  ")
          width = 0
          continue
        }
        row.append(String(part), style: Self.style(of: piece.kind, mark, frame))
        width += TextWidth.columns(of: part)
        rest = rest[part.endIndex...]
      }
    }
    rows.append(row)
  }

  /// What is shown of a piece; words that changed within a line get signs where no colour tells
  /// them apart.
  @MainActor private static func text(
    of piece: WordDifference.Piece, _ mark: String, _ frame: Frame
  ) -> String {
    let text = TextWidth.visible(piece.text)
    let isColored = [frame.style("diff.minus.word"), frame.style("diff.plus.word")]
      .allSatisfy { $0.foreground != nil || $0.background != nil }
    guard mark == "~", !isColored || frame.isPlain else { return text }
    switch piece.kind {
    case .same: return text
    case .removed: return "[-\(text)-]"
    case .added: return "{+\(text)+}"
    }
  }

  /// As much of a text as fits.
  private static func prefix(of text: Substring, columns: Int) -> Substring {
    var width = 0
    var end = text.startIndex
    while end < text.endIndex {
      width += TextWidth.columns(of: text[end])
      if width > columns { break }
      end = text.index(after: end)
    }
    return text[..<end]
  }

  private static func mark(of line: WordDifference.Line) -> String {
    if line.isSame { return " " }
    let kinds = Set(line.pieces.map(\.kind))
    if kinds == [.removed] { return "-" }
    if kinds == [.added] { return "+" }
    return "~"
  }

  @MainActor private static func style(of mark: String, _ frame: Frame) -> Style {
    switch mark {
    case "-": frame.style("diff.minus.word")
    case "+": frame.style("diff.plus.word")
    default: frame.style("diff.context")
    }
  }

  @MainActor private static func style(
    of kind: WordDifference.Kind, _ mark: String, _ frame: Frame
  ) -> Style {
    switch (kind, mark) {
    case (.same, " "): frame.style("diff.context")
    case (.same, _): frame.style("ui.text")
    case (.removed, "-"): frame.style("diff.minus")
    case (.added, "+"): frame.style("diff.plus")
    case (.removed, _): frame.style("diff.minus.word")
    case (.added, _): frame.style("diff.plus.word")
    }
  }
}
