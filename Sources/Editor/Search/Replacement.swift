/// A match, and what replaces it.
struct Replacement: Hashable, Sendable {
  /// The match, in UTF-8 bytes.
  var range: Range<Int>
  /// What is there afterwards; empty when only the match is looked for.
  var text = ""
}

extension Replacement {
  /// The same in a text that has more before it.
  func moved(by distance: Int) -> Replacement {
    Replacement(
      range: range.lowerBound + distance..<range.upperBound + distance, text: text)
  }
}

extension [Replacement] {
  /// Follows a change of the text; a match that the change reaches into is none any more.
  mutating func apply(_ change: TextChange) {
    self = compactMap { replacement in
      let range = replacement.range
      if range.upperBound <= change.range.lowerBound { return replacement }
      return range.lowerBound >= change.range.upperBound
        ? replacement.moved(by: change.growth) : nil
    }
  }

  /// The edits that perform all, from the first place of the text to the last, one after the other.
  func edits(in buffer: TextBuffer) -> [UndoEdit] {
    let ordered = sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard let first = ordered.first, let last = ordered.last else { return [] }
    let start = first.range.lowerBound
    let bytes = buffer.bytes(in: start..<Swift.max(start, last.range.upperBound))
    var growth = 0
    return ordered.map { replacement in
      let range = replacement.range
      defer { growth += replacement.text.utf8.count - range.count }
      return UndoEdit(
        offset: range.lowerBound + growth,
        removed: String(
          decoding: bytes[range.lowerBound - start..<range.upperBound - start], as: UTF8.self),
        inserted: replacement.text)
    }
  }
}
