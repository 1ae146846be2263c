extension LetterRun {
  /// The letters as changes.
  var changes: some Sequence<Change> {
    letters.indices.lazy.map { place in
      let left =
        place == 0 ? left : CharacterReference(createdAt: ticket(of: place - 1), offset: 0)
      let edit = TextEdit(
        left: left, right: right, removed: [], content: content(of: place), attributes: nil)
      return Change(
        id: id(of: place), message: nil,
        operations: [.edit(text: text, edit, at: ticket(of: place))], presence: nil)
    }
  }
}
