import TerminalUI

/// Gives columns of a table their widths and puts cells next to each other.
struct TableLayout {
  /// A row: the text of each cell, and where it comes from.
  struct Row {
    var cells: [[InlineSpan]]
    var sourceLine: Int
    var isHeader: Bool
  }

  let alignments: [TextAlignment]
  let rows: [Row]
  let glyphs: MarkdownGlyphs
  let styles: MarkdownStyles

  /// Columns below this make cells unreadable; the table is then shown as a list.
  static let minimumColumnWidth = 4

  /// The table in lines of at most some columns.
  func lines(width: Int) -> [LineWrapper.Line] {
    let count = max(alignments.count, rows.map(\.cells.count).max() ?? 0)
    guard count > 0 else { return [] }
    let separators = (count - 1) * SafeText.columns(of: glyphs.columnSeparator)
    let widths = Self.columnWidths(
      widestOfColumns(count, Self.width), words: widestOfColumns(count, Self.longestWord),
      available: width - separators)
    guard let widths else { return listLines(width: width) }
    var result: [LineWrapper.Line] = []
    for row in rows {
      result += lines(of: row, widths: widths)
      if row.isHeader { result.append(rule(widths, sourceLine: row.sourceLine)) }
    }
    return result
  }

  /// The widths of columns: their own where there is room, else the widest are cut to one level,
  /// but none below its longest word while all words fit.
  ///
  /// - Parameters:
  ///   - natural: What each column wants.
  ///   - words: The longest word of each column, at most what it wants.
  ///   - available: The sum that there is.
  /// - Returns: A width for each column, or nil when even the least widths do not fit.
  static func columnWidths(_ natural: [Int], words: [Int], available: Int) -> [Int]? {
    var least = natural.map { min($0, minimumColumnWidth) }
    guard least.reduce(0, +) <= available else { return nil }
    guard natural.reduce(0, +) > available else { return natural }
    let whole = zip(least, words).map { max($0, $1) }
    if whole.reduce(0, +) <= available { least = whole }
    func widths(at level: Int) -> [Int] { zip(natural, least).map { max($1, min($0, level)) } }
    var low = minimumColumnWidth
    var high = natural.max() ?? minimumColumnWidth
    while low < high {
      let level = (low + high + 1) / 2
      if widths(at: level).reduce(0, +) <= available { low = level } else { high = level - 1 }
    }
    var widths = widths(at: low)
    var rest = available - widths.reduce(0, +)
    for index in widths.indices where rest > 0 && widths[index] < natural[index] {
      widths[index] += 1
      rest -= 1
    }
    return widths
  }

  private func widestOfColumns(_ count: Int, _ width: ([InlineSpan]) -> Int) -> [Int] {
    (0..<count).map { column in
      let widths = rows.map { row in column < row.cells.count ? width(row.cells[column]) : 0 }
      return max(1, widths.max() ?? 1)
    }
  }

  /// The columns of the longest run without a space, whatever its styles.
  private static func longestWord(of spans: [InlineSpan]) -> Int {
    var text = ""
    for span in spans {
      if case .text(let part) = span.content { text += part } else { text += " " }
    }
    return SafeText.visible(text).split(separator: " ").map(unbreakableColumns).max() ?? 0
  }

  /// The columns of a word; of one with wide characters, those of one, since it breaks at each.
  private static func unbreakableColumns(_ word: Substring) -> Int {
    let isWide = !SafeText.isPlain(word) && word.contains { TextWidth.columns(of: $0) == 2 }
    return isWide ? 2 : SafeText.columns(of: word)
  }

  private static func width(of spans: [InlineSpan]) -> Int {
    spans.reduce(0) { sum, span in
      if case .text(let text) = span.content {
        sum + SafeText.columns(of: SafeText.visible(text))
      } else {
        sum + 1
      }
    }
  }

  // MARK: - Rows

  private func lines(of row: Row, widths: [Int]) -> [LineWrapper.Line] {
    let cells = widths.indices.map { column in
      let spans = column < row.cells.count ? row.cells[column] : []
      return LineWrapper.wrap(spans, width: widths[column])
    }
    let height = max(1, cells.map(\.count).max() ?? 1)
    return (0..<height).map { index in
      var line = LineWrapper.Line(sourceLine: row.sourceLine)
      for column in widths.indices {
        if column > 0 { add(glyphs.columnSeparator, styles.tableBorder, to: &line) }
        let part = index < cells[column].count ? cells[column][index] : nil
        let isLast = column == widths.count - 1
        add(part, width: widths[column], alignment(column), isLast: isLast, to: &line)
      }
      trimEnd(of: &line)
      return line
    }
  }

  private func trimEnd(of line: inout LineWrapper.Line) {
    while let last = line.pieces.last, last.reference == nil {
      let kept = String(last.text.reversed().drop { $0 == " " }.reversed())
      let cut = last.text.count - kept.count
      line.width -= cut
      if !kept.isEmpty {
        line.pieces[line.pieces.count - 1].text = kept
        line.pieces[line.pieces.count - 1].width -= cut
        return
      }
      line.pieces.removeLast()
    }
  }

  private func alignment(_ column: Int) -> TextAlignment {
    column < alignments.count ? alignments[column] : .leading
  }

  private func add(
    _ part: LineWrapper.Line?, width: Int, _ alignment: TextAlignment, isLast: Bool,
    to line: inout LineWrapper.Line
  ) {
    if part == nil, isLast { return }
    let space = width - (part?.width ?? 0)
    let before = alignment.leadingSpace(of: space)
    add(String(repeating: " ", count: before), .plain, to: &line)
    for piece in part?.pieces ?? [] {
      line.pieces.append(piece)
      line.width += piece.width
    }
    if !isLast { add(String(repeating: " ", count: space - before), .plain, to: &line) }
  }

  private func add(_ text: String, _ style: Style, to line: inout LineWrapper.Line) {
    guard !text.isEmpty else { return }
    let width = SafeText.columns(of: text)
    line.pieces.append(LineWrapper.Piece(text: text, width: width, style: style))
    line.width += width
  }

  private func rule(_ widths: [Int], sourceLine: Int) -> LineWrapper.Line {
    var line = LineWrapper.Line(sourceLine: sourceLine)
    let parts = widths.map { String(repeating: glyphs.rule, count: $0) }
    add(parts.joined(separator: glyphs.crossing), styles.tableBorder, to: &line)
    return line
  }

  // MARK: - As a list

  /// Each row as lines `header: cell`, where columns do not fit next to each other or are not
  /// wanted.
  func listLines(width: Int) -> [LineWrapper.Line] {
    let header = rows.first { $0.isHeader }
    var result: [LineWrapper.Line] = []
    for row in rows where !row.isHeader || rows.count == 1 {
      if !result.isEmpty { result.append(LineWrapper.Line(sourceLine: row.sourceLine)) }
      for (column, cell) in row.cells.enumerated() {
        let title = header.flatMap { column < $0.cells.count ? $0.cells[column] : nil } ?? []
        let colon = InlineSpan(
          content: .text(": "), style: styles.tableHeader, sourceLine: row.sourceLine)
        let isPlainRow = row.isHeader || title.isEmpty
        result += LineWrapper.wrap(isPlainRow ? cell : title + [colon] + cell, width: width)
      }
    }
    return result
  }
}
