import TerminalUI

/// Breaks running text into lines at spaces, where `LineBreak` allows it, and within words that are
/// wider than a line: an address then begins a line, and is broken at its signs.
struct LineWrapper {
  /// A piece placed on a line.
  struct Piece: Hashable {
    var text: String
    var width: Int
    var style: Style
    var reference: Int?
  }

  /// A line of pieces.
  struct Line: Hashable {
    var pieces: [Piece] = []
    var width = 0
    var sourceLine: Int
  }

  /// What may not be torn apart, with the space before it.
  private struct Word {
    var space: Piece?
    var pieces: [Piece] = []
    var width = 0
    var sourceLine = 0

    /// Empties the word and keeps its memory.
    mutating func reset() {
      space = nil
      pieces.removeAll(keepingCapacity: true)
      width = 0
    }
  }

  private let width: Int
  private var lines: [Line] = []
  private var line: Line?
  private var word = Word()
  /// The first code point of the cluster before; 0 after a space.
  private var previous: UInt32 = 0

  private init(width: Int) { self.width = max(1, width) }

  /// Wraps spans.
  ///
  /// - Parameters:
  ///   - spans: The text; runs of spaces count as one.
  ///   - width: Columns of a line, at least 1.
  /// - Returns: The lines, at least one unless there is no span; none is wider than the width.
  static func wrap(_ spans: [InlineSpan], width: Int) -> [Line] {
    var wrapper = LineWrapper(width: width)
    for span in spans {
      switch span.content {
      case .text(let text): wrapper.add(SafeText.visible(text), of: span)
      case .lineBreak: wrapper.breakLine(span.sourceLine)
      }
    }
    wrapper.endWord()
    if let last = wrapper.line { wrapper.lines.append(last) }
    return wrapper.lines
  }

  // MARK: - Words

  private mutating func add(_ text: String, of span: InlineSpan) {
    var rest = text[...]
    // By clusters: a space with a mark on it is no space.
    while let first = rest.first {
      if first == " " {
        let spaces = rest.prefix { $0 == " " }
        rest = rest.dropFirst(spaces.count)
        addSpace(span)
      } else {
        let part = rest.prefix { $0 != " " }
        rest = rest[part.endIndex...]
        addPart(part, of: span)
      }
    }
  }

  private mutating func addSpace(_ span: InlineSpan) {
    endWord()
    previous = 0
    word.space = Piece(text: " ", width: 1, style: span.style, reference: span.reference)
  }

  private mutating func addPart(_ part: Substring, of span: InlineSpan) {
    if SafeText.isPlain(part), previous < 0x80 {
      previous = part.utf8.last.map(UInt32.init) ?? previous
      return append(String(part), width: part.utf8.count, of: span)
    }
    var text = ""
    var columns = 0
    for cluster in part {
      let value = cluster.unicodeScalars.first?.value ?? 0
      if LineBreak.isAllowedBeyondASCII(previous, value) {
        append(text, width: columns, of: span)
        endWord()
        (text, columns) = ("", 0)
      }
      text.append(cluster)
      columns += TextWidth.columns(of: cluster)
      previous = value
    }
    append(text, width: columns, of: span)
  }

  private mutating func append(_ text: String, width: Int, of span: InlineSpan) {
    guard !text.isEmpty else { return }
    if word.pieces.isEmpty { word.sourceLine = span.sourceLine }
    word.pieces.append(
      Piece(text: text, width: width, style: span.style, reference: span.reference))
    word.width += width
  }

  // MARK: - Lines

  private mutating func endWord() {
    // A space without a word waits: the word may come in the next span.
    guard !word.pieces.isEmpty else { return }
    defer { word.reset() }
    var current = takeLine()
    let isFirst = current.pieces.isEmpty
    let space = isFirst ? nil : word.space
    if current.width + (space?.width ?? 0) + word.width <= width {
      if let space { Self.place(space, on: &current) }
      for piece in word.pieces { Self.place(piece, on: &current) }
      line = current
    } else if word.width <= width {
      if !isFirst { lines.append(current) }
      var next = Line(sourceLine: word.sourceLine)
      for piece in word.pieces { Self.place(piece, on: &next) }
      line = next
    } else {
      line = current
      breakWord(space)
    }
  }

  /// The line being filled, taken out so that it is changed in place and not copied.
  private mutating func takeLine() -> Line {
    defer { line = nil }
    return line ?? Line(sourceLine: word.sourceLine)
  }

  /// Spreads a word that is wider than a line over several.
  private mutating func breakWord(_ space: Piece?) {
    var current = takeLine()
    let isAddress = word.pieces.contains { $0.text.contains("://") }
    if let space, !isAddress, current.width + space.width < width {
      Self.place(space, on: &current)
    } else if !current.pieces.isEmpty {
      lines.append(current)
      current = Line(sourceLine: word.sourceLine)
    }
    for piece in word.pieces {
      let chunks = SafeText.wordChunks(piece.text, columns: width, first: width - current.width)
      for (index, chunk) in chunks.enumerated() {
        if index > 0 {
          lines.append(current)
          current = Line(sourceLine: word.sourceLine)
        }
        var part = piece
        (part.text, part.width) = (chunk, SafeText.columns(of: chunk))
        if !chunk.isEmpty { Self.place(part, on: &current) }
      }
    }
    line = current
  }

  private mutating func breakLine(_ sourceLine: Int) {
    endWord()
    word = Word()
    previous = 0
    lines.append(line ?? Line(sourceLine: sourceLine))
    line = Line(sourceLine: sourceLine + 1)
  }

  private static func place(_ piece: Piece, on line: inout Line) {
    if let last = line.pieces.last, last.style == piece.style, last.reference == piece.reference {
      let width = piece.width - SafeText.columnsShared(by: last.text, piece.text)
      line.pieces[line.pieces.count - 1].text += piece.text
      line.pieces[line.pieces.count - 1].width += width
      line.width += width
    } else {
      line.pieces.append(piece)
      line.width += piece.width
    }
  }
}
