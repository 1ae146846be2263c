import TerminalUI

/// Puts lines below each other, each after the bars and indents of the blocks around it.
struct DocumentBuilder {
  /// The document so far, without links.
  private(set) var document = RenderedDocument()
  /// A block that others are in: a quote or an item.
  private struct Container {
    /// Before its first line.
    var first: StyledRun
    /// Before its other lines.
    var rest: StyledRun
    /// At the right edge of each line, if it is a box.
    var suffix: StyledRun?
    var width: Int
    var isBegun = false
  }

  private var containers: [Container] = []
  /// The containers whose prefix is drawn; there are at most as many as half the columns.
  private var drawn: [Int] = []
  private var prefixWidth = 0
  private let options: RenderOptions
  /// Whether an empty line comes before the next block.
  private var isGapDue = false
  /// How many containers surround both the block before the gap and the one after it.
  private var gapDepth = 0
  private var lastSourceLine = 1

  init(options: RenderOptions) { self.options = options }

  /// The columns left next to the bars and indents; at least 1.
  var availableWidth: Int { max(1, options.width - prefixWidth) }
  /// The index of the next line, not counting a gap that may come before it.
  var lineCount: Int { document.lines.count }
  /// Whether as many lines as were asked for are there.
  var isFull: Bool { options.maximumLines.map { lineCount >= $0 } ?? false }

  // MARK: - Containers

  /// Opens a container; where the text would get too narrow its prefix is left out.
  mutating func push(first: StyledRun, rest: StyledRun, suffix: StyledRun? = nil) {
    let width =
      SafeText.columns(of: first.text) + (suffix.map { SafeText.columns(of: $0.text) } ?? 0)
    let limit = options.width - min(options.width, max(8, options.width / 2))
    if prefixWidth + width > limit {
      containers.append(Container(first: StyledRun(""), rest: StyledRun(""), suffix: nil, width: 0))
    } else {
      drawn.append(containers.count)
      containers.append(Container(first: first, rest: rest, suffix: suffix, width: width))
      prefixWidth += width
    }
  }

  /// Closes the innermost container; one without a line gets one with its sign alone.
  mutating func pop(sourceLine: Int) {
    if let last = containers.last, !last.isBegun, !last.first.text.isEmpty {
      emit([LineWrapper.Line(sourceLine: sourceLine)])
    }
    discard()
  }

  /// Closes the innermost container, which needs no line.
  mutating func discard() {
    guard let last = containers.popLast() else { return }
    prefixWidth -= last.width
    if drawn.last == containers.count { drawn.removeLast() }
    gapDepth = min(gapDepth, containers.count)
  }

  // MARK: - Lines

  /// Asks for an empty line before the next block, or for none.
  mutating func setGap(_ isDue: Bool) {
    isGapDue = isDue
    gapDepth = containers.count
  }

  /// Puts the empty line that is due.
  mutating func beginBlock() {
    guard isGapDue else { return }
    isGapDue = false
    guard !document.lines.isEmpty else { return }
    let around = drawn.prefix { $0 < gapDepth }
    let runs = around.map { containers[$0].rest }
    append(closed(trimmed(runs), by: around), sourceLine: lastSourceLine)
  }

  /// Puts lines after the prefix.
  ///
  /// - Parameters:
  ///   - lines: Lines not wider than `availableWidth`.
  ///   - place: Called with the place of each piece of a link.
  mutating func emit(
    _ lines: [LineWrapper.Line],
    place: (_ reference: Int, _ span: RenderedLink.Span) -> Void = { _, _ in }
  ) {
    for line in lines {
      var runs = nextPrefix()
      var column = leadingWidth
      for piece in line.pieces {
        if let reference = piece.reference {
          let span = RenderedLink.Span(line: lineCount, columns: column..<column + piece.width)
          place(reference, span)
        }
        runs.append(StyledRun(piece.text, style: piece.style))
        column += piece.width
      }
      let whole = line.pieces.isEmpty ? trimmed(runs) : runs
      append(closed(whole, by: drawn[...]), sourceLine: line.sourceLine)
    }
  }

  /// Puts blank lines for an image after the prefix.
  mutating func addPicture(_ address: String, _ area: PictureArea, sourceLine: Int) {
    let area = area.fitted(into: availableWidth)
    document.pictures.append(
      RenderedPicture(address: address, line: lineCount, column: leadingWidth, area: area))
    emit(Array(repeating: LineWrapper.Line(sourceLine: sourceLine), count: area.rows))
  }

  /// The column at which text begins.
  var leadingWidth: Int {
    drawn.reduce(0) { $0 + SafeText.columns(of: containers[$1].rest.text) }
  }

  /// A line with the right edges of the boxes around it.
  private func closed(_ runs: [StyledRun], by around: ArraySlice<Int>) -> [StyledRun] {
    let edges = around.compactMap { containers[$0].suffix }
    guard !edges.isEmpty else { return runs }
    let width = runs.reduce(0) { $0 + SafeText.columns(of: $1.text) }
    let room = edges.reduce(options.width - width) { $0 - SafeText.columns(of: $1.text) }
    let space = room > 0 ? [StyledRun(String(repeating: " ", count: room))] : []
    return runs + space + edges.reversed()
  }

  private mutating func nextPrefix() -> [StyledRun] {
    var runs: [StyledRun] = []
    for index in drawn {
      let run = containers[index].isBegun ? containers[index].rest : containers[index].first
      containers[index].isBegun = true
      runs.append(run)
    }
    return runs
  }

  private func trimmed(_ runs: [StyledRun]) -> [StyledRun] {
    var runs = runs
    while let last = runs.last {
      let kept = last.text.reversed().drop { $0 == " " }
      if kept.isEmpty {
        runs.removeLast()
      } else {
        runs[runs.count - 1].text = String(kept.reversed())
        break
      }
    }
    return runs
  }

  private mutating func append(_ runs: [StyledRun], sourceLine: Int) {
    guard !isFull else {
      document.isTruncated = true
      return
    }
    lastSourceLine = max(lastSourceLine, sourceLine)
    document.lines.append(RenderedLine(runs: runs, sourceLine: lastSourceLine))
  }

  // MARK: - Marks

  /// Notes a heading whose first line comes next.
  mutating func addHeading(level: Int, title: String, sourceLine: Int) {
    document.headings.append(
      RenderedHeading(level: level, title: title, sourceLine: sourceLine, line: lineCount))
  }

  /// Notes a task whose first line comes next.
  mutating func addTask(isDone: Bool, sourceLine: Int) {
    document.tasks.append(RenderedTask(isDone: isDone, sourceLine: sourceLine, line: lineCount))
  }

  /// The document with its links put where they belong.
  func finished(references: [RenderedLink]) -> RenderedDocument {
    var result = document
    for reference in references where !reference.spans.isEmpty {
      guard reference.spans[0].line < lineCount else { continue }
      if case .tag = reference.target {
        result.tags.append(reference)
      } else {
        result.links.append(reference)
      }
    }
    // The words of a paragraph are searched for links when its Markdown has been read.
    result.links.sort(by: Self.isBefore)
    result.tags.sort(by: Self.isBefore)
    result.headings.removeAll { $0.line >= lineCount }
    result.tasks.removeAll { $0.line >= lineCount }
    return result
  }

  /// Whether a link is read before another; both have a place.
  private static func isBefore(_ one: RenderedLink, _ other: RenderedLink) -> Bool {
    let (first, second) = (one.spans[0], other.spans[0])
    return (first.line, first.columns.lowerBound) < (second.line, second.columns.lowerBound)
  }
}
