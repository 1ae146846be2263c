/// Exchanges the order of my edits and a change made after them elsewhere.
///
/// For edits E that end in a state, and changes R made in that state, it finds E′ and R′ such that
/// R′ then E′ gives the same text as E then R. What R deletes of E's insertion is no longer E's; an
/// insertion of R inside E's stays R's, so that undoing E leaves it.
enum UndoRebase {
  /// Exchanges a sequence of edits and a sequence of changes.
  ///
  /// - Parameters:
  ///   - edits: In the order in which they were performed.
  ///   - changes: Sequential, for the text that the edits left.
  ///   - budget: How many exchanges may be done; what was done is taken from it.
  /// - Returns: Both, the changes first; nil when there are more exchanges to do.
  static func rebase(
    _ edits: [UndoEdit], over changes: [TextChange], budget: inout Int
  ) -> (edits: [UndoEdit], changes: [TextChange])? {
    var edits = edits
    var moved: [TextChange] = []
    for change in changes {
      for part in split(change) {
        guard let (newEdits, newChanges) = exchange(edits, part, &budget) else { return nil }
        edits = newEdits
        moved += newChanges
      }
    }
    return (edits, moved)
  }

  /// Where an offset is after changes.
  static func map(_ offset: Int, over changes: [TextChange]) -> Int {
    changes.reduce(offset) { $1.mapped($0, bias: .before) }
  }

  /// A replacement as a deletion and then an insertion.
  private static func split(_ change: TextChange) -> [TextChange] {
    let insertion = TextChange(
      range: change.range.lowerBound..<change.range.lowerBound, replacement: change.replacement)
    if change.range.isEmpty { return [insertion] }
    let deletion = TextChange(range: change.range, replacement: "")
    return change.replacement.isEmpty ? [deletion] : [deletion, insertion]
  }

  /// Moves one change back over edits, from the last edit to the first.
  private static func exchange(
    _ edits: [UndoEdit], _ change: TextChange, _ budget: inout Int
  ) -> ([UndoEdit], [TextChange])? {
    var result: [UndoEdit] = []
    var changes = [change]
    for edit in edits.reversed() {
      // Changes that cut an edit are moved back over the parts before them, too.
      budget -= changes.count * (changes.count + edit.inserted.utf8.count >> 8)
      if budget < 0 { return nil }
      let (parts, moved) = exchange(edit, over: changes)
      // Backwards, so that a step of many edits is not moved for each of them.
      result += parts.reversed().filter { !($0.removed.isEmpty && $0.inserted.isEmpty) }
      changes = moved
    }
    return (result.reversed(), changes)
  }

  /// Moves changes back over one edit, which they may cut into parts.
  private static func exchange(
    _ edit: UndoEdit, over changes: [TextChange]
  ) -> ([UndoEdit], [TextChange]) {
    var parts = [edit]
    var moved: [TextChange] = []
    for change in changes {
      let (newParts, back) =
        parts.count == 1 ? exchange(parts[0], change) : exchangeParts(parts, change)
      parts = newParts
      moved += back
    }
    return (parts, moved)
  }

  /// Moves one change back over the parts of an edit, each of which it may cut again.
  private static func exchangeParts(
    _ parts: [UndoEdit], _ change: TextChange
  ) -> ([UndoEdit], [TextChange]) {
    var unlimited = Int.max
    return exchange(parts, change, &unlimited) ?? (parts, [change])
  }

  private static func exchange(
    _ edit: UndoEdit, _ change: TextChange
  ) -> ([UndoEdit], [TextChange]) {
    change.range.isEmpty
      ? exchange(edit, insertion: change) : exchange(edit, deletion: change.range)
  }

  private static func exchange(
    _ edit: UndoEdit, insertion change: TextChange
  ) -> ([UndoEdit], [TextChange]) {
    let position = change.range.lowerBound
    let (inserted, removed) = (edit.inserted.utf8.count, edit.removed.utf8.count)
    var moved = edit
    if position <= edit.offset {
      moved.offset += change.replacement.utf8.count
      return ([moved], [change])
    }
    if position >= edit.offset + inserted {
      let back = position - inserted + removed
      return ([edit], [TextChange(range: back..<back, replacement: change.replacement)])
    }
    let text = Array(edit.inserted.utf8)
    let cut = position - edit.offset
    moved.inserted = String(decoding: text[..<cut], as: UTF8.self)
    let rest = UndoEdit(
      offset: position + change.replacement.utf8.count, removed: "",
      inserted: String(decoding: text[cut...], as: UTF8.self))
    let back = edit.offset + removed
    return ([moved, rest], [TextChange(range: back..<back, replacement: change.replacement)])
  }

  private static func exchange(
    _ edit: UndoEdit, deletion range: Range<Int>
  ) -> ([UndoEdit], [TextChange]) {
    let mine = edit.offset..<edit.offset + edit.inserted.utf8.count
    let removed = edit.removed.utf8.count
    var moved = edit
    var back: [TextChange] = []
    if range.upperBound > mine.upperBound {
      let start = max(range.lowerBound, mine.upperBound) - mine.count + removed
      let end = range.upperBound - mine.count + removed
      back.append(TextChange(range: start..<end, replacement: ""))
    }
    if range.overlaps(mine) {
      let part = range.clamped(to: mine)
      let text = Array(edit.inserted.utf8)
      moved.inserted =
        String(decoding: text[..<(part.lowerBound - mine.lowerBound)], as: UTF8.self)
        + String(decoding: text[(part.upperBound - mine.lowerBound)...], as: UTF8.self)
    }
    if range.lowerBound < mine.lowerBound {
      let left = range.lowerBound..<min(range.upperBound, mine.lowerBound)
      back.append(TextChange(range: left, replacement: ""))
      moved.offset -= left.count
    }
    return ([moved], back)
  }
}
