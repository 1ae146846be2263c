extension Transaction {
  /// Replaces a stretch of live offsets, without translating names to tickets and back.
  ///
  /// - Precondition: 0 ≤ `from` ≤ `to` ≤ length of the text.
  func editText(
    _ place: Int, of handle: Int, from: Int, to: Int, content: String,
    attributes: [String: String]?, at ticket: TimeTicket
  ) throws(DocumentsError) {
    let createdAt = root.nodes[handle].createdAt
    root.beginEditing(place)
    let names = root.texts[place].names(from: from, to: to)
    guard
      let effect = root.texts[place].edit(
        left: names.left, last: names.last, right: names.right, content: content,
        attributes: attributes, at: ticket)
    else { throw .damaged("a place in a text is unknown") }
    let text = root.texts[place].clock
    // A deletion alone needs no neighbours.
    let inserts = !content.isEmpty
    let edit = TextEdit(
      left: !inserts || names.left == .none ? nil : text.reference(to: names.left),
      right: !inserts || names.right == .none ? nil : text.reference(to: names.right),
      removed: effect.removed.map(\.reach), content: content, attributes: attributes)
    record(
      .edit(text: createdAt, edit, at: ticket),
      root.effect(effect, of: createdAt, handle, attributes ?? [:]))
  }
}
