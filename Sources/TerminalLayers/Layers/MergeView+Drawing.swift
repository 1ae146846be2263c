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
    for (side, area) in zip(sides(frame), layout.sides) {
      draw(side, in: area, on: &surface, frame)
    }
    drawResult(in: layout.lower, on: &surface, frame)
    if frame.isFocused, editing == nil, let first = layout.sides.first {
      surface.cursor = Point(column: 1, row: first.minRow + 1)
    }
  }

  // MARK: - Places

  /// Where the sides are and what comes of them.
  struct Layout: Hashable {
    var sides: [Rect]
    var lower: Rect
  }

  /// One state of the place: this side's, the other's, or that before both.
  private struct Side {
    var name: String
    var text: String
    /// The decision for it; nil for what cannot be chosen.
    var choice: MergeDecision.Choice?
    var scope: String
  }

  /// What is shown above the result.
  private func sides(_ frame: Frame) -> [Side] {
    let mine = Side(
      name: subject.mineLabel, text: place.marked(\.mine, frame.glyphs), choice: .mine,
      scope: "conflict.mine")
    let theirs = Side(
      name: subject.theirsLabel, text: place.marked(\.theirs, frame.glyphs), choice: .theirs,
      scope: "conflict.theirs")
    let original = Side(name: "old", text: place.base, choice: nil, scope: "conflict.base")
    return showsOriginal ? [mine, theirs, original] : [mine, theirs]
  }

  /// The sides have the rows that they need, at most three fifths of all; the result has the rest.
  func layout(in rect: Rect, _ frame: Frame) -> Layout {
    let body = rect.inset(top: 1, bottom: 1)
    let texts = sides(frame).map(\.text)
    let most = body.rows * 3 / 5
    guard rect.columns < 100 else {
      let column = body.splitLeft(body.columns / texts.count).left
      let needed = texts.map { Self.rows(of: $0, in: column, most: most) }.max() ?? 0
      let (upper, lower) = body.splitTop(min(needed, most))
      return Layout(sides: Self.columns(texts.count, of: upper), lower: lower)
    }
    let needed = texts.map { Self.rows(of: $0, in: body, most: most) }
    let (upper, lower) = body.splitTop(min(needed.reduce(0, +), most))
    var rest = upper
    let sides = Self.shares(of: rest.rows, among: needed).map { rows in
      let (side, others) = rest.splitTop(rows)
      rest = others
      return side
    }
    return Layout(sides: sides, lower: lower)
  }

  private static func columns(_ count: Int, of rect: Rect) -> [Rect] {
    var rest = rect
    return (1...count).reversed().map { left in
      let (column, others) = rest.splitLeft(rest.columns / left)
      rest = others
      return column
    }
  }

  /// The rows of each side: what one does not need of its share the others have.
  private static func shares(of rows: Int, among needed: [Int]) -> [Int] {
    var shares = needed
    var left = rows
    let order = needed.indices.sorted { needed[$0] < needed[$1] }
    for (place, index) in order.enumerated() {
      shares[index] = min(needed[index], left / (order.count - place))
      left -= shares[index]
    }
    return shares
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

  private func draw(_ side: Side, in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let (head, body) = rect.inset(left: 1, right: 1).splitTop(1)
    let chosen = decision.choices[decision.current]
    let isTaken = side.choice != nil && (chosen == side.choice || chosen == .both)
    surface.drawLine(
      isTaken ? "\(side.name): chosen" : side.name, in: head,
      style: frame.style("ui.title").overlaid(with: frame.style(side.scope)), frame)
    guard !side.text.isEmpty else {
      return surface.drawLine("(nothing)", in: body, style: frame.style("ui.text.dim"), frame)
    }
    surface.drawWrapped(side.text, in: body, style: frame.style(side.scope))
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
