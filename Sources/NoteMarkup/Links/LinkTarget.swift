/// Where a link leads.
package enum LinkTarget: Hashable, Sendable {
  /// An address, or a path relative to the note, as written.
  case address(String)
  /// A note by its title or alias, from `[[title#heading|text]]`.
  case note(title: String, heading: String?)
  /// All notes with a tag, without the `#`.
  case tag(String)
  /// An image's address or path.
  case image(String)
  /// The callout whose first line in the text is this one, from 1, to be folded or unfolded.
  case callout(line: Int)
}
