import NoteMarkup
import TerminalUI

/// Gathers the running text of one block from inline events.
struct InlineCollector {
  /// The pieces so far.
  private(set) var spans: [InlineSpan] = []
  /// The links found, over all blocks; spans refer to them by index.
  private(set) var references: [RenderedLink] = []
  private var styles: [Style] = []
  /// The links that are open, innermost last.
  private var open: [Int] = []
  /// Where the spans of each open link begin.
  private var starts: [Int] = []
  /// The numbers of links with addresses, from 1, by reference.
  private(set) var footnoteNumbers: [Int: Int] = [:]
  /// How many images are open; their text is collected apart.
  private var imageDepth = 0
  private var alternative = ""
  private var sourceLine = 1
  /// How many characters of the block's text are left out, as of the mark of a callout.
  private var skipped = 0
  /// The references that stand for a note's text, with what is between their brackets.
  private(set) var embeds: [Int: String] = [:]
  private let palette: MarkdownStyles
  private let options: RenderOptions
  private var linkForm: RenderOptions.LinkForm { options.linkForm }

  init(options: RenderOptions) {
    palette = options.styles
    self.options = options
  }

  /// Whether the place is within no emphasis and no link.
  var isAtTop: Bool { styles.count <= 1 && open.isEmpty && imageDepth == 0 }

  private var style: Style { styles.last ?? .plain }

  /// Begins a block.
  mutating func begin(style: Style, sourceLine: Int, skipping skipped: Int = 0) {
    spans = []
    self.skipped = skipped
    styles = [style]
    open = []
    starts = []
    self.sourceLine = sourceLine
  }

  /// Ends a block and gives its text.
  mutating func finish() -> [InlineSpan] {
    defer { spans = [] }
    return HighlightMarks.applied(
      to: BlockIdentifier.hidden(in: spans), style: palette.mark)
  }

  /// Adds a piece of literal text in the current style.
  mutating func add(_ text: String, style: Style? = nil, isLiteral: Bool = false) {
    guard !text.isEmpty else { return }
    spans.append(
      InlineSpan(
        content: .text(text), style: style ?? self.style, reference: open.last,
        sourceLine: sourceLine, isLiteral: isLiteral))
  }

  /// Adds prose, with its wiki links and tags; those within another link are its text.
  private mutating func addProse(_ event: MarkdownTree.Event) {
    guard open.isEmpty else { return add(event.literal) }
    let pieces = event.pieces(after: skipped)
    if skipped > 0 { skipped = max(0, skipped - event.literal.count) }
    for piece in pieces {
      switch piece {
      case .text(let text): add(String(text))
      case .reference(let reference): add(reference)
      }
    }
  }

  private mutating func add(_ reference: MarkedSource.Reference) {
    var text = reference.text
    if case .image(let address) = reference.target {
      text = Self.imageLabel(FileAddress.name(of: address), options.imageFacts[address] ?? "")
    }
    if let embed = reference.embed { embeds[references.count] = embed }
    open.append(references.count)
    references.append(
      RenderedLink(target: reference.target, text: SafeText.visible(text), spans: []))
    add(text, style: style.overlaid(with: style(of: reference.target)), isLiteral: true)
    open.removeLast()
  }

  /// Adds a link that is placed by the caller.
  mutating func addReference(_ target: LinkTarget, text: String) -> Int {
    references.append(RenderedLink(target: target, text: text, spans: []))
    return references.count - 1
  }

  // MARK: - Events

  /// Takes an inline event; others are ignored.
  mutating func handle(_ event: MarkdownTree.Event) {
    if imageDepth > 0 { return handleInImage(event) }
    switch event.kind {
    case .text: addProse(event)
    case .softbreak where options.joinsLines:
      add(" ")
      sourceLine += 1
    case .softbreak, .linebreak:
      addBreak(sourceLine: sourceLine)
      sourceLine += 1
    case .code: add(event.literal, style: style.overlaid(with: palette.code), isLiteral: true)
    case .htmlInline where Self.isBreak(event.literal):
      // The line after it is still the same one of the text.
      addBreak(sourceLine: sourceLine - 1)
    case .htmlInline:
      add(event.literal, style: style.overlaid(with: palette.html), isLiteral: true)
    case .footnoteReference where event.isEntering:
      let number = FootnoteLabel.text(event.literal, isASCII: options.isASCII)
      add(number, style: style.overlaid(with: palette.footnote), isLiteral: true)
    case .emph: nest(event, palette.emphasis)
    case .strong: nest(event, palette.strong)
    case .strikethrough: nest(event, palette.strikethrough)
    case .link: handleLink(event)
    case .image: openImage(event)
    default: break
    }
  }

