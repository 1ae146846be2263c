/// A link or a tag in the text.
public struct EditorLink: Hashable, Sendable {
  /// What it leads to.
  public enum Kind: Hashable, Sendable {
    /// A note by its title: `[[title]]`, `[[title|shown]]`.
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
  /// Where all of it stands, in UTF-8 bytes.
  public var range: Range<Int>
  /// Where that stands which a reader sees.
  public var textRange: Range<Int>

  func moved(by bytes: Int) -> EditorLink {
    var link = self
    link.range = range.lowerBound + bytes..<range.upperBound + bytes
    link.textRange = textRange.lowerBound + bytes..<textRange.upperBound + bytes
    return link
  }
}
