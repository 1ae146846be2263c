/// The lines of a text, to tell how much of them another text has.
struct TextLikeness: Hashable {
  /// Bytes by line; a line counts as often as it is there.
  private var lines: [Substring: Int] = [:]
  private var byteCount = 0

  /// Reads a text; blank lines say nothing.
  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      lines[line, default: 0] += line.utf8.count
      byteCount += line.utf8.count
    }
  }

  /// How much two texts have in common.
  ///
  /// - Parameter other: The other text.
  /// - Returns: The bytes of common lines as a part of both, 0…1; 0 where fewer than two lines are
  ///   the same, which may be chance.
  func likeness(to other: TextLikeness) -> Double {
    guard 2 * min(byteCount, other.byteCount) > (byteCount + other.byteCount) / 2 else { return 0 }
    let common = lines.compactMap { line, bytes in other.lines[line].map { min(bytes, $0) } }
    guard common.count > 1 else { return 0 }
    return Double(2 * common.reduce(0, +)) / Double(byteCount + other.byteCount)
  }
}