  private mutating func addBreak(sourceLine: Int) {
    spans.append(InlineSpan(content: .lineBreak, style: style, sourceLine: sourceLine))
  }

  /// Whether HTML is `<br>` in one of its forms.
  private static func isBreak(_ html: String) -> Bool {
    html.lowercased().filter { !$0.isWhitespace && $0 != "/" } == "<br>"
  }

  private mutating func nest(_ event: MarkdownTree.Event, _ top: Style) {
    if event.isEntering {
      styles.append(style.overlaid(with: top))
    } else if styles.count > 1 {
      styles.removeLast()
    }
  }

  private mutating func handleLink(_ event: MarkdownTree.Event) {
    nest(event, palette.link)
    if event.isEntering {
      open.append(references.count)
      starts.append(spans.count)
      footnoteNumbers[references.count] = footnoteNumbers.count + 1
      references.append(RenderedLink(target: .address(event.address), text: "", spans: []))
    } else if let index = open.popLast() {
      references[index].text = shownText(from: starts.popLast() ?? 0)
      let isBare = event.address == references[index].text
      if linkForm == .footnotes, !isBare { addNumber(of: index) }
    }
  }

  private func shownText(from start: Int) -> String {
    spans[min(start, spans.count)...].reduce(into: "") { text, span in
      if case .text(let part) = span.content { text += SafeText.visible(part) }
    }
  }

  private mutating func addNumber(of index: Int) {
    guard let number = footnoteNumbers[index] else { return }
    add("[\(number)]", style: palette.address)
  }

  // MARK: - Images

  private mutating func openImage(_ event: MarkdownTree.Event) {
    imageDepth = 1
    alternative = ""
    references.append(RenderedLink(target: .image(event.address), text: "", spans: []))
    open.append(references.count - 1)
  }

  private mutating func handleInImage(_ event: MarkdownTree.Event) {
    switch event.kind {
    case .image where event.isEntering: imageDepth += 1
    case .image:
      imageDepth -= 1
      guard imageDepth == 0 else { return }
      let label = Self.imageLabel(openImageName, openImageFacts)
      add(label, style: style.overlaid(with: palette.image), isLiteral: true)
      if let index = open.popLast() { references[index].text = SafeText.visible(label) }
    case .text, .code, .htmlInline: alternative += event.literal
    case .softbreak, .linebreak: alternative += " "
    default: break
    }
  }

  private static func imageLabel(_ name: String, _ facts: String) -> String {
    "[\(["image", name, facts].filter { !$0.isEmpty }.joined(separator: " "))]"
  }

  /// What the open image is called: by its text, or by its file where nothing else says it.
  private var openImageName: String {
    guard alternative.isEmpty, ["", FileAddress.missing].contains(openImageFacts),
      let index = open.last, case .image(let address) = references[index].target
    else { return alternative }
    return FileAddress.name(of: address)
  }

  /// What is known of the image that is open.
  private var openImageFacts: String {
    guard let index = open.last, case .image(let address) = references[index].target else {
      return ""
    }
    return options.imageFacts[address] ?? ""
  }

  // MARK: - References

  private func style(of target: LinkTarget) -> Style {
    switch target {
    case .tag: palette.tag
    case .image: palette.image
    default: palette.noteLink
    }
  }

  /// Notes that a part of a link was placed on the screen; parts that touch become one.
  mutating func place(_ index: Int, span: RenderedLink.Span) {
    let last = references[index].spans.indices.last
    if let last, references[index].spans[last].line == span.line,
      references[index].spans[last].columns.upperBound == span.columns.lowerBound
    {
      let start = references[index].spans[last].columns.lowerBound
      references[index].spans[last].columns = start..<span.columns.upperBound
    } else {
      references[index].spans.append(span)
    }
  }
}
