import MarfaSDK
import NoteFiles
import TerminalUI

/// How a merge is drawn: both sides, and what the decisions make of them.
extension MergeView {
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let layout = layout(in: rect, frame)
    surface.drawLine(
      headline(columns: rect.columns), in: rect.splitTop(1).top,
      style: frame.style("ui.title.focus"), frame)
    surface.drawLine(
      keys(columns: rect.columns), in: rect.splitBottom(1).bottom,
      style: frame.style("ui.help.text"), frame)
    let texts = sideTexts(frame)
    drawSide(
      subject.mineLabel, texts.first, .mine, in: layout.first, "conflict.mine", on: &surface, frame)
    if showsOriginal {
      drawSide(
        "original", texts.second, nil, in: layout.second, "conflict.base", on: &surface, frame)
    } else {
      drawSide(
        subject.theirsLabel, texts.second, .theirs, in: layout.second, "conflict.theirs",
        on: &surface, frame)
    }
    drawResult(in: layout.lower, on: &surface, frame)
    if frame.isFocused, editing == nil {
      surface.cursor = Point(column: 1, row: layout.first.minRow + 1)
    }
  }

  // MARK: - Places

  /// Where both sides are and what comes of them.
  struct Layout: Hashable {
    var first, second, lower: Rect
  }

  /// The sides have the rows that they need, at most three fifths of all; the result has the rest.
  func layout(in rect: Rect, _ frame: Frame) -> Layout {
    let body = rect.inset(top: 1, bottom: 1)
    let texts = sideTexts(frame)
    let most = body.rows * 3 / 5
    guard rect.columns < 100 else {
      let (left, right) = body.splitLeft(body.columns / 2)
      let needed = max(
        Self.rows(of: texts.first, in: left, most: most),
        Self.rows(of: texts.second, in: right, most: most))
      let (sides, lower) = body.splitTop(min(needed, most))
      let (first, second) = sides.splitLeft(sides.columns / 2)
      return Layout(first: first, second: second, lower: lower)
    }
    let one = Self.rows(of: texts.first, in: body, most: most)
    let other = Self.rows(of: texts.second, in: body, most: most)
    let (sides, lower) = body.splitTop(min(one + other, most))
    // What one side does not need of its half the other one has.
    let half = sides.rows / 2
    let rows = one <= half ? one : max(half, sides.rows - other)
    let (first, second) = sides.splitTop(rows)
    return Layout(first: first, second: second, lower: lower)
  }

  /// The rows of a side with its name and an empty one; not counted further than anybody needs.
  private static func rows(of text: String, in rect: Rect, most: Int) -> Int {
    let wrap = WordWrap(columns: max(1, rect.columns - 2))
    var rows = 2
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      guard rows < most else { break }
      rows += wrap.rows(of: String(line)).count
    }
    // The end of the last line is no line of its own.
    return text.hasSuffix("\n") ? rows - 1 : rows
  }

  /// What both sides show.
  private func sideTexts(_ frame: Frame) -> (first: String, second: String) {
    (
      place.marked(\.mine, frame.glyphs),
      showsOriginal ? place.base : place.marked(\.theirs, frame.glyphs)
    )
  }

  // MARK: - Parts

  private func headline(columns: Int) -> String {
    let count = subject.places.count
    let name = subject.title.isEmpty ? "" : " · “\(subject.title)”"
    let field =
      switch place.field {
      case "body": ""
      case MergeSubject.trashField: " · trash"
      default: " · \(place.field)"
      }
    let number = decision.current + 1
    guard columns >= 60 else {
      return " Conflict \(number)/\(count), \(decision.open) open" + field + name
    }
    let next = count > 1 ? " (] [)" : ""
    return " Conflict \(number) of \(count)\(next), \(decision.open) unresolved" + field + name
  }

  private func drawSide(
    _ name: String, _ text: String, _ choice: MergeDecision.Choice?, in rect: Rect,
    _ scope: String, on surface: inout Surface, _ frame: Frame
  ) {
    let (head, body) = rect.inset(left: 1, right: 1).splitTop(1)
    let chosen = decision.choices[decision.current]
    let isTaken = choice != nil && (chosen == choice || chosen == .both)
    surface.drawLine(
      isTaken ? "\(name): chosen" : name, in: head,
      style: frame.style("ui.title").overlaid(with: frame.style(scope)), frame)
    surface.drawWrapped(text, in: body, style: frame.style(scope))
  }

  private func drawResult(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let (head, body) = rect.inset(left: 1, right: 1).splitTop(1)
    if let editing {
      surface.drawLine("your words", in: head, style: frame.style("ui.title"), frame)
      return editing.render(in: body, on: &surface, frame)
    }
    surface.drawLine("result", in: head, style: frame.style("ui.title"), frame)
    surface.drawWrapped(resultHere, in: body, style: frame.style("ui.text"))
  }

  /// The result from two lines before the place that is decided now.
  private var resultHere: Substring {
    let (text, offset) = subject.result(at: decision.current, decision.choices)
    return text.lines(around: offset)
  }
}

extension MergeSubject.Place {
  /// A side with the words marked that contradict the other's, unless all of them do.
  func marked(
    _ side: KeyPath<ThreeWayMerge.WordHunk, String>, _ glyphs: GlyphSet
  ) -> String {
    let whole = side == \ThreeWayMerge.WordHunk.mine ? mine : theirs
    guard words.count > 1 else { return whole }
    let (open, close) = glyphs.isASCII ? ("<<", ">>") : ("«", "»")
    return words.reduce(into: "") { text, word in
      let part = word[keyPath: side]
      text += word.isConflict ? open + part + close : part
    }
  }
}

extension String {
  /// The text from two lines before the line that begins at an offset.
  fileprivate func lines(around offset: Int) -> Substring {
    var start = utf8.index(startIndex, offsetBy: offset)
    for _ in 0..<3 {
      guard let end = utf8[..<start].lastIndex(of: UInt8(ascii: "\n")) else { return self[...] }
      start = end
    }
    return self[utf8.index(after: start)...]
  }
}
