/// One row of the screen: a part of a line.
struct VisualRow: Hashable, Sendable {
  /// The bytes of the text that it shows.
  var range: Range<Int>
  /// Columns it is indented by, for hanging indents.
  var indent: Int
  /// The segment of the line that it was cut from.
  var segment: Range<Int>
  /// Whether it is the last row of its line.
  var endsLine: Bool
}

/// The text as rows of a given width, computed for the lines that are asked for only.
struct TextLayout {
  let buffer: TextBuffer
  let breaks: LongLineBreaks
  /// Columns of a row; one more is free at its right for the cursor and a hanging space.
  let width: Int
  let tabWidth: Int

  /// The part of a line, short enough to lay out at once, that holds an offset.
  func segment(at offset: Int) -> Range<Int> {
    breaks.segment(of: buffer.lineRange(around: offset), at: offset)
  }

  /// The rows of a segment, at least one.
  func rows(of segment: Range<Int>) -> [VisualRow] {
    if segment.count <= width, isPlain(segment) {
      // A short line of ASCII is one row whatever is in it.
      let endsLine = self.endsLine(segment)
      return [VisualRow(range: segment, indent: 0, segment: segment, endsLine: endsLine)]
    }
    let text = buffer.text(in: segment)
    let isLineStart = buffer.isLineStart(segment.lowerBound)
    var breaker = RowBreaker(width: width, hanging: isLineStart ? hangingIndent(text) : 0)
    feed(text, to: &breaker)
    let endsLine = self.endsLine(segment)
    let rows = breaker.finish()
    return rows.enumerated().map { index, row in
      VisualRow(
        range: segment.lowerBound + row.range.lowerBound..<segment.lowerBound
          + row.range.upperBound,
        indent: row.indent, segment: segment, endsLine: endsLine && index == rows.count - 1)
    }
  }

  private func endsLine(_ segment: Range<Int>) -> Bool {
    segment.upperBound == buffer.byteCount || buffer.isLineBreak(at: segment.upperBound)
  }

  /// Whether a text is printable ASCII only, each byte one column.
  private func isPlain(_ range: Range<Int>) -> Bool {
    buffer.visitChunks(in: range) { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7f } }
  }

  /// The row that shows an offset.
  func row(at offset: Int) -> VisualRow {
    let rows = rows(of: segment(at: offset))
    return rows.last { $0.range.lowerBound <= offset } ?? rows[0]
  }

  /// The rows from the one that shows an offset downwards.
  func rows(from offset: Int, count: Int) -> [VisualRow] {
    var result: [VisualRow] = []
    var segment = segment(at: offset)
    while result.count < count {
      let rows = rows(of: segment)
      let first = result.isEmpty ? rows.lastIndex { $0.range.lowerBound <= offset } ?? 0 : 0
      result += rows[first...].prefix(count - result.count)
      guard let next = self.segment(after: segment) else { break }
      segment = next
    }
    return result
  }

  /// The rows above the one that shows an offset, from the highest to the nearest.
  func rows(before offset: Int, count: Int) -> [VisualRow] {
    var segment = segment(at: offset)
    // From the nearest upwards, so that no row is moved for those above it.
    var result = Array(
      rows(of: segment).prefix { $0.range.upperBound <= offset && $0.range.lowerBound < offset }
        .suffix(count).reversed())
    while result.count < count, let previous = self.segment(before: segment) {
      segment = previous
      result += rows(of: segment).suffix(count - result.count).reversed()
    }
    return result.reversed()
  }

  /// The segment below one, or nil at the end.
  private func segment(after segment: Range<Int>) -> Range<Int>? {
    if segment.upperBound >= buffer.byteCount { return nil }
    let next =
      buffer.isLineBreak(at: segment.upperBound)
      ? buffer.nextLineStart(after: segment.upperBound) : segment.upperBound
    return self.segment(at: next)
  }

  /// The segment above one, or nil at the start.
  private func segment(before segment: Range<Int>) -> Range<Int>? {
    let start = segment.lowerBound
    if start == 0 { return nil }
    if buffer.isLineStart(start) {
      return self.segment(at: buffer.lineRange(around: start - 1).upperBound)
    }
    return self.segment(at: buffer.offset(before: start))
  }

  /// The columns that the rows below the first are indented by: to the text of a list or quote.
  private func hangingIndent(_ text: String) -> Int {
    let prefix = LinePrefix(text)
    let columns = prefix.columns(tabWidth: tabWidth)
    return columns <= width / 2 ? columns : 0
  }

  /// Hands the clusters of a text to the breaker; runs of ASCII without making characters of them.
  private func feed(_ text: String, to breaker: inout RowBreaker) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return false }
      for byte in bytes { breaker.add(UInt32(byte), bytes: 1, columns: 1) }
      return true
    }
    if isPlain { return }
    for character in text {
      let columns = ClusterWidth.columns(of: character, at: breaker.column, tabWidth: tabWidth)
      breaker.add(
        ClusterWidth.breakingScalar(of: character), bytes: character.utf8.count,
        columns: min(columns, max(1, width)))
    }
  }
}

// MARK: - Columns

extension TextLayout {
  /// The column of an offset in a row, its indent included.
  func column(of offset: Int, in row: VisualRow) -> Int {
    var column = row.indent
    var position = row.range.lowerBound
    for character in buffer.text(in: row.range) {
      if position >= offset { break }
      column += ClusterWidth.columns(of: character, at: column, tabWidth: tabWidth)
      position += character.utf8.count
    }
    return column
  }

  /// The offset of the cluster that covers a column of a row; its end when it is shorter.
  func offset(atColumn target: Int, in row: VisualRow) -> Int {
    var column = row.indent
    var position = row.range.lowerBound
    for character in buffer.text(in: row.range) {
      column += ClusterWidth.columns(of: character, at: column, tabWidth: tabWidth)
      if column > target { return position }
      position += character.utf8.count
    }
    if row.endsLine || position == row.range.lowerBound { return position }
    // The end of a row that is continued belongs to the next one.
    return buffer.offset(before: position)
  }
}
