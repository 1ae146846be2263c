extension Surface {
  /// The emoji of several code points in a row, from the left; cost is linear in the columns.
  public func emojiSequences(
    inRow row: Int
  ) -> [(columns: Range<Int>, character: Character, sequence: EmojiSequence)] {
    guard (0..<size.rows).contains(row) else { return [] }
    let start = row * size.columns
    var result: [(columns: Range<Int>, character: Character, sequence: EmojiSequence)] = []
    for column in 0..<size.columns {
      let cell = packed[start + column]
      guard cell.glyph.isCluster, !cell.isContinuation else { continue }
      let character = cell.glyph.character
      guard let sequence = EmojiSequence(character) else { continue }
      result.append((column..<column + width(at: column, row: row), character, sequence))
    }
    return result
  }
}
