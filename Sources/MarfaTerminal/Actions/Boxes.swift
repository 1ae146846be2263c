import TerminalLayers

/// The boxes over the panes, in which actions ask the person.
@MainActor struct Boxes {
  let context: Context
  let layers: Compositor

  /// Offers rows to choose from, the first one or the one with an id selected.
  func pick(
    _ title: String, width: Picker.Width = .usual, selected: String? = nil,
    from source: any PickerSource
  ) {
    layers.push(
      Picker(context: context, title: title, width: width, selected: selected, source: source))
  }

  /// Asks for one line of text.
  func ask(
    _ title: String, text: String = "",
    remark: @escaping @MainActor (String) -> String = { _ in "" },
    then entered: @escaping @MainActor (String) -> Void
  ) {
    layers.push(
      LinePrompt(context: context, title: title, text: text, remark: remark, entered: entered))
  }

  /// Asks before something that cannot be undone.
  func confirm(
    _ question: String, key: Character, label: String,
    kept: @escaping @MainActor () -> Void = {}, then confirmed: @escaping @MainActor () -> Void
  ) {
    layers.push(
      ConfirmDialog(
        question: question, confirmKey: key, confirmLabel: label, kept: kept, confirmed: confirmed))
  }

  /// Asks which of several things to do; Enter and Esc do none.
  func choose(_ question: String, answers: [ConfirmDialog.Answer]) {
    layers.push(ConfirmDialog(question: question, answers: answers))
  }
}
