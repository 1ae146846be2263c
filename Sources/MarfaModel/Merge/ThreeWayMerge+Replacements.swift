extension ThreeWayMerge {
  /// What makes this side's text the merged one, each changed place on its own, so that whatever
  /// points into this side's text can be kept where it is.
  ///
  /// Where the sides contradict each other this side's text stays. Cost is near linear in what
  /// changed.
  ///
  /// - Parameters:
  ///   - limit: The most replacements; more are joined with their neighbours.
  ///   - takesWholeWords: Whether a word that differs is replaced as a whole, so that two that are
  ///     put in its place at the same time do not mix; else without the letters that it begins and
  ///     ends with.
  /// - Returns: Replacements for `mine`, in rising order.
  public func replacements(
    limit: Int = .max, takesWholeWords: Bool = false
  ) -> [TextReplacement] {
    var result: [TextReplacement] = []
    var offset = 0
    for (hunk, mine) in zip(hunks, replaced) {
      switch hunk {
      case .unchanged, .changed(_, by: .mine): break
      case .changed(let text, _):
        result += TextReplacement.differences(
          from: mine, to: text, at: offset, takesWholeWords: takesWholeWords)
      case .conflict(let conflict): result += Self.replacements(in: conflict, at: offset)
      }
      offset += mine.utf8.count
    }
    guard result.count > limit else { return result }
    return TextReplacement.joined(result, limit: max(1, limit), in: replaced.joined())
  }

  private static func replacements(in conflict: Conflict, at start: Int) -> [TextReplacement] {
    var result: [TextReplacement] = []
    var offset = start
    for words in conflict.words {
      if let merged = words.merged {
        result += TextReplacement.differences(from: words.mine, to: merged, at: offset)
      }
      offset += words.mine.utf8.count
    }
    return result
  }
}
