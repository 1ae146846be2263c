import NoteMarkup
import Settings

/// The YAML block at the head of a Markdown file, between two lines of three dashes.
package struct FrontMatter: Hashable, Sendable {
  /// The entries in order.
  package var entries: [YAMLValue.Entry]

  /// A text parted into front matter and body.
  package struct Parting: Hashable, Sendable {
    /// The entries, or nil when there are none that can be read.
    package var frontMatter: FrontMatter?
    /// The text after the front matter; all of it when that cannot be read.
    package var body: String
    /// What is wrong with the front matter, or nil.
    package var problem: Diagnostic?
  }

  /// Parts a text.
  ///
  /// - Parameters:
  ///   - text: The whole file.
  ///   - file: Its name for remarks.
  /// - Returns: The parts; when the front matter cannot be read, nothing is taken from the text.
  package static func part(_ text: String, file: String) -> Parting {
    guard let extent = FrontMatterExtent(in: text) else {
      return Parting(frontMatter: nil, body: text)
    }
    do {
      let yaml = String(text[extent.yaml])
      let root = try YAMLDocument.parse(yaml, file: file, firstLine: 2)
      let body = String(text[extent.bodyStart...])
      if root.isNull { return Parting(frontMatter: FrontMatter(entries: []), body: body) }
      guard let entries = root.mapping else {
        // Two rules around a paragraph look like front matter and are not.
        return Parting(frontMatter: nil, body: text)
      }
      return Parting(frontMatter: FrontMatter(entries: entries), body: body)
    } catch {
      return Parting(frontMatter: nil, body: text, problem: error.diagnostic)
    }
  }
}
