extension ByteReader {
  /// Reads letters that continue what the last change inserted.
  ///
  /// - Parameter count: How many changes follow at most.
  /// - Returns: The letters; nil if another change follows, or none.
  mutating func letters(atMost count: Int) -> LetterRun? {
    typealias Mark = ChangeContext.EditMark
    typealias Side = ChangeContext.Side
    guard count > 0, context.endsWithInsertion, let left = context.left, let actor = context.actor
    else { return nil }
    let previous = ChangeID(
      clientSequence: context.clientSequence, serverSequence: context.serverSequence,
      lamport: context.lamport, actor: actor, others: context.vector)
    guard previous.hasRoom(for: count) else { return nil }
    let right = context.right == nil ? Side.none : Side.predicted
    let letters = letters(
      after: (0, ChangeContext.edit, Side.predicted | right << 2 | Mark.insertion | Mark.letter),
      atMost: count)
    guard !letters.isEmpty else { return nil }
    let run = LetterRun(
      previous: previous, text: context.target, left: left, right: context.right,
      letters: letters)
    context.end(run)
    return run
  }
}

extension ChangeID {
  /// Whether all numbers are still in range after `count` more changes.
  fileprivate func hasRoom(for count: Int) -> Bool {
    UInt64(clientSequence) + UInt64(count) <= UInt64(UInt32.max)
      && lamport + Int64(count) < Int64.max / 4 && serverSequence + Int64(count) < Int64.max / 2
  }
}
