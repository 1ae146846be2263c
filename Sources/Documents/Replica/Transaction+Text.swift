extension TextState {
  /// A stretch as all replicas know it.
  func stretch(left: CharacterID, last: CharacterID?) -> TextStretch {
    TextStretch(
      left: left == .none ? nil : clock.reference(to: left),
      last: last.map { clock.reference(to: $0) })
  }
}

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
    let operation = Operation.edit(
      text: createdAt,
      stretch: root.texts[place].stretch(left: names.left, last: names.last),
      right: names.right == .none
        ? nil : root.texts[place].clock.reference(to: names.right),
      content: content, attributes: attributes, at: ticket)
    guard
      let effect = root.texts[place].edit(
        left: names.left, last: names.last, right: names.right, content: content,
        attributes: attributes, at: ticket, by: nil)
    else { throw .damaged("a place in a text is unknown") }
    record(
      operation, root.effect(effect, of: createdAt, handle, attributes ?? [:]))
  }
}
