import NoteMarkup
import TerminalUI

/// A note laid out for one width: what the reading view shows.
package struct RenderedDocument: Hashable, Sendable {
  /// The lines from the top; none is wider than the width asked for, none holds a control.
  package var lines: RenderedLines = []
  /// Links and images in the order of the text.
  package var links: [RenderedLink] = []
  /// Tags within the text, in order.
  package var tags: [RenderedLink] = []
  /// Headings in order, for the outline.
  package var headings: [RenderedHeading] = []
  /// Tasks in order.
  package var tasks: [RenderedTask] = []
  /// What is between the brackets of each `![[…]]` that stands for a note, in order.
  package var embeds: [String] = []
  /// Where images are shown, in order.
  package var pictures: [RenderedPicture] = []
  /// Whether the text was too large for Markdown and is shown as it is.
  package var isPlain = false
  /// Whether lines at the end were left out, as asked.
  package var isTruncated = false

  package init() {}

  /// Shows a text as it is, without Markdown.
  init(_ text: WrappedText) {
    lines = RenderedLines(text)
    isPlain = true
  }

  /// The first line that shows a source line or one after it; the last line when there is none.
  ///
  /// Cost is logarithmic.
  ///
  /// - Parameter sourceLine: A line of the note's text, from 1.
  /// - Returns: An index into `lines`; 0 for an empty document.
  package func line(showing sourceLine: Int) -> Int {
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].sourceLine < sourceLine { low = middle + 1 } else { high = middle }
    }
    return max(0, min(low, lines.count - 1))
  }
}

/// A line of a rendered note.
package struct RenderedLine: Hashable, Sendable {
  /// The pieces from the left.
  package var runs: [StyledRun]
  /// The line of the note's text that it shows, from 1; never less than that of the line above.
  package var sourceLine: Int

  package init(runs: [StyledRun], sourceLine: Int) {
    self.runs = runs
    self.sourceLine = sourceLine
  }

  /// The text without styles.
  package var text: String { runs.map(\.text).joined() }
  /// The columns that it takes.
  package var width: Int { runs.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }
}

/// Text of one style; free of controls.
package struct StyledRun: Hashable, Sendable {
  /// The text.
  package var text: String
  /// Its style, to be laid over the pane's.
  package var style: Style

  package init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}

/// A link, an image or a tag as it is on the screen.
package struct RenderedLink: Hashable, Sendable {
  /// A part of a line.
  package struct Span: Hashable, Sendable {
    /// The index of the line.
    package var line: Int
    /// The columns within the line.
    package var columns: Range<Int>
  }

  /// Where it leads.
  package var target: LinkTarget
  /// The text that is shown.
  package var text: String
  /// Where it is; several parts when it is wrapped, none when it was left out.
  package var spans: [Span]

  /// Where it begins, or nil.
  package var start: Point? {
    spans.first.map { Point(column: $0.columns.lowerBound, row: $0.line) }
  }
}

/// The place of an image, which is blank.
package struct RenderedPicture: Hashable, Sendable {
  /// The image's address in the text.
  package var address: String
  /// The index of its first line.
  package var line: Int
  /// Its first column.
  package var column: Int
  /// How many cells it takes.
  package var area: PictureArea
}

/// A heading.
package struct RenderedHeading: Hashable, Sendable {
  /// 1…6.
  package var level: Int
  /// Its text without markup.
  package var title: String
  /// The line of the note's text, from 1.
  package var sourceLine: Int
  /// The index of its first rendered line.
  package var line: Int

  package init(level: Int, title: String, sourceLine: Int, line: Int) {
    (self.level, self.title) = (level, title)
    (self.sourceLine, self.line) = (sourceLine, line)
  }
}

/// A task.
package struct RenderedTask: Hashable, Sendable {
  /// Whether it is done.
  package var isDone: Bool
  /// The line of the note's text, from 1.
  package var sourceLine: Int
  /// The index of its first rendered line.
  package var line: Int

  package init(isDone: Bool, sourceLine: Int, line: Int) {
    (self.isDone, self.sourceLine, self.line) = (isDone, sourceLine, line)
  }
}
