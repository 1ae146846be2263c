import Editor

/// Others in the text: what they change, and where everybody is.
extension NoteSession: SharedTextSession {
  /// Whether others may edit the text at the same time.
  package var isShared: Bool { source.isShared }

  package var buffer: TextBuffer { editor.buffer }

  package func perform(foreign changes: [TextChange]) {
    guard !changes.isEmpty else { return }
    editor.apply(foreign: changes)
    if isSettled { words.count(editor.buffer) }
    host.drawSoon()
  }

  package func hasArrival() { take(.arrived) }

  package func areHere(_ people: [PersonHere]) {
    let before = self.people
    self.people = people
    let carets = people.compactMap { person in
      guard person.showsCaret else { return nil as OtherCaret? }
      return person.caret ?? editor.others.first { $0.id == person.id }
    }
    // Who went to a character that is not here yet is shown there when it is.
    let isShown =
      carets == editor.others && before.count == people.count
      && zip(before, people).allSatisfy { $0.looks(like: $1) }
    editor.others = carets
    if !isShown { host.drawSoon() }
    if before.map(\.id) != people.map(\.id) { host.peopleChanged(in: self) }
  }

  /// Shows others where the person is; called as often as that may have changed.
  package func showCaret() {
    let head = editor.cursor
    // The character under the cursor belongs to what is selected.
    let anchor = editor.selectedRange.map {
      head < editor.selection.anchor ? $0.upperBound : $0.lowerBound
    }
    source.show(Selection(anchor: anchor ?? head, head: head))
  }
}
