import NoteMarkup

/// Which lines are in fenced blocks or front matter, remembered at intervals.
///
/// States are found by reading lines from the nearest remembered one at least `lookBack` lines
/// above, which also tells the list and the paragraph that a line is in. What is remembered after
/// an edit stays valid unless the edit touches a line that opens or closes a block.
struct BlockStates: Sendable {
  /// Lines between two remembered states.
  static let interval = 512
  /// Lines read above a line at least, so that its list and its paragraph are known.
  static let lookBack = 32

  /// The state before a line.
  private struct Checkpoint {
    var line: Int
    var offset: Int
    var state: BlockState

    /// Whether a place below is worth a state of its own: by lines, or by bytes if they are long.
    func isFar(from line: Int, _ offset: Int) -> Bool {
      line - self.line >= BlockStates.interval || offset - self.offset >= 64 << 10
    }
  }

  private var checkpoints: [Checkpoint] = []
  /// The state before the first line; nil while it is not known.
  private var beginning: BlockState?
  private var touchesFence = false
  private var linesBefore = 0
  /// Lines read since the start, for tests of the cost.
  private(set) var linesRead = 0

  /// Forgets nothing yet: looks at what a change will remove.
  mutating func willApply(_ change: TextChange, to buffer: TextBuffer) {
    linesBefore = buffer.lineCount
    touchesFence = BlockStates.mayTurn(change.range, in: buffer)
  }

  /// Moves or forgets the states after a change; the buffer is the one after it.
  mutating func didApply(_ change: TextChange, to buffer: TextBuffer) {
    let start = change.range.lowerBound
    let end = start + change.replacement.utf8.count
    let turns = touchesFence || BlockStates.mayTurn(start..<end, in: buffer)
    let growth = buffer.lineCount - linesBefore
    if turns {
      beginning = nil
      checkpoints.removeAll { $0.offset > start }
      return
    }
    checkpoints.removeAll { $0.offset > start && $0.offset <= change.range.upperBound }
    for index in checkpoints.indices where checkpoints[index].offset > start {
      checkpoints[index].line += growth
      checkpoints[index].offset += change.growth
    }
  }

  /// Remembers the states up to a line, so that they need not be read again.
  mutating func prepare(upTo line: Int, in buffer: TextBuffer) {
    let first = beginning ?? BlockStates.beginning(of: buffer)
    beginning = first
    var last = checkpoints.last ?? Checkpoint(line: 0, offset: 0, state: first)
    let end = buffer.lineStart(min(line, buffer.lineCount - 1))
    guard last.isFar(from: line, end) else { return }
    linesRead += line - last.line
    BlockStates.read(buffer, from: last.offset, to: end, line: last.line, state: last.state) {
      line, offset, state in
      if last.isFar(from: line, offset) {
        last = Checkpoint(line: line, offset: offset, state: state.remembered)
        checkpoints.append(last)
      }
    }
  }

  /// The state before a line: of a closing fence, that of the block.
  func state(atLine line: Int, in buffer: TextBuffer) -> BlockState {
    let near = nearest(line - BlockStates.lookBack, in: buffer)
    let end = buffer.lineStart(min(line, buffer.lineCount - 1))
    return BlockStates.read(
      buffer, from: near.offset, to: end, line: near.line, state: near.state
    ) { _, _, _ in }
  }

  private func nearest(_ line: Int, in buffer: TextBuffer) -> Checkpoint {
    var (low, high) = (0, checkpoints.count)
    while low < high {
      let middle = (low + high) / 2
      if checkpoints[middle].line <= line { low = middle + 1 } else { high = middle }
    }
    if low > 0 { return checkpoints[low - 1] }
    let first = beginning ?? BlockStates.beginning(of: buffer)
    return Checkpoint(line: 0, offset: 0, state: first)
  }

  /// The state before the first line: whether there is front matter, and an end of it.
  private static func beginning(of buffer: TextBuffer) -> BlockState {
    let head = buffer.bytes(in: 0..<min(buffer.byteCount, FrontMatterExtent.maximumBytes + 8))
    let hasFrontMatter = head.withUnsafeBufferPointer { FrontMatterExtent.find(in: $0) != nil }
    return hasFrontMatter ? .frontMatterStart : .text
  }

  /// Whether the lines of a range hold a mark that may open or close a block.
  private static func mayTurn(_ range: Range<Int>, in buffer: TextBuffer) -> Bool {
    let hasFrontMatter = (0..<3).allSatisfy { buffer.byte(at: $0) == 0x2d }
    let lower = buffer.lineStart(around: range.lowerBound)
    if lower == 0, hasFrontMatter { return true }
    // Only the beginnings of lines count, so that a long line is not read whole.
    let isOneLine = range.isEmpty || buffer.lineStart(around: range.upperBound) == lower
    let end = isOneLine ? lower : range.upperBound
    let upper = min(buffer.byteCount, end + 64)
    let marks: [UInt8] = hasFrontMatter ? [0x60, 0x7e, 0x2d, 0x2e] : [0x60, 0x7e]
    var run: (byte: UInt8, count: Int) = (0, 0)
    return !buffer.visitChunks(in: lower..<upper) { chunk in
      for byte in chunk {
        // A fenced block ends with the quote that it is in.
        if byte == UInt8(ascii: ">") { return false }
        run = byte == run.byte ? (byte, run.count + 1) : (byte, 1)
        if run.count >= 3, marks.contains(byte) { return false }
      }
      return true
    }
  }
}

// MARK: - Reading

extension BlockStates {
  /// Reads lines and passes on the state before each that starts inside.
  ///
  /// - Returns: The state at the end.
  @discardableResult
  private static func read(
    _ buffer: TextBuffer, from start: Int, to end: Int, line: Int, state: BlockState,
    _ body: (_ line: Int, _ offset: Int, _ state: BlockState) -> Void
  ) -> BlockState {
    var reader = LineHeadReader(state: state, line: line, offset: start)
    buffer.forEachChunk(in: start..<max(start, end)) { chunk in
      reader.read(chunk, body)
    }
    return reader.state
  }
}

/// Collects the first bytes of each line, and turns the state with them.
private struct LineHeadReader {
  /// As much of a line as says what it is.
  static let headLength = 80

  var state: BlockState
  var line: Int
  var offset: Int
  private var head: [UInt8] = []

  init(state: BlockState, line: Int, offset: Int) {
    self.state = state
    self.line = line
    self.offset = offset
    head.reserveCapacity(LineHeadReader.headLength)
  }

  mutating func read(
    _ chunk: UnsafeBufferPointer<UInt8>, _ body: (Int, Int, BlockState) -> Void
  ) {
    var index = 0
    while index < chunk.count {
      let rest = UnsafeBufferPointer(rebasing: chunk[index...])
      let feed = rest.firstIndex(of: 0x0a)
      let length = feed ?? rest.count
      head.append(contentsOf: rest.prefix(min(length, LineHeadReader.headLength - head.count)))
      index += length
      offset += length
      guard feed != nil else { return }
      index += 1
      offset += 1
      _ = state.read(head)
      line += 1
      head.removeAll(keepingCapacity: true)
      body(line, offset, state)
    }
  }
}

extension BlockState {
  /// Reads the line that starts at an offset, by its first bytes.
  mutating func read(lineAt start: Int, in buffer: TextBuffer) -> MarkdownLine {
    let window = buffer.bytes(in: start..<min(buffer.byteCount, start + LineHeadReader.headLength))
    return read(Array(window.prefix { $0 != 0x0a }))
  }
}
