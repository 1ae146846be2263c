import MarfaSDK
import NoteFiles
import TerminalUI

/// How a merge is drawn: both sides, and what the decisions make of them.
extension MergeView {
  package func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    surface.fill(rect, style: frame.style("ui.text"))
    let (head, rest) = rect.splitTop(1)
    surface.drawLine(headline, in: head, style: frame.style("ui.title.focus"), frame)
    let (body, foot) = rest.splitBottom(1)
    surface.drawLine(keys, in: foot, style: frame.style("ui.help.text"), frame)
    let (sides, lower) = body.splitTop(Self.sideRows(of: body.rows))
    drawSides(in: sides, on: &surface, frame)
    drawResult(in: lower, on: &surface, frame)
    if frame.isFocused, editing == nil {
      surface.cursor = Point(column: 1, row: sides.minRow + 1)
    }
  }

  /// The rows of both sides together: what is decided about needs more of them than the result.
  static func sideRows(of rows: Int) -> Int { rows * 3 / 5 }

  private var headline: String {
    let count = subject.places.count
    let name = subject.title.isEmpty ? "" : " · “\(subject.title)”"
    let field =
      switch place.field {
      case "body": ""
      case MergeSubject.trashField: " · trash"
      default: " · \(place.field)"
      }
    let next = count > 1 ? " (] [)" : ""
    return " Conflict \(decision.current + 1) of \(count)\(next), \(decision.open) unresolved"
      + field + name
  }

  /// The keys fit into 80 columns.
  private var keys: String {
    if editing != nil { return " Esc keep what you wrote   Ctrl-C discard it" }
    let both = place.isText ? "b both  " : ""
    let edit = place.isWritable ? "e edit  " : ""
    return " m mine  t theirs  \(both)\(edit)M T all  u undo  o old  Enter save  Esc later"
  }

  private func drawSides(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let isWide = rect.columns >= 100
    let (first, second) =
      isWide ? rect.splitLeft(rect.columns / 2) : rect.splitTop(rect.rows / 2)
    drawSide(
      subject.mineLabel, place.marked(\.mine, frame.glyphs), .mine, in: first, "conflict.mine",
      on: &surface, frame)
    if showsOriginal {
      drawSide("original", place.base, nil, in: second, "conflict.base", on: &surface, frame)
    } else {
      drawSide(
        subject.theirsLabel, place.marked(\.theirs, frame.glyphs), .theirs, in: second,
        "conflict.theirs", on: &surface, frame)
    }
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
