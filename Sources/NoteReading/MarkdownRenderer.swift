import NoteMarkup
import TerminalUI

/// Lays out a note's Markdown for a width.
///
/// Blocks are walked in order without recursion; `step` does one event, so a caller can stop
/// between any two. Everything that comes from the note is made visible on the way.
package struct MarkdownRenderer {
  private let tree: MarkdownTree?
  let glyphs: MarkdownGlyphs
  let styles: MarkdownStyles
  let options: RenderOptions
  var builder: DocumentBuilder
  var inlines: InlineCollector
  /// Added to the parser's line numbers: the lines of front matter.
  private let lineOffset: Int
  var lists: [ListState] = []
  var quoteDepth = 0
  /// How many tasks that are done surround the place; their text is drawn as done.
  var doneItems: [Bool] = []
  /// How many characters of the next text are a box, which is drawn as a sign.
  var boxLength = 0
  var table: TableState?
  var isCollecting = false
  /// The quotes around the place, innermost last; nil for those that are no callouts.
  var callouts: [Callout?] = []
  /// The callout whose title is being read.
  var openingCallout: Callout?
  /// The quote that this callout is.
  var openingQuote: OpaquePointer?
  /// The quote of which nothing more is shown.
  var foldedQuote: OpaquePointer?
  /// Whether the heading was left out that says the title once more.
  var isTitleLeftOut = false
  /// How many footnotes were shown.
  var footnoteCount = 0

  /// A list around the place.
  struct ListState {
    var isTight: Bool
    var number: Int?
    var hasParenthesis: Bool
    /// How many lists with bullets this one is within, itself included.
    var bulletDepth: Int
  }

  /// A table being read.
  struct TableState {
    var alignments: [TextAlignment]
    var rows: [TableLayout.Row] = []
  }

  /// Begins to lay out a text; front matter is left out.
  init(_ text: String, options: RenderOptions) {
    let body = FrontMatterExtent(in: text)
    let shown = body.map { text[$0.bodyStart...] } ?? text[...]
    lineOffset = body?.lineCount ?? 0
    self.options = options
    glyphs = options.isASCII ? .ascii : .unicode
    styles = options.styles
    builder = DocumentBuilder(options: options)
    inlines = InlineCollector(options: options)
    tree = MarkdownTree(Self.head(of: shown, options))
  }

  /// Lays out a whole text at once.
  ///
  /// - Parameters:
  ///   - text: The note's text.
  ///   - options: The width and the looks.
  /// - Returns: The document; as plain lines when the text is larger than
  ///   `RenderOptions.plainThreshold`.
  package static func render(_ text: String, options: RenderOptions) -> RenderedDocument {
    if text.utf8.count > RenderOptions.plainThreshold {
      // The first screen, too, so that nothing moves when the rest is there.
      var document = RenderedDocument(
        WrappedText(head(of: text[...], options), width: options.width) {})
      document.isTruncated = options.maximumLines != nil
      return document
    }
    var renderer = MarkdownRenderer(text, options: options)
    while renderer.step() {}
    return renderer.finish()
  }

  /// As much of a text as can matter for the lines asked for, cut at a line.
  private static func head(of text: Substring, _ options: RenderOptions) -> String {
    guard let lines = options.maximumLines else { return String(text) }
    let budget = max(4096, lines * options.width * 4)
    guard text.utf8.count > budget,
      let cut = text.utf8.index(text.startIndex, offsetBy: budget, limitedBy: text.endIndex)
    else { return String(text) }
    let end = text.utf8[..<cut].lastIndex(of: 0x0a) ?? cut
    return String(text[..<end])
  }

  // MARK: - Walking

  /// Does one event; false at the end.
  mutating func step() -> Bool {
    guard !builder.isFull, let event = tree?.next() else { return false }
    if let foldedQuote {
      guard event.node == foldedQuote, !event.isEntering else { return true }
      self.foldedQuote = nil
    }
    switch event.kind {
    case .document: break
    case .blockQuote: quote(event)
    case .list: list(event)
    case .item, .tasklist: item(event)
    case .paragraph, .heading: textBlock(event)
    case .codeBlock: codeBlock(event)
    case .htmlBlock: htmlBlock(event)
    case .thematicBreak: rule(event)
    case .footnoteDefinition: footnote(event)
    case .softbreak, .linebreak:
      if openingCallout != nil, inlines.isAtTop {
        endCalloutTitle(sourceLine: line(event))
      } else if isCollecting {
        inlines.handle(event)
      }
    case .table, .tableHeader, .tableRow, .tableCell: tablePart(event)
    default: if isCollecting { inlines.handle(event) }
    }
    return true
  }

  /// Ends the document.
  mutating func finish() -> RenderedDocument {
    let isCut = builder.isFull && tree?.next() != nil
    if options.linkForm == .footnotes { addFootnotes() }
    var document = builder.finished(references: inlines.references)
    document.isTruncated = document.isTruncated || isCut
    document.embeds = inlines.embeds.sorted { $0.key < $1.key }.map(\.value)
    return document
  }

  func line(_ event: MarkdownTree.Event) -> Int { max(1, event.line) + lineOffset }

  var isTight: Bool { lists.last?.isTight ?? false }

  var baseStyle: Style {
    let quote = quoteDepth > 0 ? styles.quote : .plain
    return doneItems.last == true ? quote.overlaid(with: styles.doneTask) : quote
  }

  // MARK: - Containers

  private mutating func quote(_ event: MarkdownTree.Event) {
    if event.isEntering {
      callouts.append(callout(event))
      openingCallout = callouts.last ?? nil
      openingQuote = event.node
      guard openingCallout == nil else { return builder.beginBlock() }
      let bar = StyledRun(glyphs.quote, style: styles.quote)
      // The gap belongs outside the quote.
      builder.beginBlock()
      builder.push(first: bar, rest: bar)
      quoteDepth += 1
    } else if let callout = callouts.popLast() ?? nil {
      endCallout(callout)
    } else {
      builder.pop(sourceLine: line(event))
      quoteDepth -= 1
      builder.setGap(!isTight)
    }
  }

  private mutating func list(_ event: MarkdownTree.Event) {
    if event.isEntering {
      let outer = lists.last?.bulletDepth ?? 0
      let number = event.firstNumber
      lists.append(
        ListState(
          isTight: event.isTight, number: number, hasParenthesis: event.hasParenthesis,
          bulletDepth: number == nil ? outer + 1 : outer))
    } else {
      lists.removeLast()
      builder.setGap(!isTight)
    }
  }

  private mutating func item(_ event: MarkdownTree.Event) {
    guard event.isEntering else {
      builder.pop(sourceLine: line(event))
      doneItems.removeLast()
      builder.setGap(!isTight)
      return
    }
    builder.beginBlock()
    let marker = nextMarker(event)
    let indent = StyledRun(String(repeating: " ", count: SafeText.columns(of: marker.text)))
    builder.push(first: marker, rest: indent)
    let cancelled = event.cancelledBoxLength
    if let cancelled { boxLength = cancelled }
    doneItems.append(cancelled != nil || event.kind == .tasklist && event.isDone)
    if event.kind == .tasklist {
      builder.addTask(isDone: event.isDone, sourceLine: line(event))
    }
  }

  private mutating func nextMarker(_ event: MarkdownTree.Event) -> StyledRun {
    if event.kind == .tasklist {
      let box = event.isDone ? glyphs.doneTask : glyphs.openTask
      return StyledRun(box + " ", style: event.isDone ? styles.doneTask : styles.openTask)
    }
    if event.cancelledBoxLength != nil {
      return StyledRun(glyphs.cancelledTask + " ", style: styles.doneTask)
    }
    guard let state = lists.last, let number = state.number else {
      let depth = max(1, lists.last?.bulletDepth ?? 1)
      let bullet = glyphs.bullets[(depth - 1) % glyphs.bullets.count]
      return StyledRun(bullet + " ", style: styles.list)
    }
    lists[lists.count - 1].number = number + 1
    return StyledRun("\(number)\(state.hasParenthesis ? ")" : ".") ", style: styles.list)
  }

}
