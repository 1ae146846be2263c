import TerminalUI

/// A piece of a line that is not wrapped at words.
struct InlinePiece: Hashable {
  /// Free of controls.
  var text: String
  var style: Style
}

// MARK: - Code

extension MarkdownRenderer {
  /// Lines of code on a background from edge to edge, or after a bar where the theme has none.
  mutating func codeBlock(_ event: MarkdownTree.Event) {
    builder.beginBlock()
    let isFilled = styles.codeBlock.background != nil
    let mark = options.isPlain ? "  " : isFilled ? " " : glyphs.code
    let edge = StyledRun(mark, style: isFilled ? styles.codeBlock : styles.tableBorder)
    let first = line(event) + (event.isFenced ? 1 : 0)
    builder.push(
      first: edge, rest: edge, suffix: isFilled ? StyledRun(" ", style: styles.codeBlock) : nil)
    if !event.language.isEmpty { languageLabel(event.language, sourceLine: line(event)) }
    var lines = event.literal.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    var lexer = CodeLanguage.named(event.language).map(CodeLexer.init)
    for (index, text) in lines.enumerated() {
      let safe = SafeText.visible(String(text))
      emitLiteral(
        pieces(of: safe, lexer?.tokens(of: safe) ?? []), sourceLine: first + index,
        fill: styles.codeBlock)
    }
    builder.pop(sourceLine: first)
    builder.setGap(!isTight)
  }

  /// The name of the language, at the right where code has a background.
  private mutating func languageLabel(_ language: String, sourceLine: Int) {
    let label = TextWidth.truncated(
      SafeText.visible(language), to: builder.availableWidth, ellipsis: glyphs.ellipsis)
    let isFilled = styles.codeBlock.background != nil
    let room = isFilled ? builder.availableWidth - SafeText.columns(of: label) : 0
    emitLiteral(
      [
        InlinePiece(text: String(repeating: " ", count: max(0, room)), style: styles.codeBlock),
        InlinePiece(text: label, style: styles.codeBlock.overlaid(with: styles.language)),
      ], sourceLine: sourceLine, fill: styles.codeBlock)
  }

  private func pieces(of line: String, _ tokens: [CodeLexer.Token]) -> [InlinePiece] {
    var pieces: [InlinePiece] = []
    var position = 0
    let bytes = Array(line.utf8)
    func add(_ range: Range<Int>, _ style: Style) {
      guard !range.isEmpty else { return }
      pieces.append(
        InlinePiece(
          text: String(decoding: bytes[range], as: UTF8.self),
          style: styles.codeBlock.overlaid(with: style)))
    }
    for token in tokens {
      add(position..<token.range.lowerBound, .plain)
      add(token.range, style(of: token.kind))
      position = token.range.upperBound
    }
    add(position..<bytes.count, .plain)
    return pieces
  }

  private func style(of kind: CodeLexer.Kind) -> Style {
    switch kind {
    case .plain: .plain
    case .keyword: styles.keyword
    case .string: styles.string
    case .number: styles.number
    case .comment: styles.comment
    }
  }

  /// Puts pieces on a line; what is too long goes on below, marked.
  ///
  /// - Parameters:
  ///   - pieces: Free of controls.
  ///   - sourceLine: The line of the text.
  ///   - fill: The style of the rest of the line, if it has a background.
  mutating func emitLiteral(
    _ pieces: [InlinePiece], sourceLine: Int, fill: Style = .plain
  ) {
    let width = builder.availableWidth
    let mark = width > 8 ? glyphs.wrappedCode : ""
    let inner = width - SafeText.columns(of: mark)
    var line = LineWrapper.Line(sourceLine: sourceLine)
    var isFull = false
    for piece in pieces {
      let room = isFull ? 0 : width - line.width
      for (index, chunk) in SafeText.chunks(piece.text, columns: inner, first: room).enumerated() {
        if index > 0 {
          emit([filled(line, fill)])
          line = LineWrapper.Line(sourceLine: sourceLine)
          if !mark.isEmpty { Self.place(mark, styles.tableBorder, on: &line) }
        }
        Self.place(chunk, piece.style, on: &line)
      }
      isFull = line.width >= width
    }
    emit([filled(line, fill)])
  }

  private func filled(_ line: LineWrapper.Line, _ fill: Style) -> LineWrapper.Line {
    guard fill.background != nil else { return line }
    var line = line
    let rest = builder.availableWidth - line.width
    Self.place(String(repeating: " ", count: max(0, rest)), fill, on: &line)
    return line
  }

  private static func place(_ text: String, _ style: Style, on line: inout LineWrapper.Line) {
    guard !text.isEmpty else { return }
    let width = SafeText.columns(of: text)
    line.pieces.append(LineWrapper.Piece(text: text, width: width, style: style))
    line.width += width
  }
}
