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
  /// The whole prefix, as it is written.
  let text: String

  /// Reads a line's beginning.
  init(_ line: String) {
    let bytes = Array(line.utf8.prefix(256))
    let marks = bytes.withUnsafeBufferPointer { LineMarks(0..<$0.count, in: $0) }
    self.marks = marks
    lead = String(decoding: bytes[..<marks.leadEnd], as: UTF8.self)
    text = String(decoding: bytes[..<marks.contentStart], as: UTF8.self)
  }

  /// Whether quote marks are in the lead.
  var isQuote: Bool { marks.quoteDepth > 0 }
  /// How many quotes the line is in.
  var quoteDepth: Int { marks.quoteDepth }
  /// The item's marker, if there is one.
  var marker: Marker? { marks.marker }
  /// The marker's place.
  var markerRange: Range<Int> { marks.markerRange }
  /// Whether the task box is checked; nil without one.
  var isChecked: Bool? { marks.isChecked }
  /// The task box's place.
  var boxRange: Range<Int> { marks.boxRange }
  /// Where the text begins.
  var contentStart: Int { marks.contentStart }
  /// Whether the line is an item of a list.
  var isListItem: Bool { marks.marker != nil }

  /// How many columns the prefix takes.
  func columns(tabWidth: Int) -> Int {
    text.reduce(0) { $0 + ClusterWidth.columns(of: $1, at: $0, tabWidth: tabWidth) }
  }
}
