/// Forced row breaks in lines that are too long to lay out at each key.
///
/// A line longer than 16 KiB is cut into segments of 4 to 16 KiB, each laid out by itself, so that
/// an edit in a line of megabytes costs as much as one in a short line. The breaks are offsets that
/// follow the text; a row ends early at one, and no text is hidden.
struct LongLineBreaks: Hashable, Sendable {
  static let longest = 16 << 10
  static let cut = 4 << 10

  /// The offsets of the breaks, ascending.
  private(set) var offsets: [Int] = []

  /// Finds the long lines of a text; linear, about a millisecond for 10 MB.
  init(_ buffer: TextBuffer) {
    var lineStart = 0
    var position = 0
    var found: [Range<Int>] = []
    buffer.forEachChunk(in: 0..<buffer.byteCount) { chunk in
      var index = 0
      while let feed = chunk[index...].firstIndex(of: 0x0a) {
        if position + feed - lineStart > LongLineBreaks.longest {
          found.append(lineStart..<position + feed)
        }
        lineStart = position + feed + 1
        index = feed + 1
      }
      position += chunk.count
    }
    if buffer.byteCount - lineStart > LongLineBreaks.longest {
      found.append(lineStart..<buffer.byteCount)
    }
    for line in found { cut(line, buffer) }
  }

  /// The part of a line between two breaks that holds an offset.
  func segment(of line: Range<Int>, at offset: Int) -> Range<Int> {
    if offsets.isEmpty { return line }
    let index = firstIndex(above: offset)
    let lower = index > 0 ? max(line.lowerBound, offsets[index - 1]) : line.lowerBound
    let upper = index < offsets.count ? min(line.upperBound, offsets[index]) : line.upperBound
    // An offset in the line's end (between its text and the next line) belongs to the last part.
    return min(lower, upper)..<upper
  }

  /// Follows a change of the text; the buffer is the one after it.
  mutating func apply(_ change: TextChange, buffer: TextBuffer) {
    if !offsets.isEmpty {
      for index in offsets.indices { offsets[index] = change.mapped(offsets[index], bias: .after) }
      var last = -1
      // Only near the change can a break have come to lie inside a cluster.
      let end = change.range.lowerBound + change.replacement.utf8.count
      let near = change.range.lowerBound - 1024...end + 1024
      offsets.removeAll { offset in
        defer { last = offset }
        return offset == last || offset <= 0 || offset >= buffer.byteCount
          || (near.contains(offset) && !buffer.isBoundary(offset))
      }
    }
    let end = change.range.lowerBound + change.replacement.utf8.count
    var start = change.range.lowerBound
    // The lines between the first and the last lie inside what was inserted.
    for part in LongLineBreaks.longRuns(in: start..<end, of: buffer) {
      cutLine(from: start, to: start, buffer)
      cutLine(from: part.lowerBound, to: part.upperBound, buffer)
      start = part.upperBound
    }
    cutLine(from: start, to: start, buffer)
    if end > start { cutLine(from: end, to: end, buffer) }
  }

  /// The stretches of a range without a line feed that are too long.
  private static func longRuns(in range: Range<Int>, of buffer: TextBuffer) -> [Range<Int>] {
    guard range.count > longest else { return [] }
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    var position = start
    buffer.forEachChunk(in: range) { chunk in
      for (index, byte) in chunk.enumerated() where byte == 0x0a {
        if position + index - start > longest { runs.append(start..<position + index) }
        start = position + index + 1
      }
      position += chunk.count
    }
    if range.upperBound - start > longest { runs.append(start..<range.upperBound) }
    return runs
  }

  /// Cuts the parts of a line from one offset to another that are too long.
  private mutating func cutLine(from start: Int, to end: Int, _ buffer: TextBuffer) {
    let line = buffer.lineRange(around: start)
    var offset = start
    repeat {
      let part = segment(of: line, at: min(offset, line.upperBound))
      if part.count > LongLineBreaks.longest { cut(part, buffer) }
      offset = max(part.upperBound, offset) + 1
    } while offset <= min(end, line.upperBound)
  }

  private mutating func cut(_ range: Range<Int>, _ buffer: TextBuffer) {
    var new: [Int] = []
    var position = range.lowerBound + LongLineBreaks.cut
    while position + LongLineBreaks.cut / 2 < range.upperBound {
      let start = buffer.clusterStart(at: position)
      new.append(LongLineBreaks.afterSpace(near: start, buffer))
      position = start + LongLineBreaks.cut
    }
    offsets.insert(contentsOf: new, at: firstIndex(above: range.lowerBound))
  }

  /// The place after the last space of the 200 bytes before an offset, or the offset itself.
  private static func afterSpace(near offset: Int, _ buffer: TextBuffer) -> Int {
    let start = max(0, offset - 200)
    let window = buffer.bytes(in: start..<offset)
    return window.lastIndex(of: 0x20).map { start + $0 + 1 } ?? offset
  }

  private func firstIndex(above offset: Int) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
