import MarfaModel

/// Carries what somebody changed in an older text over to the text as it is now.
///
/// What others wrote meanwhile stays, also inside a stretch that was replaced; where both wrote at
/// one place both are kept, and what is the same in both is there once.
enum TextRebase {
  /// More replacements than this are joined with their neighbours.
  private static let limit = 1_000

  /// The edits of the present text.
  ///
  /// - Parameters:
  ///   - base: The text that was changed.
  ///   - sent: What it was changed to.
  ///   - present: What became of the base meanwhile.
  /// - Returns: Replacements for `present`, in rising order.
  static func edits(from base: String, to sent: String, in present: String) -> [TextReplacement] {
    let wanted = replacements(from: base, to: sent)
    let made = replacements(from: base, to: present)
    guard !made.isEmpty else { return wanted }
    let stretches = Stretch.all(of: base, after: made)
    return wanted.flatMap { wanted in
      joined(wanted, made, stretches)
        ?? rebased(wanted, stretches, end: present.utf8.count)
    }
  }

  /// The edits of what others wrote at the same place and which is much the same; nil where there
  /// is no such.
  private static func joined(
    _ wanted: TextReplacement, _ made: [TextReplacement], _ stretches: [Stretch]
  ) -> [TextReplacement]? {
    guard let index = made.firstIndex(where: { $0.range == wanted.range }) else { return nil }
    // What is before a replacement is still there, and ends where the new text begins.
    let start = stretches[index].present + stretches[index].base.count
    return SharedWords.edits(of: made[index].text, adding: wanted.text)?.map { edit in
      TextReplacement(
        range: start + edit.range.lowerBound..<start + edit.range.upperBound, text: edit.text)
    }
  }

  private static func replacements(from old: String, to new: String) -> [TextReplacement] {
    ThreeWayMerge(base: old, mine: old, theirs: new)
      .replacements(limit: limit, takesWholeWords: true)
  }

  private static func rebased(
    _ wanted: TextReplacement, _ stretches: [Stretch], end: Int
  ) -> [TextReplacement] {
    let lower = wanted.range.lowerBound
    // At the edge of what others wrote the stretch before it is meant.
    let place = stretches.first { $0.base.upperBound >= lower }
    let start = place.map { $0.present + max(0, lower - $0.base.lowerBound) } ?? end
    var edits = [TextReplacement(range: start..<start, text: wanted.text)]
    for stretch in stretches {
      let removed = stretch.base.clamped(to: wanted.range)
      guard !removed.isEmpty else { continue }
      let from = stretch.present + removed.lowerBound - stretch.base.lowerBound
      let range = from..<from + removed.count
      if edits.count == 1, edits[0].range.isEmpty, from == start {
        edits[0].range = range
      } else {
        edits.append(TextReplacement(range: range, text: ""))
      }
    }
    return edits.filter { !$0.range.isEmpty || !$0.text.isEmpty }
  }

  /// A stretch of the base that is still there.
  private struct Stretch {
    /// Its offsets in the base, in UTF-8.
    let base: Range<Int>
    /// Where it begins now.
    let present: Int

    static func all(of base: String, after made: [TextReplacement]) -> [Stretch] {
      var stretches: [Stretch] = []
      var (offset, shift) = (0, 0)
      for replacement in made {
        stretches.append(
          Stretch(base: offset..<replacement.range.lowerBound, present: offset + shift))
        offset = replacement.range.upperBound
        shift += replacement.text.utf8.count - replacement.range.count
      }
      stretches.append(Stretch(base: offset..<base.utf8.count, present: offset + shift))
      return stretches
    }
  }
}

extension TextReplacement {
  /// The same replacements by offsets in Unicode scalars.
  ///
  /// - Parameters:
  ///   - replacements: Replacements of the text, in rising order.
  ///   - text: The text.
  /// - Returns: Offsets and texts, in the same order.
  static func scalars(
    of replacements: [TextReplacement], in text: String
  ) -> [(from: Int, to: Int, text: String)] {
    var edges = replacements.flatMap { [$0.range.lowerBound, $0.range.upperBound] }[...]
    var offsets: [Int] = []
    var (bytes, count) = (0, 0)
    for scalar in text.unicodeScalars {
      while let edge = edges.first, edge <= bytes {
        offsets.append(count)
        edges.removeFirst()
      }
      if edges.isEmpty { break }
      bytes += UTF8.width(scalar)
      count += 1
    }
    while offsets.count < replacements.count * 2 { offsets.append(count) }
    return replacements.enumerated().map { index, replacement in
      (offsets[2 * index], offsets[2 * index + 1], replacement.text)
    }
  }
}
