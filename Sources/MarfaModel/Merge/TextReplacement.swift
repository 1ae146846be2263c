/// A stretch of a text and what takes its place.
///
/// A list of replacements is for one text: all ranges are offsets in the text before any of them,
/// in rising order, and no two overlap. Performed from the last to the first, none moves another.
///
/// ```swift
/// let replacement = TextReplacement(range: 0..<3, text: "Wheat")  // UTF-8 bytes
/// let bread = TextReplacement.apply([replacement], to: "Rye bread")
/// ```
public struct TextReplacement: Hashable, Sendable {
  /// UTF-8 offsets from the start of the text, on scalar boundaries; may be empty.
  public var range: Range<Int>
  /// The new text; empty for a deletion.
  public var text: String

  /// A text in place of a range.
  public init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }

  /// Performs replacements of one text; linear in the text.
  ///
  /// - Precondition: The ranges are in the text and in rising order.
  /// - Returns: The new text.
  public static func apply(_ replacements: [TextReplacement], to text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var next = 0
    for replacement in replacements {
      result += bytes[next..<replacement.range.lowerBound]
      result += replacement.text.utf8
      next = replacement.range.upperBound
    }
    result += bytes[next...]
    return String(decoding: result, as: UTF8.self)
  }

  /// Joins neighbours until there are at most `limit`; what lay between them is replaced by itself.
  ///
  /// - Parameters:
  ///   - replacements: Replacements of the text.
  ///   - limit: At least 1.
  ///   - text: The text before them.
  /// - Returns: Replacements that give the same text.
  static func joined(
    _ replacements: [TextReplacement], limit: Int, in text: String
  ) -> [TextReplacement] {
    guard replacements.count > limit else { return replacements }
    let bytes = Array(text.utf8)
    let size = (replacements.count + limit - 1) / limit
    return stride(from: 0, to: replacements.count, by: size).map { start in
      let group = replacements[start..<min(start + size, replacements.count)]
      var joined = replacements[start]
      for next in group.dropFirst() {
        joined.text += String(
          decoding: bytes[joined.range.upperBound..<next.range.lowerBound], as: UTF8.self)
        joined.text += next.text
        joined.range = joined.range.lowerBound..<next.range.upperBound
      }
      return joined
    }
  }

  /// The replacements that make one text of another: words, with or without their common ends.
  ///
  /// Texts of more than 256 KiB are compared by their ends only.
  ///
  /// - Parameters:
  ///   - old: The text before.
  ///   - new: The text after.
  ///   - offset: Where the old text begins in the whole text.
  ///   - takesWholeWords: Whether words are replaced with their common ends.
  /// - Returns: Replacements for the whole text; none when the texts are equal.
  static func differences(
    from old: String, to new: String, at offset: Int, takesWholeWords: Bool = false
  ) -> [TextReplacement] {
    if old.isSame(as: new) { return [] }
    guard !old.isEmpty, !new.isEmpty,
      old.utf8.count + new.utf8.count <= ThreeWayMerge.maximumWordBytes
    else { return [trimmed(old, new, at: offset)] }
    let (before, after) = (TextTokens.words(of: old), TextTokens.words(of: new))
    let partners = TokenAlignment.partners(before, after) + [after.count]
    var result: [TextReplacement] = []
    var (place, start, next) = (offset, 0, 0)
    for (index, partner) in partners.enumerated() {
      guard let partner else { continue }
      let removed = before[start..<index].map(\.text).joined()
      let added = after[next..<partner].map(\.text).joined()
      if !removed.isSame(as: added) {
        let whole = TextReplacement(range: place..<place + removed.utf8.count, text: added)
        result.append(takesWholeWords ? whole : trimmed(removed, added, at: place))
      }
      place += removed.utf8.count
      if index < before.count { place += before[index].text.utf8.count }
      (start, next) = (index + 1, partner + 1)
    }
    return result
  }

  /// One replacement, without the characters that both texts begin or end with.
  private static func trimmed(_ old: String, _ new: String, at offset: Int) -> TextReplacement {
    let (a, b) = (old[...], new[...])
    var (i, j) = (a.startIndex, b.startIndex)
    while i < a.endIndex, j < b.endIndex, a[i].hasSameBytes(as: b[j]) {
      (i, j) = (a.index(after: i), b.index(after: j))
    }
    var (m, n) = (a.endIndex, b.endIndex)
    while i < m, j < n {
      let (k, l) = (a.index(before: m), b.index(before: n))
      guard a[k].hasSameBytes(as: b[l]) else { break }
      (m, n) = (k, l)
    }
    let lower = offset + a[..<i].utf8.count
    return TextReplacement(range: lower..<lower + a[i..<m].utf8.count, text: String(b[j..<n]))
  }
}

extension Character {
  fileprivate func hasSameBytes(as other: Character) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
