import NoteMarkup

/// A link or a tag in the text.
public struct EditorLink: Hashable, Sendable {
  /// What it leads to.
  public enum Kind: Hashable, Sendable {
    /// A note by its title: `[[title]]`, `[[title#heading|shown]]`.
    case note
    /// A path or an address: `[shown](target)`, `<address>`, or a bare address.
    case target
    /// A tag: `#tag`.
    case tag
  }

  /// What it leads to.
  public var kind: Kind
  /// The title, the path or address, or the tag without `#`.
  public var target: String
  /// The heading of the note, from `[[title#heading]]`.
  public var heading: String?
  /// The place of all of it, in UTF-8 bytes.
  public var range: Range<Int>
  /// The place of what a reader sees.
  public var textRange: Range<Int>

  /// The link that an element of a line is; nil for styles and code.
  ///
  /// - Parameters:
  ///   - element: The element; its offsets are those of the line.
  ///   - line: The line's UTF-8 bytes.
  ///   - start: Where the line starts in the text.
  init?(_ element: InlineElement, in line: [UInt8], at start: Int) {
    func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }
    switch element.kind {
    case .wikiLink(let parts):
      (kind, target) = (.note, text(parts.target))
      heading = parts.heading.map(text)
    case .link(_, let destination, _): (kind, target) = (.target, text(destination))
    case .address(let address): (kind, target) = (.target, text(address))
    case .tag: (kind, target) = (.tag, text(element.shownRange))
    case .code, .emphasis, .strong, .strikethrough: return nil
    }
    range = element.range.lowerBound + start..<element.range.upperBound + start
    textRange = element.shownRange.lowerBound + start..<element.shownRange.upperBound + start
  }
}
