import Foundation
import MarfaSDK
import NoteFiles
import TerminalLayers

/// What the status line says of the panes.
extension Workspace {
  /// What the status line shows now: of the panes, or of the layer that is over them.
  func statusLine(under layer: (any Layer)?, _ frame: Frame) -> StatusLine {
    var sync = context.sync.shown
    // What was just typed is on no server yet. From the key's own frame on that is not claimed: a
    // shared text would have a frame more, a moment later, when its change waits.
    if !isCalledStored || note.session?.isAtRest == false { sync?.isSettling = true }
    let editor = focus == .note && layer == nil ? note.session?.editor : nil
    return StatusLine(
      prompt: editor.flatMap { EditorPromptLine($0) }, mode: layer == nil ? note.modeName : nil,
      message: context.messages.current, messagesKey: layer == nil ? messagesKey : nil,
      place: layer?.placeText ?? statusText(frame),
      store: sync == nil ? storeText : unstoredText, sync: sync)
  }

  /// The key that shows all messages, where the focus is.
  private var messagesKey: String? {
    guard !note.isEditing else { return nil }
    return context.settings.keymap.keys(
      for: "app.messages", in: focusedComponent.keyContext
    ).first?.displayName
  }

  /// What the line above the status line shows while changes or files wait; nil for nothing.
  func pendingBar(at now: Date) -> PendingBar? {
    let hasChanges = context.sync.status?.hasBar(at: now) == true
    let uploads = context.sync.uploads.hasBar ? context.sync.uploads.total : nil
    guard hasChanges || uploads != nil else { return nil }
    return PendingBar(
      progress: hasChanges ? context.sync.progress : nil, uploads: uploads, obstacle: obstacleText)
  }

  /// Why nothing is sent, and where to go on; empty while something is.
  private var obstacleText: String {
    guard let connection = context.sync.status?.connection else { return "" }
    let key = context.settings.keymap.keys(for: "go.sync", in: .list).first?.displayName
    return switch connection {
    case .paused where context.sync.isPausedBySetting: SyncStatus.pausedBySetting
    case .paused: "\(connection.sentence) \(key ?? ":go.sync") goes on."
    case .manual: "\(connection.sentence) \(key.map { $0 + " r" } ?? ":sync.retry") exchanges."
    default: connection.sentence
    }
  }

  /// Where in the focused pane the person is.
  package var placeText: String {
    if note.isEditing || (focus == .note && note.content != nil) { return note.placeText }
    return list.window.count == 0 ? "" : "\(list.cursor.selected + 1) of \(list.rowCountText)"
  }

  /// The place, what of a query was not understood, and the selected row's signs in words.
  func statusText(_ frame: Frame) -> String {
    var parts = [placeText]
    if focus != .note { parts += list.queryHints.prefix(1).map(\.sentence) }
    if !note.isEditing, let row = selectedNote {
      if context.settings.isPlain, focus == .list { parts.append(announcement(of: row, frame)) }
      if list.marked.contains(row.id) { parts.append("marked") }
      parts += [
        row.description(showsUnsent: list.unsent.shows(row)),
        context.people.people(in: row.id).sentence,
      ]
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "   ")
  }

  /// The selected row as a plain screen reports it, always in the same place.
  private func announcement(of row: ListedItem, _ frame: Frame) -> String {
    let time = frame.relativeTime(row.editedAt.date)
    return "\(row.displayTitle), edited \(time)"
  }

  /// The right status cell: everything is saved on this machine, something waits for the person or
  /// takes long to save; empty while somebody types.
  package var storeText: String {
    if !unstoredText.isEmpty { return unstoredText }
    let conflicts = context.sync.conflicts
    if conflicts > 0 { return conflicts == 1 ? "1 conflict" : "\(conflicts) conflicts" }
    return isCalledStored ? StatusLine.stored : ""
  }

  private var isCalledStored: Bool {
    note.sessions.isAllStored && note.session?.isCalledStored ?? true
  }

  /// What is not stored on this machine yet and should be; empty for nothing.
  private var unstoredText: String {
    let unsaved = note.sessions.unsaved.count
    if unsaved > 0 { return unsaved == 1 ? "1 note not stored" : "\(unsaved) notes not stored" }
    return note.session?.isShownStoring == true ? "storing …" : ""
  }
}
