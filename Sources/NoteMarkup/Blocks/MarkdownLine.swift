/// One line as Markdown reads it.
package struct MarkdownLine: Hashable, Sendable {
  /// The block that the line belongs to, or what it is by itself.
  package enum Kind: Hashable, Sendable {
    /// A line of front matter, its fences included.
    case frontMatter
    /// A line that opens or closes a fenced block.
    case fence
    /// A line within a fenced block, or of an indented one.
    case code
    /// White space, or quote marks alone.
    case blank
    /// A heading of a level from 1 to 6, and where its title is without the marks.
    case heading(Int, title: Range<Int>)
    /// The line of `=` or `-` that makes the paragraph above it a heading of a level.
    case underline(Int)
    /// A thematic break.
    case rule
    /// The first line of a list item.
    case item
    /// A line of a paragraph, a table or HTML.
    case text
  }

  /// What the line is.
  package var kind: Kind
  /// The marks before the text; nil within code and front matter.
  package var marks: LineMarks?
  /// The text in which links and tags are looked for; nil when there is none.
  package var inlines: Range<Int>?

  init(_ kind: Kind, _ marks: LineMarks? = nil, inlines: Range<Int>? = nil) {
    self.kind = kind
    self.marks = marks
    self.inlines = inlines
  }

  /// Whether a task's box on this line is checked; nil when the line is no task.
  package var isTaskDone: Bool? { kind == .item ? marks?.isChecked : nil }

  /// The level of a line that is a heading by its own marks, `#` to `######`.
  ///
  /// - Parameter head: The line, or its first bytes.
  /// - Returns: 1…6; nil when the line is no heading.
  package static func headingLevel(_ head: [UInt8]) -> Int? {
    head.withUnsafeBufferPointer { bytes in
      let marks = LineMarks(0..<bytes.count, in: bytes)
      guard marks.quoteDepth == 0, marks.indent < 4 else { return nil }
      return MarkdownLines.heading(marks.leadEnd..<bytes.count, in: bytes)?.level
    }
  }

  /// Whether a line has a fence after its indentation, quote marks and list marker.
  package static func hasFence(_ head: [UInt8]) -> Bool {
    head.withUnsafeBufferPointer { bytes in
      let marks = LineMarks(0..<bytes.count, in: bytes)
      let starts = [marks.leadEnd, marks.contentStart]
      return starts.contains { MarkdownLines.fence($0..<bytes.count, in: bytes) != nil }
    }
  }
}
