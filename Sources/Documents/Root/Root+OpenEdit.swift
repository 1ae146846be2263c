extension Root {
  /// The operation of an edit that was made, with its event and what reverses it.
  mutating func finish(_ edit: OpenEdit) -> (Operation, OperationEffect) {
    let text = nodes[edit.handle].createdAt
    let (parts, reverse) = texts[edit.place].parts(of: edit)
    var effect = OperationEffect(
      reverse: .restore(
        text: text, restored: reverse.restored, deleted: reverse.deleted, at: .initial),
      isApplied: isLive(edit.handle))
    if reportsSteps, edit.deleted + edit.count > 0 {
      effect.events = [
        .edit(
          path: textPath(of: edit.handle), from: edit.from, to: edit.from + edit.deleted,
          content: edit.content, attributes: edit.attributes ?? [:])
      ]
    }
    return (.edit(text: text, parts, at: edit.at), effect)
  }
}

extension TextState {
  /// What an edit that was made says to others, and the text that its reverse restores and deletes.
  ///
  /// Mutating, so that it works in place: a look would copy the whole text.
  fileprivate mutating func parts(
    of edit: OpenEdit
  ) -> (TextEdit, reverse: (restored: [TextIdentity], deleted: [TextReach])) {
    var parts = TextEdit(
      left: nil, right: nil, removed: [], content: edit.content, attributes: edit.attributes)
    var reverse = (restored: [TextIdentity](), deleted: [TextReach]())
    if edit.deleted > 0 {
      parts.removed = reaches(of: edit.removed)
      reverse.restored = identities(of: edit.removed)
    }
    // A deletion alone needs no neighbours.
    if edit.count > 0 {
      if edit.left != .none { parts.left = clock.reference(to: edit.left) }
      if edit.right != .none { parts.right = clock.reference(to: edit.right) }
      reverse.deleted = [TextReach(createdAt: edit.at, offset: 0, count: edit.count)]
    }
    return (parts, reverse)
  }
}
