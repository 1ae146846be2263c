import NoteMarkup

/// What a Markdown line begins with, as text that can be repeated: indentation, quotes, a list
/// marker, a task box.
///
/// Offsets are UTF-8 bytes from the line's start.
struct LinePrefix: Hashable, Sendable {
  /// A list item's marker.
  typealias Marker = LineMarks.Marker

  private let marks: LineMarks
  /// The indentation and quote marks, as they are written.
  let lead: String
  /// The task box's place, that of a task that was given up, too; empty without one.
  let boxRange: Range<Int>
  /// Where the text begins.
  let contentStart: Int
  /// The whole prefix, as it is written.
  let text: String

  /// Reads a line's beginning.
  init(_ line: String) {
    let bytes = Array(line.utf8.prefix(256))
    let marks = bytes.withUnsafeBufferPointer { LineMarks(0..<$0.count, in: $0) }
    self.marks = marks
    let cancelled = CancelledTask.box(of: marks, in: bytes)
    boxRange = cancelled ?? marks.boxRange
    contentStart = cancelled.map { min(bytes.count, $0.upperBound + 1) } ?? marks.contentStart
    lead = String(decoding: bytes[..<marks.leadEnd], as: UTF8.self)
    text = String(decoding: bytes[..<contentStart], as: UTF8.self)
  }

  /// Whether quote marks are in the lead.
  var isQuote: Bool { marks.quoteDepth > 0 }
  /// How many quotes the line is in.
  var quoteDepth: Int { marks.quoteDepth }
  /// The item's marker, if there is one.
  var marker: Marker? { marks.marker }
  /// The marker's place.
  var markerRange: Range<Int> { marks.markerRange }
  /// Whether the task box is checked; nil without one, and for a task that was given up.
  var isChecked: Bool? { marks.isChecked }
  /// Whether the line is an item of a list.
  var isListItem: Bool { marks.marker != nil }

  /// How many columns the prefix takes.
  func columns(tabWidth: Int) -> Int {
    text.reduce(0) { $0 + ClusterWidth.columns(of: $1, at: $0, tabWidth: tabWidth) }
  }
}
