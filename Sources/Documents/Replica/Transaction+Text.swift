extension Transaction {
  /// Replaces a stretch of live offsets, without translating names to tickets and back.
  ///
  /// Plain text that continues the last edit of the transaction becomes part of it.
  /// - Precondition: 0 ≤ `from` ≤ `to` ≤ length of the text.
  /// - Returns: The number of inserted scalars.
  func editText(
    _ place: Int, of handle: Int, from: Int, to: Int, content: String,
    attributes: [String: String]?
  ) throws(DocumentsError) -> Int {
    if attributes?.isEmpty ?? true,
      let way = open?.continuation(in: place, from: from, to: to, content),
      let count = continueEdit(way, place, from, to, content)
    {
      return count
    }
    let at = try ticket()
    try root.beginEditing(place)
    let names = root.texts[place].names(from: from, to: to)
    guard
      let effect = root.texts[place].edit(
        left: names.left, deleted: names.deleted, right: names.right, content: content,
        attributes: attributes, at: at, reportsSteps: false)
    else { throw .damaged("a place in a text is unknown") }
    var edit = OpenEdit(
      handle: handle, place: place, at: at, attributes: attributes, from: from, deleted: to - from,
      removed: effect.removed)
    if let first = effect.first {
      edit.insert(
        content, first: first, count: effect.count, left: names.left, right: names.right)
    }
    open = edit
    return effect.count
  }

  private func continueEdit(
    _ way: OpenEdit.Continuation, _ place: Int, _ from: Int, _ to: Int, _ content: String
  ) -> Int? {
    guard isOpen, let at = open?.at else { return nil }
    switch way {
    case .lengthens:
      guard let first = open?.first, let former = open?.count, let right = open?.right,
        let count = root.texts[place].lengthen(first, count: former, before: right, by: content)
      else { return nil }
      open?.lengthen(by: content, count: count)
      return count
    case .inserts:
      let names = root.texts[place].names(from: from, to: to)
      guard
        let effect = root.texts[place].edit(
          left: names.left, deleted: nil, right: names.right, content: content, attributes: nil,
          at: at, reportsSteps: false), let first = effect.first
      else { return nil }
      open?.insert(
        content, first: first, count: effect.count, left: names.left, right: names.right)
      return effect.count
    case .deletesBefore, .deletesAfter:
      return continueDeletion(place, from, to, at: at, isBefore: way == .deletesBefore)
    }
  }

  private func continueDeletion(
    _ place: Int, _ from: Int, _ to: Int, at: TimeTicket, isBefore: Bool
  ) -> Int? {
    if let span = root.texts[place].lengthenRemoval(from: from, to: to, isBefore: isBefore, at: at)
    {
      open?.delete([span], count: to - from, isBefore: isBefore)
      return 0
    }
    let names = root.texts[place].names(from: from, to: to)
    guard
      let effect = root.texts[place].edit(
        left: names.left, deleted: names.deleted, right: names.right, content: "",
        attributes: nil, at: at, reportsSteps: false)
    else { return nil }
    open?.delete(effect.removed, count: to - from, isBefore: isBefore)
    if effect.removed.count == 1 {
      root.texts[place].joinRemoved(effect.removed[0].first, isBefore: isBefore)
    }
    return 0
  }

  /// Makes an operation of the open edit, before anything else happens.
  func finishEdit() {
    guard open != nil else { return }
    var last: OpenEdit?
    swap(&last, &open)
    guard let edit = last else { return }
    let (operation, effect) = root.finish(edit)
    add(operation, effect)
  }
}
