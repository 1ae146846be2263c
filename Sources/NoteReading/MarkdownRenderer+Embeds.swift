import NoteMarkup
import TerminalUI

// MARK: - Notes within notes

extension MarkdownRenderer {
  /// A note that is shown within another, with the link to it.
  struct Embed {
    var reference: Int
    var title: InlineSpan
    var text: String
  }

  /// The most lines of a note that are shown within another.
  private static let maximumEmbeddedLines = 200

  /// The note that a paragraph consists of alone, as far as its text is known.
  func soleEmbed(in spans: [InlineSpan]) -> Embed? {
    guard spans.count == 1, let reference = spans[0].reference,
      let name = inlines.embeds[reference], let text = options.embeds[name]
    else { return nil }
    return Embed(reference: reference, title: spans[0], text: text)
  }

  /// Shows a note in a box under its name; what it embeds itself are links only.
  mutating func show(_ embed: Embed, sourceLine: Int) {
    let isFramed = !options.isPlain && builder.availableWidth >= 20
    openBox(
      [embed.title], styles.tableBorder, sourceLine: sourceLine, isFramed: isFramed,
      isFolded: false)
    var inner = options
    inner.width = builder.availableWidth
    inner.embeds = [:]
    inner.pictures = [:]
    inner.shownTitle = nil
    inner.toggledCallouts = []
    inner.linkForm = .underlined
    inner.maximumLines = Self.maximumEmbeddedLines
    let document = MarkdownRenderer.render(embed.text, options: inner)
    let first = builder.lineCount
    let column = builder.leadingWidth
    emit(document.lines.map { Self.line($0, sourceLine: sourceLine) })
    if document.isTruncated {
      emitLiteral(glyphs.ellipsis, style: styles.address, sourceLine: sourceLine)
    }
    for link in document.links { place(link, below: first, after: column) }
    closeBox(styles.tableBorder, isFramed: isFramed, sourceLine: sourceLine)
  }

  private static func line(_ line: RenderedLine, sourceLine: Int) -> LineWrapper.Line {
    var result = LineWrapper.Line(sourceLine: sourceLine)
    result.pieces = line.runs.map {
      LineWrapper.Piece(text: $0.text, width: SafeText.columns(of: $0.text), style: $0.style)
    }
    result.width = result.pieces.reduce(0) { $0 + $1.width }
    return result
  }

  /// Places a link of the embedded note where it is in this one.
  private mutating func place(_ link: RenderedLink, below line: Int, after column: Int) {
    // The lines of another note's callouts are no lines of this one.
    if case .callout = link.target { return }
    let index = inlines.addReference(link.target, text: link.text)
    for span in link.spans {
      let columns = span.columns.lowerBound + column..<span.columns.upperBound + column
      inlines.place(index, span: RenderedLink.Span(line: span.line + line, columns: columns))
    }
  }
}
