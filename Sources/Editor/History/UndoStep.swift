/// One replacement that was performed, with what it removed: it can be undone.
struct UndoEdit: Hashable, Sendable, Codable {
  /// Where it happened, in UTF-8 bytes.
  var offset: Int
  /// The text that was there before.
  var removed: String
  /// The text that is there after.
  var inserted: String

  /// The change that performs the edit.
  var forward: TextChange {
    TextChange(range: offset..<offset + removed.utf8.count, replacement: inserted)
  }

  /// The edit with its roles exchanged.
  var inverse: UndoEdit { UndoEdit(offset: offset, removed: inserted, inserted: removed) }

  /// The bytes of text it keeps.
  var cost: Int { removed.utf8.count + inserted.utf8.count }

  /// Makes this and the following edit one, when they touch.
  ///
  /// - Returns: Whether the other is now part of this one.
  mutating func absorb(_ next: UndoEdit) -> Bool {
    let end = offset + inserted.utf8.count
    let nextEnd = next.offset + next.removed.utf8.count
    if next.offset == end, next.removed.isEmpty {
      inserted += next.inserted
      return true
    }
    if next.offset >= offset, nextEnd == end, next.removed.utf8.count < inserted.utf8.count {
      // What is erased at the end, as when typing, costs no more in a long text.
      inserted.removeLast(bytes: next.removed.utf8.count)
      inserted += next.inserted
      return true
    }
    // Edits that are long stay apart: joining many of them would copy the text for each.
    guard cost <= UndoEdit.longestJoined else { return false }
    if next.offset >= offset, nextEnd <= end {
      let text = Array(inserted.utf8)
      inserted =
        UndoEdit.string(text[..<(next.offset - offset)]) + next.inserted
        + UndoEdit.string(text[(nextEnd - offset)...])
      return true
    }
    if nextEnd == offset, inserted.isEmpty, next.inserted.isEmpty {
      removed = next.removed + removed
      offset = next.offset
      return true
    }
    if next.offset == end, next.inserted.isEmpty, inserted.isEmpty {
      removed += next.removed
      return true
    }
    return false
  }

  /// The most bytes of an edit that others are joined with anywhere but at its end.
  private static let longestJoined = 4 << 10

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

/// What one `u` undoes.
struct UndoStep: Hashable, Sendable, Codable {
  /// In the order in which they were performed.
  var edits: [UndoEdit]
  /// The cursor before the first edit.
  var cursorBefore: Int
  /// The cursor after the last edit.
  var cursorAfter: Int

  /// The step that undoes this one.
  var inverse: UndoStep {
    UndoStep(
      edits: edits.reversed().map(\.inverse), cursorBefore: cursorAfter,
      cursorAfter: cursorBefore)
  }

  /// What performing it costs, in steps of a `WorkMeter`.
  var work: Int { edits.reduce(0) { $0 + 2 + $1.cost >> 8 } }

  /// About how many bytes the step keeps.
  var cost: Int { edits.reduce(48) { $0 + $1.cost + 48 } }
}
