import Editor

/// Keeps the undo history of an edited note in the archives, at most a few times a second.
@MainActor final class KeptHistory {
  private let archives: UndoArchives
  private let noteId: String
  private let host: any NoteSessionHost
  /// When it was kept last.
  private var kept: Duration?
  /// The editor whose history is to be kept in a while; nil when none is.
  private var waiting: Editor?

  init(_ archives: UndoArchives, noteId: String, _ host: any NoteSessionHost) {
    (self.archives, self.noteId, self.host) = (archives, noteId, host)
  }

  /// Keeps the history with a text that was stored, unless that was done a moment ago.
  func keep(_ editor: Editor) async {
    let now = host.elapsed()
    if let kept, now - kept < .milliseconds(host.autosaveMilliseconds) { return }
    await keepNow(editor)
  }

  private func keepNow(_ editor: Editor) async {
    kept = host.elapsed()
    await archives.keepWhileEditing(editor, noteId: noteId)
  }

  /// Keeps the history with the text that was stored last, in a while: a key is on its way to
  /// others, and the disk is left to that.
  func keepLater(_ editor: Editor) {
    defer { waiting = editor }
    guard waiting == nil else { return }
    _ = host.schedule(after: .milliseconds(host.autosaveMilliseconds)) { [weak self] in
      self?.keepWaiting()
    }
  }

  /// Forgets what was to be kept in a while: the person leaves, which keeps all of it.
  func forgetWaiting() { waiting = nil }

  private func keepWaiting() {
    guard let editor = waiting else { return }
    waiting = nil
    host.perform("Keeping the undo history") { [weak self] in await self?.keepNow(editor) }
  }
}
