import Editor
import Settings
import TerminalUI

extension NotePane {
  /// A key of the editor's own, as the help offers it.
  struct EditorRow {
    /// What the person reads.
    var row: PickerRow
    /// What choosing it does.
    var action: EditorAction
  }

  /// What the editor's own keys do in its present mode, each action once; empty while reading.
  var editorRows: [EditorRow] {
    var seen: Set<EditorAction> = []
    let bindings = (session?.editor.bindings ?? []).sorted { $0.keys.count < $1.keys.count }
    return bindings.filter { seen.insert($0.action).inserted }.map { binding in
      let keys = ChordSequence(KeyNotation.keys(binding.keys).map(KeyChord.init))
      let summary = binding.action.summary
      return EditorRow(
        row: PickerRow(
          id: "editor:" + binding.action.name,
          title: summary.prefix(1).uppercased() + summary.dropFirst(),
          detail: keys?.displayName ?? binding.keys,
          unavailableReason: binding.action.takesCharacter
            ? "A character follows its key: press it in the text." : nil),
        action: binding.action)
    }
  }
}
