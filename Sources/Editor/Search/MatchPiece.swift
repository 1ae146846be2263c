/// A line, or a piece of a very long one, which a slow pattern is matched in by itself.
struct MatchPiece {
  /// The longest line that is matched as a whole, and the size of the pieces of longer ones.
  static let longest = 16 << 10
  /// How much further a match may reach that starts in a piece.
  static let overhang = 1 << 10

  /// Where its matches start.
  let range: Range<Int>
  /// What is read to find them.
  let readRange: Range<Int>
  private let line: Int
  private let number: Int
  /// Whether it is the last piece of its line.
  let isLast: Bool

  /// The piece that holds an offset.
  init(at offset: Int, in buffer: TextBuffer) {
    let line = buffer.line(at: offset)
    let place = min(offset, buffer.lineRange(line).upperBound) - buffer.lineStart(line)
    let number = max(0, place) / MatchPiece.longest
    let piece = MatchPiece(line: line, number: number, in: buffer)
    // A cut gives way to a cluster, so that the offset may lie after it.
    self =
      piece.isLast || offset < piece.range.upperBound
      ? piece : MatchPiece(line: line, number: number + 1, in: buffer)
  }

  private init(line: Int, number: Int, in buffer: TextBuffer) {
    let whole = buffer.lineRange(line)
    self.line = line
    self.number = number
    func cut(_ number: Int) -> Int {
      let place = whole.lowerBound + number * MatchPiece.longest
      return place >= whole.upperBound ? whole.upperBound : buffer.clusterStart(at: place)
    }
    range = cut(number)..<cut(number + 1)
    isLast = range.upperBound == whole.upperBound
    let end = min(whole.upperBound, range.upperBound + MatchPiece.overhang)
    readRange = range.lowerBound..<(isLast ? whole.upperBound : buffer.clusterStart(at: end))
  }

  /// The piece below; nil at the end of the text.
  func next(in buffer: TextBuffer) -> MatchPiece? {
    if !isLast { return MatchPiece(line: line, number: number + 1, in: buffer) }
    return line + 1 < buffer.lineCount ? MatchPiece(line: line + 1, number: 0, in: buffer) : nil
  }

  /// The piece above; nil at the beginning of the text.
  func previous(in buffer: TextBuffer) -> MatchPiece? {
    if number > 0 { return MatchPiece(line: line, number: number - 1, in: buffer) }
    return line > 0 ? MatchPiece(at: buffer.lineRange(line - 1).upperBound, in: buffer) : nil
  }
}
