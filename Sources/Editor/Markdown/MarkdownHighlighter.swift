import NoteMarkup

/// Finds the parts of a line to be styled.
enum MarkdownHighlighter {
  /// A part of a line and its style, in UTF-8 bytes of the text.
  typealias Span = (range: Range<Int>, scope: MarkupScope)

  /// The spans of a line (or of a part of a long one), later ones laid over earlier ones.
  ///
  /// - Parameters:
  ///   - text: The line without its end.
  ///   - state: The block in which the line begins.
  ///   - isLineStart: Whether the text begins the line.
  /// - Returns: Ranges in UTF-8 bytes of the text, with what they are.
  static func spans(in text: String, state: BlockState, isLineStart: Bool) -> [Span] {
    let whole = 0..<text.utf8.count
    if whole.isEmpty { return [] }
    guard isLineStart else { return rest(text, whole, state) }
    var state = state
    let line = state.read(Array(text.utf8.prefix(headLength)))
    switch line.kind {
    case .frontMatter: return [(whole, .frontMatter)]
    case .fence, .code: return [(whole, .codeBlock)]
    case .rule: return whole.count <= headLength ? [(whole, .rule)] : []
    case .underline(let level): return [(whole, .heading(level))]
    case .heading(let level, _):
      return [(whole, .heading(level))] + inlines(text, line)
    case .blank, .item, .text:
      return marks(text, line, whole) + inlines(text, line)
    }
  }

  /// A later part of a long line: all of a block that is not text, inlines elsewhere.
  private static func rest(_ text: String, _ whole: Range<Int>, _ state: BlockState) -> [Span] {
    if state.isFence { return [(whole, .codeBlock)] }
    if !state.isText { return [(whole, .frontMatter)] }
    return InlineScanner.elements(in: text, startsLine: false).flatMap { $0.spans }
  }

  private static func inlines(_ text: String, _ line: MarkdownLine) -> [Span] {
    guard let start = line.inlines?.lowerBound else { return [] }
    return InlineScanner.elements(in: text, from: start).flatMap { $0.spans }
  }

  private static func marks(
    _ text: String, _ line: MarkdownLine, _ whole: Range<Int>
  ) -> [Span] {
    guard let marks = line.marks else { return [] }
    var spans: [Span] = []
    if marks.quoteDepth > 0 { spans.append((whole, .quote)) }
    if line.kind == .item { spans.append((marks.markerRange, .listMark)) }
    if let isDone = line.isTaskDone {
      spans.append((marks.boxRange, isDone ? .taskDone : .taskOpen))
      if isDone, marks.contentStart < whole.upperBound {
        spans.append((marks.contentStart..<whole.upperBound, .taskDoneText))
      }
    } else if line.kind == .item, let box = CancelledTask.box(of: marks, in: text.utf8) {
      spans += [(box, .taskDone), (box.upperBound..<whole.upperBound, .taskDoneText)]
    }
    return spans
  }

  /// How much of a line decides what block it is.
  private static let headLength = 80
}

extension InlineElement {
  /// The styles of the element, later ones laid over earlier ones.
  var spans: [MarkdownHighlighter.Span] {
    switch kind {
    case .code: [(range, .code)]
    case .wikiLink, .link: [(range, .linkTarget), (shownRange, .link)]
    case .address: [(shownRange, .link)]
    case .tag: [(range, .tag)]
    case .emphasis: [(range, .emphasis)]
    case .strong: [(range, .strong)]
    case .strikethrough: [(range, .strikethrough)]
    }
  }

  /// The part of a link or a tag that a reader sees.
  var shownRange: Range<Int> {
    switch kind {
    case .wikiLink(let parts):
      parts.label ?? parts.target.lowerBound..<(parts.heading ?? parts.target).upperBound
    case .link(let label, _, _): label
    case .address(let address): address
    case .tag: range.lowerBound + 1..<range.upperBound
    case .code, .emphasis, .strong, .strikethrough: range
    }
  }
}
