/// A link, a tag, code or a style found in one line; offsets are UTF-8 bytes of the line's buffer.
package struct InlineElement: Hashable, Sendable {
  /// What was found, and where its parts are.
  package enum Kind: Hashable, Sendable {
    /// A code span.
    case code
    /// `[[target#heading|label]]`, `![[…]]`.
    case wikiLink(WikiLinkParts)
    /// `[label](destination)`, `![label](destination)`; the destination without angle brackets.
    case link(label: Range<Int>, destination: Range<Int>, isImage: Bool)
    /// `<address>`, or a bare address; the address alone.
    case address(Range<Int>)
    /// `#tag`.
    case tag
    /// `*a*`, `**a**`, `~~a~~`.
    case emphasis, strong, strikethrough
  }

  /// The parts of a wiki link, without spaces around them.
  package struct WikiLinkParts: Hashable, Sendable {
    /// The name of the note; empty when the link goes to a heading of the same note.
    package var target: Range<Int>
    /// The text after `#`.
    package var heading: Range<Int>?
    /// The text after `|`.
    package var label: Range<Int>?
    /// Whether `!` is before it.
    package var isEmbed: Bool
  }

  /// What was found.
  package var kind: Kind
  /// All of it, marks included.
  package var range: Range<Int>
}
