/// A note's text as HTML, for pages that a browser shows.
package enum NoteHTML {
  /// Renders Markdown with the extensions that the reader knows.
  ///
  /// HTML in the text is left out, and so are addresses that would run something: the text may come
  /// from anybody.
  ///
  /// - Parameter markdown: The text without front matter.
  /// - Returns: The HTML; empty when memory is short.
  package static func html(_ markdown: String) -> String { MarkdownTree.html(markdown) ?? "" }
}
