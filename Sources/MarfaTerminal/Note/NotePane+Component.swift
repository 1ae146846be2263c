import Editor
import Settings
import TerminalUI

extension NotePane: Component {
  /// The component that keys go to: the drawer when it has the focus, else the pane itself.
  package var focusedComponent: any Component {
    if isDrawerFocused, let drawer, drawer.isShown { return drawer }
    return self
  }

  package var keyContext: KeyContext {
    switch session?.editor.mode {
    case nil: .note
    case .insert, .replace, .plain, .prompt, .confirm: .insert
    case .visual, .visualLines, .visualBlock: .visual
    case .normal: .normal
    }
  }

  package var capturesKeys: Bool { isEditing }

  package var hints: [KeyHint] {
    guard isEditing else {
      let find = reader.hits.place == nil ? [] : [KeyHint("find.next", "next hit")]
      let links = [KeyHint("link.next", "next link"), KeyHint("link.follow", "follow")]
      let around = [KeyHint("go.backlinks", "backlinks"), KeyHint("go.outline", "outline")]
      let back = [KeyHint("app.cancel", "back")]
      return application.selectedNote?.state == .trashed
        ? find + [KeyHint].inTrash + links + around + back
        : find + [KeyHint("note.insert", "edit")] + links + around + [KeyHint("note.tags", "tags")]
          + back
    }
    return editorHints
  }

  /// What a person who does not know the mode has to know: how to type, and how to get out.
  private var editorHints: [KeyHint] {
    switch session?.editor.mode {
    case .insert, .replace: [KeyHint(keys: "Esc", "stop typing")]
    case .visual, .visualLines, .visualBlock:
      [KeyHint(keys: "y", "copy"), KeyHint(keys: "d", "cut"), KeyHint(keys: "Esc", "back")]
    case .prompt: [KeyHint(keys: "Enter", "go there"), KeyHint(keys: "Esc", "back")]
    case .confirm: [KeyHint(keys: "Esc", "stop")]
    case .plain:
      [
        KeyHint(keys: "Ctrl-f", "find"), KeyHint(keys: "Ctrl-z", "undo"),
        KeyHint("note.tags", "tags"), KeyHint("go.anywhere", "go to"),
        KeyHint("app.close", "leave"),
      ]
    default:
      [
        KeyHint(keys: "i", "type"), KeyHint(keys: "u", "undo"), KeyHint(keys: "/", "find"),
        KeyHint(keys: "Ctrl-space", "check"), KeyHint("go.anywhere", "go to"),
        KeyHint(keys: "Esc", "leave"),
      ]
    }
  }

  /// The word for the mode, while editing.
  package var modeName: String? { session?.editor.mode.word }

  /// Where the person is in the note, with what the editor waits for, for the status line.
  package var placeText: String {
    guard let editor = session?.editor else {
      return reader.hits.place ?? "\(reader.percent)%"
    }
    var parts = [editor.statistics.position]
    if let register = editor.recordingRegister { parts.append("recording @\(register)") }
    if !editor.pendingKeys.isEmpty { parts.append(editor.pendingKeys) }
    if editor.isSearching { parts.append("searching …") }
    return parts.joined(separator: "   ")
  }

  package func takes(_ key: KeyEvent) -> Bool { session?.editor.takes(key) ?? false }

  package func handle(_ event: InputEvent) -> EventResult {
    switch event {
    case .mouse(let mouse): return handle(mouse)
    case .key(let key): return handle(key)
    case .paste(let text):
      guard let session else { return .ignored }
      return perform(session.editor.paste(text, at: application.elapsed()))
    default: return .ignored
    }
  }

  private func handle(_ key: KeyEvent) -> EventResult {
    guard let session else { return .ignored }
    if completion?.handle(key, in: session) == .consumed { return .consumed }
    if isEscapeAndKey(key, in: session.editor.mode) {
      _ = perform(session.editor.handle(KeyEvent(.escape), at: application.elapsed()))
      return handle(KeyEvent(key.key))
    }
    return perform(session.editor.handle(key, at: application.elapsed()))
  }

  /// Whether a key with Alt is rather Escape and then the key: typed fast, they are the same bytes.
  private func isEscapeAndKey(_ key: KeyEvent, in mode: EditorMode) -> Bool {
    guard case .character = key.key, key.modifiers == .alt, mode == .insert || mode == .replace
    else { return false }
    let bound = application.settings.keymap.lookup(keyContext, pending: [], KeyChord(key))
    return bound == .none
  }

  // MARK: - The mouse

  private func handle(_ mouse: MouseEvent) -> EventResult {
    if let drawer, drawer.isShown, drawer.area.contains(mouse.location) {
      isDrawerFocused = mouse.action == .press || isDrawerFocused
      return drawer.handle(.mouse(mouse))
    }
    let place = Point(
      column: mouse.location.column - textArea.minColumn,
      row: mouse.location.row - textArea.minRow)
    switch mouse.action {
    case .wheelDown: scroll(by: 3)
    case .wheelUp: scroll(by: -3)
    case .press: press(at: place)
    case .drag: session?.editor.click(at: place, isExtending: true)
    default: return .ignored
    }
    return .consumed
  }

  private func scroll(by rows: Int) {
    if let session {
      session.editor.scroll(by: rows)
    } else {
      reader.move(rows > 0 ? .down(rows) : .up(-rows))
    }
  }

  /// A click puts the editor's cursor there, or follows the link that it hits.
  private func press(at place: Point) {
    guard place.row >= 0 else { return }
    if let session {
      session.editor.click(at: place, isExtending: false)
    } else if reader.selectLink(at: place), let link = reader.link {
      application.follow(link.target)
    }
  }
}
