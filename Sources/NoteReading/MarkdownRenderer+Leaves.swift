import TerminalUI

// MARK: - Leaves

extension MarkdownRenderer {
  mutating func emit(_ lines: [LineWrapper.Line]) {
    builder.emit(lines) { reference, span in
      inlines.place(reference, span: span)
    }
  }

  mutating func textBlock(_ event: MarkdownTree.Event) {
    if event.isEntering {
      let isHeading = event.kind == .heading
      let style = isHeading ? styles.headings[min(6, max(1, event.level)) - 1] : baseStyle
      inlines.begin(style: baseStyle.overlaid(with: style), sourceLine: line(event))
      isCollecting = true
      return
    }
    isCollecting = false
    let spans = inlines.finish()
    builder.beginBlock()
    if event.kind == .heading {
      heading(event, spans)
    } else {
      emit(LineWrapper.wrap(spans, width: builder.availableWidth))
    }
    builder.setGap(!isTight)
  }

  private mutating func heading(_ event: MarkdownTree.Event, _ spans: [InlineSpan]) {
    let title = spans.map { span in
      if case .text(let text) = span.content { SafeText.visible(text) } else { " " }
    }
    builder.addHeading(level: event.level, title: title.joined(), sourceLine: line(event))
    let style = styles.headings[min(6, max(1, event.level)) - 1]
    let hashes = StyledRun(String(repeating: "#", count: event.level) + " ", style: style)
    let indent = StyledRun(String(repeating: " ", count: event.level + 1))
    builder.push(first: hashes, rest: indent)
    emit(LineWrapper.wrap(spans, width: builder.availableWidth))
    builder.pop(sourceLine: line(event))
  }

  mutating func codeBlock(_ event: MarkdownTree.Event) {
    builder.beginBlock()
    let bar = StyledRun(glyphs.code, style: styles.tableBorder)
    let first = line(event) + (event.isFenced ? 1 : 0)
    builder.push(first: bar, rest: bar)
    if !event.language.isEmpty {
      emitLiteral(event.language, style: styles.language, sourceLine: line(event))
    }
    var lines = event.literal.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (index, text) in lines.enumerated() {
      emitLiteral(String(text), style: styles.codeBlock, sourceLine: first + index)
    }
    builder.pop(sourceLine: first)
    builder.setGap(!isTight)
  }

  /// Puts a line as it is; what is too long goes on below, marked.
  private mutating func emitLiteral(_ text: String, style: Style, sourceLine: Int) {
    let safe = SafeText.visible(text)
    let width = builder.availableWidth
    let mark = width > 8 ? glyphs.wrappedCode : ""
    let inner = width - SafeText.columns(of: mark)
    let chunks = SafeText.chunks(safe, columns: inner, first: width)
    for (index, chunk) in chunks.enumerated() {
      var line = LineWrapper.Line(sourceLine: sourceLine)
      if index > 0, !mark.isEmpty {
        line.pieces.append(LineWrapper.Piece(text: mark, width: 2, style: styles.tableBorder))
      }
      if !chunk.isEmpty {
        let columns = SafeText.columns(of: chunk)
        line.pieces.append(LineWrapper.Piece(text: chunk, width: columns, style: style))
      }
      emit([line])
    }
  }

  mutating func htmlBlock(_ event: MarkdownTree.Event) {
    builder.beginBlock()
    let lines = event.literal.split(separator: "\n", omittingEmptySubsequences: true)
    for (index, text) in lines.enumerated() {
      emitLiteral(String(text), style: styles.html, sourceLine: line(event) + index)
    }
    builder.setGap(!isTight)
  }

  mutating func rule(_ event: MarkdownTree.Event) {
    builder.beginBlock()
    let width = builder.availableWidth
    let text = String(repeating: glyphs.rule, count: width)
    var rule = LineWrapper.Line(sourceLine: line(event))
    rule.pieces = [LineWrapper.Piece(text: text, width: width, style: styles.rule)]
    emit([rule])
    builder.setGap(!isTight)
  }

}

// MARK: - Footnotes

extension MarkdownRenderer {
  mutating func addFootnotes() {
    builder.setGap(true)
    for (index, reference) in inlines.references.enumerated() where !reference.spans.isEmpty {
      guard case .address(let address) = reference.target, address != reference.text else {
        continue
      }
      builder.beginBlock()
      let number = inlines.footnoteNumbers[index] ?? 0
      let label = StyledRun("[\(number)] ", style: styles.address)
      let indent = StyledRun(String(repeating: " ", count: label.text.utf8.count))
      builder.push(first: label, rest: indent)
      emitLiteral(address, style: styles.address, sourceLine: 1)
      builder.pop(sourceLine: 1)
    }
  }
}
