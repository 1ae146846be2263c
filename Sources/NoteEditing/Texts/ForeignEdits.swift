import Editor
import MarfaSDK

/// Replacements of a text that somebody else made, brought up to date with what is typed meanwhile.
package struct ForeignEdits: Hashable, Sendable {
  /// For one text: in rising order, none overlaps another.
  package private(set) var replacements: [TextReplacement]
  /// Whether something was typed inside one of them.
  package private(set) var isTouched = false

  /// Takes replacements of one text, in rising order.
  package init(_ replacements: [TextReplacement]) { self.replacements = replacements }

  /// The same as changes that are made one after the other, the last in the text first.
  package var changes: [TextChange] {
    replacements.reversed().map { TextChange(range: $0.range, replacement: $0.text) }
  }

  /// Moves the replacements to where they belong after the person's changes.
  ///
  /// What was typed stays, and what both deleted is deleted once. At the place of an insertion of
  /// both what was typed comes first, so that what a person types stays together.
  ///
  /// - Parameter changes: Sequential, from the text that the replacements are for.
  package mutating func rebase(over changes: [TextChange]) {
    for change in changes {
      replacements = replacements.flatMap { moved($0, over: change) }
    }
  }

  private mutating func moved(
    _ edit: TextReplacement, over change: TextChange
  ) -> [TextReplacement] {
    let isAtOnePlace = edit.range.isEmpty && edit.range == change.range
    if edit.range.upperBound <= change.range.lowerBound, !isAtOnePlace { return [edit] }
    if edit.range.lowerBound >= change.range.upperBound { return [edit.shifted(by: change.growth)] }
    isTouched = true
    return edit.parted(by: change)
  }
}

extension TextReplacement {
  fileprivate func shifted(by bytes: Int) -> TextReplacement {
    TextReplacement(range: range.lowerBound + bytes..<range.upperBound + bytes, text: text)
  }

  /// The parts before and after a change that overlaps it; the new text goes with the first.
  fileprivate func parted(by change: TextChange) -> [TextReplacement] {
    let (start, end) = (change.range.lowerBound, change.range.upperBound)
    let first = TextReplacement(range: min(range.lowerBound, start)..<start, text: text)
    let rest = TextReplacement(range: end..<max(end, range.upperBound), text: "")
    return [first, rest.shifted(by: change.growth)]
      .filter { !($0.range.isEmpty && $0.text.isEmpty) }
  }
}
