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
      beginText(event)
    } else if openingCallout != nil {
      endCalloutTitle(sourceLine: line(event))
      isCollecting = false
      _ = inlines.finish()
    } else {
      endText(event)
    }
  }

  private mutating func beginText(_ event: MarkdownTree.Event) {
    isCollecting = true
    if let callout = openingCallout {
      return inlines.begin(
        style: callout.style, sourceLine: line(event), skipping: callout.markLength)
    }
    let isHeading = event.kind == .heading
    let style = isHeading ? styles.headings[min(6, max(1, event.level)) - 1] : baseStyle
    inlines.begin(
      style: baseStyle.overlaid(with: style), sourceLine: line(event), skipping: boxLength)
    boxLength = 0
  }

  private mutating func endText(_ event: MarkdownTree.Event) {
    isCollecting = false
    let spans = inlines.finish()
    // A callout may have nothing but a title in its first paragraph, a paragraph only a comment.
    guard !spans.isEmpty || event.kind == .heading else { return }
    if isShownTitle(event, spans) { return isTitleLeftOut = true }
    builder.beginBlock()
    if event.kind == .heading {
      heading(event, spans)
    } else if let embed = soleEmbed(in: spans) {
      show(embed, sourceLine: line(event))
    } else {
      emit(LineWrapper.wrap(spans, width: builder.availableWidth))
      showPictures(of: spans, sourceLine: line(event))
    }
    builder.setGap(!isTight)
  }

  /// Shows the images of a paragraph that consists of images alone.
  private mutating func showPictures(of spans: [InlineSpan], sourceLine: Int) {
    guard !options.pictures.isEmpty, !options.isPlain else { return }
    var shown: [Int] = []
    var addresses: [String] = []
    for span in spans {
      if let reference = span.reference,
        case .image(let address) = inlines.references[reference].target
      {
        if !shown.contains(reference) { addresses.append(address) }
        shown.append(reference)
      } else if case .text(let text) = span.content, !text.allSatisfy(\.isWhitespace) {
        return
      }
    }
    for address in addresses {
      guard let area = options.pictures[address] else { continue }
      builder.addPicture(address, area, sourceLine: sourceLine)
    }
  }

  /// Whether a heading begins the text and says the title, which is shown above it already.
  private func isShownTitle(_ event: MarkdownTree.Event, _ spans: [InlineSpan]) -> Bool {
    guard let title = options.shownTitle, event.kind == .heading, builder.lineCount == 0,
      !isTitleLeftOut, lists.isEmpty, callouts.isEmpty
    else { return false }
    // What leads somewhere stays.
    return spans.allSatisfy { $0.reference == nil }
      && Self.title(of: spans) == SafeText.visible(title)
  }

  /// The words of a heading.
  private static func title(of spans: [InlineSpan]) -> String {
    let parts = spans.map { span in
      if case .text(let text) = span.content { SafeText.visible(text) } else { " " }
    }
    return parts.joined()
  }

  private mutating func heading(_ event: MarkdownTree.Event, _ spans: [InlineSpan]) {
    builder.addHeading(
      level: event.level, title: Self.title(of: spans), sourceLine: line(event))
    // A heading without words still parts what is above it from what is below.
    emit(
      spans.isEmpty
        ? [LineWrapper.Line(sourceLine: line(event))]
        : LineWrapper.wrap(spans, width: builder.availableWidth))
  }

  mutating func htmlBlock(_ event: MarkdownTree.Event) {
    builder.beginBlock()
    let lines = event.literal.split(separator: "\n", omittingEmptySubsequences: true)
    for (index, text) in lines.enumerated() {
      emitLiteral(String(text), style: styles.html, sourceLine: line(event) + index)
    }
    builder.setGap(!isTight)
  }

  /// Puts a line as it is; what is too long goes on below, marked.
  mutating func emitLiteral(_ text: String, style: Style, sourceLine: Int) {
    emitLiteral([InlinePiece(text: SafeText.visible(text), style: style)], sourceLine: sourceLine)
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
  /// A footnote, which the parser puts after all else, in the order of the references.
  mutating func footnote(_ event: MarkdownTree.Event) {
    guard event.isEntering else {
      builder.pop(sourceLine: line(event))
      return builder.setGap(false)
    }
    if footnoteCount == 0 {
      builder.setGap(true)
      builder.beginBlock()
      let width = min(builder.availableWidth, 12)
      let text = String(repeating: glyphs.rule, count: width)
      var rule = LineWrapper.Line(sourceLine: line(event))
      rule.pieces = [LineWrapper.Piece(text: text, width: width, style: styles.rule)]
      emit([rule])
    }
    footnoteCount += 1
    builder.setGap(false)
    let label = FootnoteLabel.text(String(footnoteCount), isASCII: options.isASCII) + " "
    let indent = String(repeating: " ", count: SafeText.columns(of: label))
    builder.push(first: StyledRun(label, style: styles.footnote), rest: StyledRun(indent))
  }

  mutating func addFootnotes() {
    builder.setGap(true)
    for (index, reference) in inlines.references.enumerated() where !reference.spans.isEmpty {
      guard case .address(let address) = reference.target, address != reference.text,
        let number = inlines.footnoteNumbers[index]
      else { continue }
      builder.beginBlock()
      let label = StyledRun("[\(number)] ", style: styles.address)
      let indent = StyledRun(String(repeating: " ", count: label.text.utf8.count))
      builder.push(first: label, rest: indent)
      emitLiteral(address, style: styles.address, sourceLine: 1)
      builder.pop(sourceLine: 1)
    }
  }
}
