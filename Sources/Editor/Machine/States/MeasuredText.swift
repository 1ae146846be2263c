/// The text, with what is measured of it: breaks of long lines and the blocks that lines are in.
struct MeasuredText: Sendable {
  /// The text.
  private(set) var buffer: TextBuffer
  /// Where rows end early in lines that are too long.
  private(set) var breaks: LongLineBreaks
  /// Which block each line is in, as far as it was read.
  private(set) var blocks = BlockStates()

  /// Measures a text; linear in its length.
  init(_ text: String) {
    buffer = TextBuffer(text)
    breaks = LongLineBreaks(buffer)
  }

  /// Performs a change.
  mutating func apply(_ change: TextChange) {
    blocks.willApply(change, to: buffer)
    buffer.apply(change)
    blocks.didApply(change, to: buffer)
    breaks.apply(change, buffer: buffer)
  }

  /// Performs many changes in one walk over the text.
  mutating func apply(_ set: ChangeSet) {
    buffer = set.applied(to: buffer)
    blocks = BlockStates()
    breaks = LongLineBreaks(buffer)
  }

  /// Reads the blocks above a line and keeps them; linear in what was not yet read.
  mutating func prepareBlocks(upTo line: Int) { blocks.prepare(upTo: line, in: buffer) }
}
