import Editor
import Settings
import TerminalLayers
import TerminalUI

extension NotePane {
  /// A key of the editor's own, as the help offers it.
  struct EditorKey {
    /// Which one it is, unlike all commands' names.
    var id: String
    /// What the person reads.
    var title: String
    /// The keys.
    var keys: String
    /// Why it cannot be chosen in a box.
    var unavailableReason: String?
    /// What choosing it does.
    var action: EditorAction
  }

  /// What the editor's own keys do in its present mode, each action once; empty while reading.
  var editorKeys: [EditorKey] {
    var seen: Set<EditorAction> = []
    let bindings = (session?.editor.bindings ?? []).sorted { $0.keys.count < $1.keys.count }
    return bindings.filter { seen.insert($0.action).inserted }.map { binding in
      let keys = ChordSequence(KeyNotation.keys(binding.keys).map(KeyChord.init))
      let summary = binding.action.summary
      return EditorKey(
        id: "editor:" + binding.action.name,
        title: summary.prefix(1).uppercased() + summary.dropFirst(),
        keys: keys?.displayName ?? binding.keys,
        unavailableReason: binding.action.takesCharacter
          ? "needs a character; press it in the text" : nil,
        action: binding.action)
    }
  }

  // MARK: - The keys that may follow

  /// Shows what may follow the keys of an unfinished command, once they rest; looked at once for
  /// each frame, however many keys came before it.
  func updateKeyBox() {
    guard isKeyBoxBehind else { return }
    isKeyBoxBehind = false
    guard let editor = session?.editor, !editor.pendingKeys.isEmpty, !editor.hints.isEmpty else {
      return keyHelp.hide()
    }
    keyHelp.show(
      WhichKeyBox(title: editor.pendingKeys, rows: EditorKeyRows.rows(of: editor.hints)))
  }
}
