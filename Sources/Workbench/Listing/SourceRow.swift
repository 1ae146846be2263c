/// One line of the sources pane.
package struct SourceRow: Hashable {
  /// What the line is.
  package enum Content: Hashable {
    /// A heading; never selected.
    case heading(String)
    /// An empty line; never selected.
    case blank
    /// How many more tags there are; never selected by a key.
    case more(Int)
    /// A source with the number of its notes, when that is known.
    case source(Source, count: Int?)
  }

  /// What the line is.
  package var content: Content
  /// Levels below the section, 0 or more.
  package var depth: Int
  /// Whether notebooks below are shown; nil when there are none.
  package var isExpanded: Bool?

  package init(_ content: Content, depth: Int = 0, isExpanded: Bool? = nil) {
    self.content = content
    self.depth = depth
    self.isExpanded = isExpanded
  }

  /// The source, when the line is one.
  package var source: Source? {
    if case .source(let source, _) = content { source } else { nil }
  }
}
