import NoteMarkup
import TerminalUI

// MARK: - Callouts

extension MarkdownRenderer {
  /// Below this a frame leaves too little room for words.
  private static let leastBoxColumns = 20

  /// The callout that a quote is, or nil.
  func callout(_ event: MarkdownTree.Event) -> Callout? {
    let text = event.openingText
    guard text.hasPrefix("[!"),
      var callout = Callout(text, sourceLine: line(event), styles: styles)
    else { return nil }
    if case .foldable(let isFolded) = callout.folding,
      options.toggledCallouts.contains(callout.sourceLine)
    {
      callout.folding = .foldable(isFolded: !isFolded)
    }
    callout.isBox = !options.isPlain && builder.availableWidth >= Self.leastBoxColumns
    return callout
  }

  /// Puts the title, and begins the text below it unless it is folded.
  mutating func endCalloutTitle(sourceLine: Int) {
    guard let callout = openingCallout else { return }
    openingCallout = nil
    let spans = inlines.finish()
    var title: [InlineSpan] = []
    let isFolded = callout.folding == .foldable(isFolded: true)
    if callout.folding != .fixed {
      title.append(span((isFolded ? glyphs.folded : glyphs.unfolded) + " ", of: callout))
    }
    title.append(span(callout.name, of: callout))
    if !spans.isEmpty { title += [span(": ", of: callout)] + spans }
    if callout.folding != .fixed { makeSwitch(&title, of: callout) }
    openBox(
      title, callout.style, sourceLine: callout.sourceLine, isFramed: callout.isBox,
      isFolded: isFolded)
    if isFolded {
      foldedQuote = openingQuote
      isCollecting = false
    } else {
      inlines.begin(style: baseStyle, sourceLine: callout.sourceLine + 1)
    }
  }

  /// Ends the text of a callout.
  mutating func endCallout(_ callout: Callout) {
    closeBox(
      callout.style, isFramed: callout.isBox, sourceLine: callout.sourceLine,
      isFolded: callout.folding == .foldable(isFolded: true))
    builder.setGap(!isTight)
  }

  private func span(_ text: String, of callout: Callout) -> InlineSpan {
    InlineSpan(
      content: .text(text), style: callout.style, sourceLine: callout.sourceLine, isLiteral: true)
  }

  /// Makes the parts of a title that lead nowhere a switch that folds the callout.
  private mutating func makeSwitch(_ title: inout [InlineSpan], of callout: Callout) {
    let text = title.reduce(into: "") { text, span in
      if case .text(let part) = span.content { text += SafeText.visible(part) }
    }
    let reference = inlines.addReference(.callout(line: callout.sourceLine), text: text)
    for index in title.indices where title[index].reference == nil {
      title[index].reference = reference
    }
  }
}

// MARK: - Boxes

extension MarkdownRenderer {
  /// Draws the upper line of a box with a title in it, and opens the box.
  ///
  /// A title too long for the line is within the box. What is folded has no corners.
  mutating func openBox(
    _ title: [InlineSpan], _ style: Style, sourceLine: Int, isFramed: Bool, isFolded: Bool
  ) {
    let width = builder.availableWidth
    guard isFramed else {
      emit(LineWrapper.wrap(title, width: width))
      return builder.push(first: StyledRun("  "), rest: StyledRun("  "))
    }
    let lines = LineWrapper.wrap(title, width: width - 6)
    let fits = lines.count == 1
    var top = LineWrapper.Line(sourceLine: sourceLine)
    func add(_ text: String) {
      guard !text.isEmpty else { return }
      let columns = SafeText.columns(of: text)
      top.pieces.append(LineWrapper.Piece(text: text, width: columns, style: style))
      top.width += columns
    }
    add((isFolded ? glyphs.rule : glyphs.box.topLeft) + glyphs.rule + (fits ? " " : ""))
    if fits {
      top.pieces += lines[0].pieces
      top.width += lines[0].width
    }
    let rest = max(0, width - top.width - (fits ? 2 : 1))
    add(
      (fits ? " " : "") + String(repeating: glyphs.rule, count: rest)
        + (isFolded ? glyphs.rule : glyphs.box.topRight))
    emit([top])
    let edge = StyledRun(glyphs.box.vertical + " ", style: style)
    builder.push(
      first: edge, rest: edge, suffix: StyledRun(" " + glyphs.box.vertical, style: style))
    if !fits { emit(LineWrapper.wrap(title, width: builder.availableWidth)) }
  }

  /// Closes a box with its lower line.
  mutating func closeBox(_ style: Style, isFramed: Bool, sourceLine: Int, isFolded: Bool = false) {
    builder.setGap(false)
    builder.discard()
    guard isFramed, !isFolded else { return }
    let width = builder.availableWidth
    let rule = String(repeating: glyphs.rule, count: max(0, width - 2))
    var foot = LineWrapper.Line(sourceLine: sourceLine)
    let text = glyphs.box.bottomLeft + rule + glyphs.box.bottomRight
    foot.pieces = [LineWrapper.Piece(text: text, width: width, style: style)]
    foot.width = width
    emit([foot])
  }
}
