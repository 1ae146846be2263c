import MarfaSDK

/// The difference of two states of a note word by word, for a person: a changed line is shown once,
/// with what was removed and what was added in it.
///
/// In colours the words are red and green; without colours they are in `[-…-]` and `{+…+}`, as in
/// `git diff --word-diff`.
struct WordedDifference {
  private let difference: WordDifference
  private let head: [String]
  private let isColored: Bool

  /// Compares two states; nil when they are the same.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  ///   - isColored: Whether the output shows colours.
  ///   - time: Writes the time of a state.
  init?(
    from old: NoteRevision, to new: NoteRevision, isColored: Bool, time: (String) -> String
  ) {
    difference = WordDifference(
      from: UnifiedDifference.document(old), to: UnifiedDifference.document(new))
    if difference.isEmpty { return nil }
    head = UnifiedDifference.head(from: old, to: new, time: time)
    self.isColored = isColored
  }

  /// The lines, without line breaks.
  var lines: [PaintedText] {
    var result = head.map(UnifiedDifference.painted)
    var skipped = 0
    for (index, line) in difference.lines.enumerated() {
      guard isNearChange(index) else {
        skipped += 1
        continue
      }
      if skipped > 0 { result.append(gap(skipped)) }
      skipped = 0
      result.append(painted(line))
    }
    if skipped > 0 { result.append(gap(skipped)) }
    return result
  }

  private func isNearChange(_ index: Int) -> Bool {
    let first = max(0, index - UnifiedDifference.contextCount)
    let end = min(difference.lines.count, index + UnifiedDifference.contextCount + 1)
    return difference.lines[first..<end].contains { !$0.isSame }
  }

  private func gap(_ count: Int) -> PaintedText {
    PaintedText(
      count == 1 ? "… 1 line is the same" : "… \(count) lines are the same", ListStyle.place)
  }

  private func painted(_ line: WordDifference.Line) -> PaintedText {
    line.pieces.reduce(into: PaintedText()) { $0 += painted($1) }
  }

  private func painted(_ piece: WordDifference.Piece) -> PaintedText {
    switch piece.kind {
    case .same: PaintedText(piece.text)
    case .removed:
      isColored
        ? PaintedText(piece.text, ListStyle.removedWord) : PaintedText("[-\(piece.text)-]")
    case .added:
      isColored ? PaintedText(piece.text, ListStyle.added) : PaintedText("{+\(piece.text)+}")
    }
  }
}
