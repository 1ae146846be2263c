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
      key(
        of: binding,
        unavailable: binding.action.takesCharacter ? "needs a character; press it in the text" : nil
      )
    } + objectKeys
  }

  /// The texts that a command of normal mode may take, such as a paragraph; empty in other modes.
  ///
  /// They have no key of their own there, and would otherwise be found by chance only.
  private var objectKeys: [EditorKey] {
    guard let editor = session?.editor, editor.mode == .normal, !editor.bindings.isEmpty else {
      return []
    }
    var seen: Set<EditorAction> = []
    return editor.options.keymap.bindings(in: .operatorPending).compactMap { binding in
      guard case .object = binding.action, seen.insert(binding.action).inserted else { return nil }
      return key(of: binding, unavailable: "press it after d, c, y or v")
    }
  }

  private func key(of binding: EditorKeymap.Binding, unavailable reason: String?) -> EditorKey {
    let summary = binding.action.summary
    return EditorKey(
      id: "editor:" + binding.action.name,
      title: summary.prefix(1).uppercased() + summary.dropFirst(),
      keys: ChordSequence(KeyNotation.keys(binding.keys).map(KeyChord.init))?.displayName
        ?? binding.keys,
      unavailableReason: reason, action: binding.action)
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
