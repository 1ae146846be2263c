import Editor
import NoteFiles
import NoteMarkup
import Settings
import TerminalLayers
import TerminalUI

extension NotePane: Component {
  /// The component that keys go to: a drawer when it has the focus, else the pane itself.
  package var focusedComponent: any Component {
    switch part {
    case .backlinks: if let drawer, drawer.isShown { return drawer }
    case .attachments: if let attachments, attachments.isShown { return attachments }
    case .text: break
    }
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

  package var hints: [ActionHint] {
    guard isEditing else {
      let find = reader.hits.place == nil ? [] : [ActionHint("find.next", "next hit")]
      let links = [
        ActionHint("link.next", "next link"),
        ActionHint("link.follow", isAtCallout ? "fold" : "follow"),
      ]
      let files = attachments?.isShown == true ? [ActionHint("pane.drawer", "files")] : []
      let around =
        files + [ActionHint("go.backlinks", "backlinks"), ActionHint("go.outline", "outline")]
      let back = [ActionHint("app.cancel", "back")]
      return self.around.selectedNote?.state == .trashed
        ? find + [ActionHint].inTrash + links + around + back
        : find + [ActionHint("note.insert", "edit")] + links + around + [
          ActionHint("note.tags", "tags")
        ]
          + back
    }
    return editorHints
  }

  /// What a person who does not know the mode has to know: how to type, and how to get out.
  private var editorHints: [ActionHint] {
    switch session?.editor.mode {
    case .insert, .replace: [ActionHint(keys: "Esc", "stop typing")]
    case .visual, .visualLines, .visualBlock:
      [
        ActionHint(keys: "y", "copy"), ActionHint(keys: "d", "cut"),
        ActionHint(keys: "Esc", "back"),
      ]
    case .prompt: [ActionHint(keys: "Enter", "go there"), ActionHint(keys: "Esc", "back")]
    case .confirm: [ActionHint(keys: "Esc", "stop")]
    case .plain:
      [
        ActionHint(keys: "Ctrl-f", "find"), ActionHint(keys: "Ctrl-z", "undo"),
        ActionHint("note.tags", "tags"), ActionHint("go.anywhere", "go to"),
        ActionHint("app.close", "leave"),
      ]
    default:
      [
        ActionHint(keys: "i", "type"), ActionHint(keys: "u", "undo"), ActionHint(keys: "/", "find"),
        ActionHint(keys: "Ctrl-space", "check"), ActionHint("go.anywhere", "go to"),
        ActionHint(keys: "Esc", "leave"),
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
    if editor.isWorking { parts.append("working …  Ctrl-c stops it") }
    return parts.joined(separator: "   ")
  }

  package func takes(_ key: KeyEvent) -> Bool { session?.editor.takes(key) ?? false }

  package func handle(_ event: InputEvent) -> EventResult {
    switch event {
    case .mouse(let mouse): return handle(mouse)
    case .key(let key): return handle(key)
    case .paste(let text):
      guard let session else { return .ignored }
      if let path = TypedPath.pasted(text) {
        offer(path, pasted: text, in: session)
        return .consumed()
      }
      return perform(session.editor.paste(text, at: context.elapsed()))
    default: return .ignored
    }
  }

  private func handle(_ key: KeyEvent) -> EventResult {
    guard let session else { return .ignored }
    if endFollowing(key) { return .consumed() }
    if let effects = completion?.handle(key, in: session) { return perform(effects) }
    if isEscapeAndKey(key, in: session.editor.mode) {
      carryOut(session.editor.handle(KeyEvent(.escape), at: context.elapsed()))
      return handle(KeyEvent(key.key))
    }
    return perform(session.editor.handle(key, at: context.elapsed()))
  }

  /// Whether a key with Alt is rather Escape and then the key: typed fast, they are the same bytes.
  private func isEscapeAndKey(_ key: KeyEvent, in mode: EditorMode) -> Bool {
    guard case .character = key.key, key.modifiers == .alt, mode == .insert || mode == .replace
    else { return false }
    let bound = context.settings.keymap.lookup(keyContext, pending: [], KeyChord(key))
    return bound == .none
  }

  // MARK: - The mouse

  private func handle(_ mouse: MouseEvent) -> EventResult {
    if let drawer, drawer.isShown, drawer.area.contains(mouse.location) {
      if mouse.action == .press { part = .backlinks }
      return drawer.handle(.mouse(mouse))
    }
    if let attachments, attachments.isShown, attachments.area.contains(mouse.location) {
      if mouse.action == .press { part = .attachments }
      return attachments.handle(.mouse(mouse))
    }
    let place = Point(
      column: mouse.location.column - textArea.minColumn,
      row: mouse.location.row - textArea.minRow)
    switch mouse.action {
    case .wheelDown: scroll(by: 3)
    case .wheelUp: scroll(by: -3)
    case .press: return .consumed(press(at: place))
    case .drag: session?.editor.click(at: place, isExtending: true)
    default: return .ignored
    }
    return .consumed()
  }

  /// Whether what is selected is the title of a callout, which leads nowhere.
  private var isAtCallout: Bool {
    if case .callout? = reader.link?.target { true } else { false }
  }

  private func scroll(by rows: Int) {
    if let session {
      session.editor.scroll(by: rows)
    } else {
      reader.move(rows > 0 ? .down(rows) : .up(-rows))
    }
  }

  /// A click puts the editor's cursor there, or follows the link that it hits.
  private func press(at place: Point) -> [Effect] {
    guard place.row >= 0 else { return [] }
    if let session {
      session.editor.click(at: place, isExtending: false)
    } else if reader.selectLink(at: place), let link = reader.link {
      return [.follow(link.target)]
    }
    return []
  }
}

extension EditorLink {
  /// What the link leads to.
  var linkTarget: LinkTarget {
    switch kind {
    case .note: .note(title: target, heading: heading)
    case .tag: .tag(target)
    case .target: .address(target)
    }
  }
}
